import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailbox } from '../../../../fakes/mailbox/start.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { signInRoutes } from '../server/routes.ts'
import { createSessionStore, writeAccountEmail } from '#modules/accounts/server/public-api.ts'
import { makeQueue } from '#modules/queue/tests/factories.ts'
import { execute } from '#platform/http/execute.ts'
import { openMailer } from '#platform/mail/mail.ts'

/**
 * Goal: an account is created only through its mailbox, and signing in reveals nothing to strangers. Method: the
 * calls over a real database, with a real SMTP mailbox.
 */
const sessions = createSessionStore()
const routes = new Map(signInRoutes(sessions).map((route) => [route.call.id, route]))
let context: TestContext
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let mailer: ReturnType<typeof openMailer>
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  context = await openTestContext(database.url)
  mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  mailer = openMailer({ smtpUrl: mailbox.smtpUrl, from: 'Bileti <tickets@bileti.example>' })
})
afterAll(async () => {
  mailer?.close()
  await mailbox?.stop()
  await context?.close()
  await drop?.()
})

async function call(id: string, body: unknown, as = context.as({ kind: 'visitor' })) {
  const route = routes.get(id)
  if (!route) throw new Error(`No route ${id}`)
  const result = await execute(
    route,
    as,
    { params: {}, query: {}, body },
    { sessions, checkReplies: true },
  )
  return { result, effects: as.effects }
}

async function keyByLetter(email: string): Promise<string> {
  const request = { email, name: 'Nino', locale: 'en', continuePath: '/' } as const
  await writeAccountEmail(context, mailer, request, 'http://localhost:3000/auth')
  const { id } = await mailbox.waitFor(email, 5_000)
  const mail = await mailbox.mails.read(id)
  const key = /activate\?key=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!key) throw new Error('No key in the email')
  mailbox.clear()
  return key
}

const password = 'გრძელი პაროლი 1'

describe('sign-up', () => {
  it('answers alike for known and unknown addresses and enqueues an email', async () => {
    const known = await call('own-auth-signup', { email: 'someone@bileti.example', name: 'A' })
    expect(known.result).toEqual({ ok: true, value: { sent: true } })
    const foreign = await call('own-auth-signup', {
      email: 'x@bileti.example',
      name: 'A',
      returnUrl: '//evil.example',
    })
    expect(foreign.result).toMatchObject({ code: 'ContinueAddressNotAllowed' })
  })

  it('activates once, however many try the key at the same time', async () => {
    const key = await keyByLetter('nino@bileti.example')
    const tries = await Promise.all(
      Array.from({ length: 8 }, () =>
        call('own-auth-activate', { key, password, confirmPassword: password }),
      ),
    )
    expect(tries.filter(({ result }) => result.ok)).toHaveLength(1)
    expect(
      tries.filter(({ result }) => !result.ok && result.code === 'AccountKeyInvalid'),
    ).toHaveLength(7)
  })

  it('refuses an expired key and differing passwords', async () => {
    const key = await keyByLetter('late@bileti.example')
    const differing = await call('own-auth-activate', {
      key,
      password,
      confirmPassword: 'something else',
    })
    expect(differing.result).toMatchObject({ code: 'BadRequest' })
    context.clock.advance(25 * 3_600)
    expect(
      (await call('own-auth-activate', { key, password, confirmPassword: password })).result,
    ).toMatchObject({ code: 'AccountKeyInvalid' })
  })

  it('takes no word of the account’s own as its password, and the key stays good', async () => {
    const email = 'own.words@bileti.example'
    const key = await keyByLetter(email)
    const activate = (text: string) =>
      call('own-auth-activate', { key, password: text, confirmPassword: text })
    for (const text of [email, 'own.words', 'OwnWords1'])
      expect((await activate(text)).result).toMatchObject({ code: 'PasswordTooCommon' })
    expect((await activate(password)).result.ok).toBe(true)
  })

  it('cannot replace the password of an activated account', async () => {
    const first = await keyByLetter('twice@bileti.example')
    const second = await keyByLetter('twice@bileti.example')
    expect(
      (await call('own-auth-activate', { key: first, password, confirmPassword: password })).result
        .ok,
    ).toBe(true)
    const stolen = await call('own-auth-activate', {
      key: second,
      password: 'another one',
      confirmPassword: 'another one',
    })
    expect(stolen.result).toMatchObject({ code: 'AccountKeyInvalid' })
    expect((await call('auth-login', { email: 'twice@bileti.example', password })).result.ok).toBe(
      true,
    )
  })
})

