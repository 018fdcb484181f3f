import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailbox, type MailboxFake } from '../../../../fakes/mailbox/start.ts'
import { startSms, type SmsFake } from '../../../../fakes/sms/start.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import type { Call } from '#contract/call.ts'
import type { Actor } from '#platform/context.ts'
import { execute } from '#platform/http/execute.ts'
import { openMailer, type Mailer } from '#platform/mail/mail.ts'
import { openSms, type SmsSender } from '#platform/sms/sms.ts'
import {
  accountRoutes,
  createSessionStore,
  hashPassword,
  logIn,
  requestCode,
  sendCodeMessage,
  useCode,
  writePasswordResetEmail,
  writeStudentEmail,
} from '../server/public-api.ts'

/**
 * Goal: account changes happen once, by their owner only, and reveal nothing to others. Method: the calls over a real
 * database, with emails through a real SMTP mailbox and codes through a fake SMS gateway.
 */
const sessions = createSessionStore()
const routes = new Map(accountRoutes.map((route) => [route.call.id, route]))
const password = 'გრძელი პაროლი 1'
const phone = '+995555123456'
let context: TestContext
let mailbox: MailboxFake
let phones: SmsFake
let mailer: Mailer
let sms: SmsSender
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  context = await openTestContext(database.url)
  mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  phones = await startSms({ port: 0 })
  mailer = openMailer({ smtpUrl: mailbox.smtpUrl, from: 'Bileti <tickets@bileti.example>' })
  sms = openSms({ url: phones.url, apiKey: 'demo-sms-key', sender: 'BILETI' })
})
afterAll(async () => {
  mailer?.close()
  await Promise.all([mailbox?.stop(), phones?.stop()])
  await context?.close()
  await drop?.()
})

let made = 0
async function newCustomer(): Promise<{ actor: Actor & { customerId: string }; email: string }> {
  made += 1
  const email = `customer-${made}@bileti.example`
  const customerId = context.random.uuid()
  await context.db
    .insertInto('customer')
    .values({
      id: customerId,
      email,
      full_name: 'Nino Beridze',
      password_hash: await hashPassword(password),
      activated_at: context.clock.now(),
      created_at: context.clock.now(),
    })
    .execute()
  const opened = await sessions.openCustomer(context, customerId, 'test')
  if (opened.actor.kind !== 'customer') throw new Error('Not a customer')
  return { actor: opened.actor, email }
}

/** A proof as if the customer had just typed their password; the tests here begin after that step. */
async function proofFor(actor: Actor, stepUp: Call['stepUp']): Promise<string | undefined> {
  if (actor.kind !== 'customer' || !stepUp) return undefined
  const proof = context.random.uuid()
  const now = context.clock.now()
  await context.db
    .insertInto('step_up_proof')
    .values({
      proof_hash: createHash('sha256').update(proof).digest(),
      session_id: actor.sessionId,
      customer_id: actor.customerId,
      purpose: stepUp.purpose,
      method: 'password',
      created_at: now,
      expires_at: new Date(now.getTime() + 300_000),
    })
    .execute()
  return proof
}

async function call(
  id: string,
  actor: Actor,
  input: { body?: unknown; query?: unknown; params?: unknown } = {},
) {
  const route = routes.get(id)
  if (!route) throw new Error(`No route ${id}`)
  const { body, query = {}, params = {} } = input
  const inner = { ...context.as(actor), stepUpProof: await proofFor(actor, route.call.stepUp) }
  return execute(route, inner, { params, query, body }, { sessions, checkReplies: true })
}

/** Asks for a code, has it sent as the worker would, and reads it on the phone. */
async function codeFor(
  actor: Actor,
  to: string,
  arrivesAt = to,
): Promise<{ codeId: string; code: string }> {
  const sent = await requestCode(context.as(actor), {
    purpose: 'withdraw',
    phone: to,
    subject: 'x',
  })
  if (!sent.ok) throw new Error(sent.code)
  const { codeId } = sent.value
  await sendCodeMessage(context, sms, { codeId, locale: 'en' })
  const message = await phones.waitFor(arrivesAt)
  const code = /\d{6}/.exec(message.text)?.[0] ?? ''
  return { codeId, code }
}

describe('a one-time code', () => {
  it('is stored nowhere and used once, however many try at the same time', async () => {
    const { actor } = await newCustomer()
    const { codeId, code } = await codeFor(actor, '+995555000001')
    const row = await context.db
      .selectFrom('one_time_code')
      .selectAll()
      .where('id', '=', codeId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(code)
    const as = context.as(actor)
    const tries = await Promise.all(
      Array.from({ length: 1_000 }, () =>
        useCode(as, { codeId, code, purpose: 'withdraw', subject: 'x' }),
      ),
    )
    expect(tries.filter((result) => result.ok)).toHaveLength(1)
  })

  it('is not found by a thousand different guesses at the same time, and dies of them', async () => {
    const { actor } = await newCustomer()
    const { codeId, code } = await codeFor(actor, '+995555000009')
    const as = context.as(actor)
    const guess = (text: string) =>
      useCode(as, { codeId, code: text, purpose: 'withdraw', subject: 'x' })
    const others = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(6, '0'))
    const wrong = await Promise.all(others.filter((text) => text !== code).map(guess))
    expect(wrong.some((result) => result.ok)).toBe(false)
    expect((await guess(code)).ok).toBe(false)
    const row = await context.db
      .selectFrom('one_time_code')
      .select('attempts_left')
      .where('id', '=', codeId)
      .executeTakeFirstOrThrow()
    expect(row.attempts_left).toBe(0)
  })

  it('is bound to customer, purpose and subject, has five tries and ten minutes', async () => {
    const { actor } = await newCustomer()
    const other = await newCustomer()
    const { codeId, code } = await codeFor(actor, '+995555000002')
    const as = context.as(actor)
    const right = { codeId, code, purpose: 'withdraw', subject: 'x' } as const
    expect((await useCode(context.as(other.actor), right)).ok).toBe(false)
    expect((await useCode(as, { ...right, purpose: 'order' })).ok).toBe(false)
    expect((await useCode(as, { ...right, subject: 'y' })).ok).toBe(false)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let turn = 0; turn < 5; turn += 1)
      expect((await useCode(as, { ...right, code: wrong })).ok).toBe(false)
    expect((await useCode(as, right)).ok).toBe(false)

    const late = await codeFor(actor, '+995555000003')
    context.clock.advance(10 * 60 + 1)
    expect((await useCode(as, { ...right, ...late })).ok).toBe(false)
  })

  it('floods no phone: one a minute and eight a day, in parallel too', async () => {
    const { actor } = await newCustomer()
    const as = context.as(actor)
    const ask = () => requestCode(as, { purpose: 'order', phone: '+995555000004' })
    const together = await Promise.all(Array.from({ length: 10 }, ask))
    expect(together.filter((result) => result.ok)).toHaveLength(1)
    let granted = 1
    for (let turn = 0; turn < 12; turn += 1) {
      context.clock.advance(61)
      if ((await ask()).ok) granted += 1
    }
    expect(granted).toBe(8)
  })
})

describe('the phone', () => {
  it('is one number in every notation, and nothing else', async () => {
    const { actor } = await newCustomer()
    const ask = (typed: string) => call('accounts-change-phone', actor, { body: { phone: typed } })
    const first = await ask('+44 07700 900 555')
    if (!first.ok) throw new Error(first.code)
    const { codeId } = first.value as { codeId: string }
    await sendCodeMessage(context, sms, { codeId, locale: 'ka' })
    expect((await phones.waitFor('+447700900555')).text).toMatch(/\d{6}/)
    // A minute between two codes to one phone.
    expect(await ask('+447700900555')).toMatchObject({ code: 'TooManyRequests' })
    for (const wrong of ['+995 0599 12 34 5', '+995000000000', 'call me'])
      expect(await ask(wrong)).toMatchObject({
        code: 'PhoneWrong',
        detail: { fields: [{ path: 'body.phone' }] },
      })
  })

  it('that was stored in another notation is sent to as the number that it is', async () => {
    const { actor } = await newCustomer()
    const { codeId } = await codeFor(actor, '+995 0599 000 999', '+995599000999')
    expect(codeId).not.toBe('')
    await sms.send({ to: '+4407700900666', text: 'stored before' })
    expect((await phones.waitFor('+447700900666')).text).toBe('stored before')
    await expect(sms.send({ to: '+995000000000', text: '' })).rejects.toThrow('no phone number')
  })

  it('is the one the code was sent to, and the gateway is retried when it fails', async () => {
    const { actor } = await newCustomer()
    const sent = await call('accounts-change-phone', actor, {
      body: { phone: '+995 555 12 34 56' },
    })
    if (!sent.ok) throw new Error(sent.code)
    const { codeId, phoneHint } = sent.value as { codeId: string; phoneHint: string }
    expect(phoneHint).toBe('+995 ••• •• 34 56')
    phones.misbehave({ errorNext: 1 })
    await expect(sendCodeMessage(context, sms, { codeId, locale: 'ka' })).rejects.toThrow('500')
    await sendCodeMessage(context, sms, { codeId, locale: 'ka' })
    const code = /\d{6}/.exec((await phones.waitFor(phone)).text)?.[0]
    const changed = await call('accounts-change-phone', actor, { body: { codeId, code } })
    expect(changed).toEqual({ ok: true, value: { phone } })
    expect(await call('accounts-get', actor)).toMatchObject({
      value: { phone, isPhoneVerified: true },
    })
  })
})