describe('an account prepared by somebody else', () => {
  it('loses all earlier credentials when the mailbox’s owner activates it', async () => {
    const { db, clock, random } = context
    const [id, email] = [random.uuid(), 'prepared@bileti.example']
    const now = clock.now()
    await db
      .insertInto('customer')
      .values({ id, email, phone: '+995555666777', phone_verified_at: now, full_name: 'Mallory' })
      .execute()
    await db
      .insertInto('passkey')
      .values({
        credential_id: 'planted',
        customer_id: id,
        public_key: Buffer.alloc(32),
        name: 'mine',
        created_at: now,
      })
      .execute()
    await db
      .insertInto('external_account')
      .values({ provider: 'fb', subject: 'mallory', customer_id: id, connected_at: now })
      .execute()
    await db
      .insertInto('mobile_token')
      .values({ token: 'x'.repeat(20), customer_id: id, platform: 'web', updated_at: now })
      .execute()
    const planted = await sessions.openCustomer(context, id, 'planted')
    const activated = await call('own-auth-activate', {
      key: await keyByLetter(email),
      password,
      confirmPassword: password,
    })
    expect(activated.result).toMatchObject({ ok: true, value: { profile: { userId: id } } })
    for (const table of ['passkey', 'external_account', 'mobile_token'] as const) {
      const rows = await db.selectFrom(table).selectAll().where('customer_id', '=', id).execute()
      expect(rows, table).toEqual([])
    }
    expect(await createSessionStore().authenticate(context, planted.token)).toBeNull()
    const own = await db
      .selectFrom('customer')
      .select(['phone', 'phone_verified_at', 'full_name'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(own).toEqual({ phone: null, phone_verified_at: null, full_name: 'Nino' })
  })
})

describe('login', () => {
  it('takes along the place in a queue that the guest chose with', async () => {
    const queueId = await makeQueue(context, 7, { admittedMax: 1 })
    const { actor } = await sessions.openGuest(context, 'test')
    if (actor.kind !== 'guest') throw new Error('Not a guest')
    const now = context.clock.now()
    const { id } = await context.db
      .insertInto('waiting_room_token')
      .values({
        waiting_room_id: queueId,
        token_hash: Buffer.alloc(32),
        joined_at: now,
        seen_at: now,
        session_id: actor.sessionId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const login = { email: 'nino@bileti.example', password }
    const { effects } = await call('auth-login', login, context.as(actor))
    if (typeof effects.accessToken !== 'object') throw new Error('No session was opened')
    const signedIn = await sessions.authenticate(context, effects.accessToken.token)
    const place = await context.db
      .selectFrom('waiting_room_token')
      .select('session_id')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(signedIn).toMatchObject({ kind: 'customer', sessionId: place?.session_id })
  })

  it('opens a session that knows its customer, until it is ended', async () => {
    const { result, effects } = await call('auth-login', { email: 'NINO@bileti.example', password })
    expect(result).toMatchObject({ ok: true, value: { profile: { email: 'nino@bileti.example' } } })
    const { accessToken } = effects
    if (typeof accessToken !== 'object') throw new Error('No session was opened')
    const actor = await sessions.authenticate(context, accessToken.token)
    if (actor?.kind !== 'customer') throw new Error('Not a customer')
    const profile = await call('auth-profile-get', undefined, context.as(actor))
    expect(profile.result).toMatchObject({
      ok: true,
      value: { userId: actor.customerId, email: 'nino@bileti.example', phone: null },
    })
    const phone = '+995555123456'
    const one = context.db.updateTable('customer').set({ phone })
    await one.where('id', '=', actor.customerId).execute()
    const known = await call('auth-profile-get', undefined, context.as(actor))
    expect(known.result).toMatchObject({ value: { phone } })
    await call('own-auth-logout', undefined, context.as(actor))
    expect(await sessions.authenticate(context, accessToken.token)).toBeNull()
  })

  it('answers alike for a wrong password, an unknown address and an account without activation', async () => {
    const wrong = await call('auth-login', { email: 'nino@bileti.example', password: 'wrong' })
    const unknown = await call('auth-login', { email: 'nobody@bileti.example', password: 'wrong' })
    expect(wrong.result).toEqual({ ok: false, code: 'LoginFailed' })
    expect(unknown.result).toEqual(wrong.result)
    expect(unknown.effects.accessToken).toBeUndefined()
  })

  it('lets a session run out', async () => {
    const { effects } = await call('auth-login', { email: 'nino@bileti.example', password })
    const token = typeof effects.accessToken === 'object' ? effects.accessToken.token : ''
    context.clock.advance(91 * 86_400)
    expect(await sessions.authenticate(context, token)).toBeNull()
  })
})