describe('the password', () => {
  it('changes with the old one only; other sessions end, this one stays', async () => {
    const { actor, email } = await newCustomer()
    const elsewhere = await sessions.openCustomer(context, actor.customerId, 'phone')
    const body = {
      oldPassword: 'wrong one',
      password: 'new long words',
      confirmPassword: 'new long words',
    }
    expect(await call('auth-password-change', actor, { body })).toMatchObject({
      code: 'PasswordWrong',
    })
    const right = { ...body, oldPassword: password }
    expect(await call('accounts-change-password', actor, { body: right })).toMatchObject({
      ok: true,
    })
    expect((await logIn(context, { email, password })).ok).toBe(false)
    expect((await logIn(context, { email, password: 'new long words' })).ok).toBe(true)
    const list = await call('own-account-sessions', actor)
    expect(list).toMatchObject({ value: { sessions: [{ isThis: true }] } })
    expect(await createSessionStore().authenticate(context, elsewhere.token)).toBeNull()
  })

  it.each([
    'password1',
    '12345678',
    'qwertyuiop',
    'aaaaaaaa',
    'abababab',
    'Nino Beridze',
    'პაროლი123',
  ])('is not %s', async (guessed) => {
    const { actor } = await newCustomer()
    const body = { oldPassword: password, password: guessed, confirmPassword: guessed }
    expect(await call('auth-password-change', actor, { body })).toMatchObject({
      code: 'PasswordTooCommon',
    })
  })

  it('is reset by the email once; an address nobody has gets the same answer and no email', async () => {
    const { actor, email } = await newCustomer()
    const known = await call(
      'auth-password-reset-request',
      { kind: 'visitor' },
      { query: { eMail: email } },
    )
    const unknown = await call(
      'own-auth-password-reset-request',
      { kind: 'visitor' },
      { body: { email: 'nobody@bileti.example' } },
    )
    expect(known).toEqual(unknown)
    const request = { locale: 'en', continuePath: '/' } as const
    await writePasswordResetEmail(
      context,
      mailer,
      { ...request, email: 'nobody@bileti.example' },
      'http://localhost/auth',
    )
    await writePasswordResetEmail(context, mailer, { ...request, email }, 'http://localhost/auth')
    const { id } = await mailbox.waitFor(email, 5_000)
    expect(mailbox.list({ to: 'nobody@bileti.example' })).toEqual([])
    const key = /key=([\w-]+)/.exec((await mailbox.mails.read(id))?.text ?? '')?.[1]
    // A word of the account's own is refused, and the key of the email is good for a better one.
    const own = await call(
      'auth-password-reset',
      { kind: 'visitor' },
      { body: { key, password: email, confirmPassword: email } },
    )
    expect(own).toMatchObject({ code: 'PasswordTooCommon' })
    const body = { key, password: 'another long one', confirmPassword: 'another long one' }
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => call('auth-password-reset', { kind: 'visitor' }, { body })),
    )
    expect(tries.filter((result) => result.ok)).toHaveLength(1)
    expect((await logIn(context, { email, password: 'another long one' })).ok).toBe(true)
    const row = await context.db
      .selectFrom('session')
      .select('revoked_at')
      .where('id', '=', 'sessionId' in actor ? actor.sessionId : '')
      .executeTakeFirst()
    expect(row?.revoked_at).not.toBeNull()
  })
})

describe('consents', () => {
  it('are stored as decisions with time and origin, identically by both families of calls', async () => {
    const { actor } = await newCustomer()
    expect(await call('auth-data-share-consent-get', actor)).toMatchObject({
      value: { version: 1, decision: null, isAsked: true },
    })
    const yes = await call('auth-data-share-consent-save', actor, {
      body: { isGiven: true, version: 1 },
    })
    expect(await call('accounts-data-share-consent-get', actor)).toEqual(yes)
    await call('accounts-data-share-consent-save', actor, { body: { isGiven: false, version: 1 } })
    expect(await call('auth-data-share-consent-get', actor)).toMatchObject({
      value: { decision: { isGiven: false }, isAsked: false },
    })
    const rows = await context.db
      .selectFrom('consent')
      .selectAll()
      .where('customer_id', '=', actor.customerId)
      .execute()
    expect(rows.map((row) => [row.is_given, row.network])).toEqual([
      [true, '127.0.0.0/24'],
      [false, '127.0.0.0/24'],
    ])
    await expect(context.db.deleteFrom('consent').execute()).rejects.toThrow('append-only')
    expect(
      await call('auth-signin-consent-save', actor, { body: { isGiven: true, version: 2 } }),
    ).toMatchObject({ code: 'BadRequest' })
  })
})

describe('the picture', () => {
  it('is re-encoded without the metadata of the file, and nobody else can change it', async () => {
    const { actor } = await newCustomer()
    const file = await sharp({
      create: { width: 900, height: 500, channels: 3, background: '#a12' },
    })
      .withExif({ IFD0: { Copyright: 'where I live' } })
      .jpeg()
      .toBuffer()
    expect(file.includes('where I live')).toBe(true)
    const put = await call('accounts-image-put', actor, {
      body: { image: file.toString('base64') },
    })
    expect(put.ok).toBe(true)
    const got = await call('own-account-picture', actor)
    const content = got.ok ? (got.value as { content: Buffer }).content : Buffer.alloc(0)
    expect(await sharp(content).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    })
    expect(content.includes('where I live')).toBe(false)
    const other = await newCustomer()
    expect(await call('own-account-picture', other.actor)).toMatchObject({ code: 'NotFound' })
    expect((await call('accounts-image-delete', actor)).ok).toBe(true)
    expect(await call('accounts-get', actor)).toMatchObject({ value: { imageUrl: null } })
  })

  it('is refused by its head when it would decode to hundreds of megabytes', async () => {
    const { actor } = await newCustomer()
    const pixel = { create: { width: 1, height: 1, channels: 4, background: '#000' } } as const
    const file = await sharp(pixel).png().toBuffer()
    // 6300 × 6300 with sixteen bits, as 310 KB of black would be.
    file.writeUInt32BE(6_300, 16)
    file.writeUInt32BE(6_300, 20)
    file.writeUInt8(16, 24)
    expect(
      await call('accounts-image-put', actor, { body: { image: file.toString('base64') } }),
    ).toMatchObject({ code: 'PictureTooLarge' })
  })

  it.each([
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    ['something else', Buffer.from('GIF89a this is no picture at all')],
  ])('is not %s', async (_name, file) => {
    const { actor } = await newCustomer()
    expect(
      await call('accounts-image-put', actor, { body: { image: file.toString('base64') } }),
    ).toMatchObject({ code: 'PictureInvalid' })
  })
})

describe('studies', () => {
  it('are verified by a mailbox of a known school, for one customer at a time', async () => {
    const first = await newCustomer()
    const second = await newCustomer()
    expect(
      await call('auth-verify-student', first.actor, { body: { studentEmail: 'a@gmail.example' } }),
    ).toMatchObject({ code: 'StudentMailboxUnknown' })
    expect(
      await call('auth-verify-student', first.actor, { body: { studentEmail: 'a@nottsu.ge' } }),
    ).toMatchObject({ code: 'StudentMailboxUnknown' })
    const email = 'nino@ens.tsu.ge'
    expect(
      await call('auth-verify-student', first.actor, { body: { studentEmail: email } }),
    ).toMatchObject({ ok: true })
    const keyFor = async (customerId: string): Promise<string> => {
      mailbox.clear()
      await writeStudentEmail(context, mailer, { customerId, email, locale: 'en' })
      const { id } = await mailbox.waitFor(email, 5_000)
      return /student=([\w-]+)/.exec((await mailbox.mails.read(id))?.text ?? '')?.[1] ?? ''
    }
    const key = await keyFor(first.actor.customerId)
    expect(await call('auth-verify-student', second.actor, { body: { key } })).toMatchObject({
      code: 'AccountKeyInvalid',
    })
    expect(await call('auth-verify-student', first.actor, { body: { key } })).toMatchObject({
      value: { studentUntil: '2027-09-30' },
    })
    const again = await keyFor(second.actor.customerId)
    await call('auth-verify-student', second.actor, { body: { key: again } })
    expect(await call('accounts-get', first.actor)).toMatchObject({ value: { studentUntil: null } })
    const both = [first.actor, second.actor, (await newCustomer()).actor]
    const keys: string[] = []
    for (const { customerId } of both) keys.push(await keyFor(customerId))
    const answers = await Promise.all(
      both.map((actor, index) =>
        call('auth-verify-student', actor, { body: { key: keys[index] } }),
      ),
    )
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
    const students = context.db.selectFrom('customer').select('id')
    expect(await students.where('student_email', '=', email).execute()).toHaveLength(1)
  })
})
