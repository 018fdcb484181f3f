/**
 * Goal: a stolen session gives no control over the account or its money. Method: the theft that emptied a balance
 * in 62 seconds is repeated with the token only, and every step of it is refused; then the owner makes the same
 * changes, is notified at the old address and phone, and withdrawals are suspended for 48 hours.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stepUpHeader } from '#contract/step-up-header.ts'
import { stepUpPurposes } from '#contract/step-up.ts'
import {
  hashPassword,
  sendCodeMessage,
  writeAccountNotice,
  writeAccountNoticeMessage,
} from '#modules/accounts/server/public-api.ts'
import type { Email } from '#platform/mail/mail.ts'
import { stepUpHeaders } from '../support/step-up.ts'
import { fieldsOf } from './inputs.ts'
import { openHostileShop, type Answer, type HostileShop } from './shop.ts'
import { walletValues } from './wallet.ts'

const password = 'a heron on the Mtkvari'
const oldPhone = '+995555123456'
const thiefsPhone = '+995599000111'
const withdrawal = '/v2/balance/withdraw/account'

let shop: HostileShop
let token: string
let customerId: string
let bankAccountId: number

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

/** A customer with 9,000 lari, a password, a verified phone and a bank account. */
beforeEach(async () => {
  token = await shop.customer()
  bankAccountId = Number((await walletValues(shop, token))['bankAccountId'])
  customerId = (await shop.get('/v2/auth/profile', token)).body.userId
  await shop.context.db
    .updateTable('customer')
    .set({
      password_hash: await hashPassword(password),
      phone: oldPhone,
      phone_verified_at: shop.context.clock.now(),
    })
    .where('id', '=', customerId)
    .execute()
  // Codes to one phone are limited to one a minute and eight a day.
  await shop.context.db.deleteFrom('one_time_code').execute()
})

const codeOf = (answer: Answer): unknown => answer.body?.error?.code ?? answer.status

function send(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return shop.send({ method, path, token, payload: JSON.stringify(body), headers })
}

async function prove(purpose: string, evidence: object): Promise<Answer> {
  return send('POST', '/v2/auth/step-up', { purpose, ...evidence })
}

async function lastCode(codeId: string): Promise<string> {
  const sent: string[] = []
  const sms = { send: async ({ text }: { text: string }) => void sent.push(text) }
  await sendCodeMessage(shop.context, sms, { codeId, locale: 'en' })
  return /\d{6}/.exec(sent[0] ?? '')?.[0] ?? ''
}

/** Queued jobs of one kind for this customer. */
async function queued(name: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    select data from pgboss.job where name = ${name} and data ->> 'customerId' = ${customerId}
    order by created_on`.execute(shop.context.db)
  return rows.map(({ data }) => data)
}

test('refuses each step of the theft with the token only', async () => {
  expect(codeOf(await send('PUT', '/groot/Auth/change-phone', { phone: thiefsPhone }))).toBe(
    'StepUpRequired',
  )
  for (const [method, path, body] of [
    ['POST', '/v2/auth/email', { email: 'thief@example.com' }],
    ['PUT', '/groot/Accounts/biometrics', { action: 'begin' }],
    ['PUT', '/groot/Accounts/biometrics', { action: 'remove', credentialId: 'x' }],
    ['POST', '/v2/auth/external/begin', { purpose: 'connect' }],
    ['POST', '/v2/auth/fb/disconnect', {}],
    ['POST', '/v2/balance/bank-account', { iban: 'GE29NB0000000101904917', holderName: 'Thief' }],
    ['DELETE', `/v2/balance/bank-accounts/${bankAccountId}`, undefined],
  ] as const)
    expect(codeOf(await send(method, path, body)), path).toBe('StepUpRequired')
  const passwords = { oldPassword: 'guessed', password: 'thief’s own one', confirmPassword: 'x' }
  const changed = await send('POST', '/v2/auth/password/change', {
    ...passwords,
    confirmPassword: passwords.password,
  })
  expect(codeOf(changed)).toBe('PasswordWrong')
  // The withdrawal code goes to the owner's phone only.
  const asked = await send('POST', withdrawal, { amount: 500_00, bankAccountId })
  expect(asked.body.phoneHint).toContain('34 56')
  const guessed = { codeId: asked.body.codeId, code: '000000' }
  expect(
    codeOf(await send('POST', withdrawal, { amount: 500_00, bankAccountId, ...guessed })),
  ).toBe('CodeWrong')
  const { body } = await shop.get('/v2/balance', token)
  expect(JSON.stringify(body)).toContain('900000')
})

test('refuses proofs of another session, purpose or time', async () => {
  const change = (headers: Record<string, string>) =>
    send('PUT', '/groot/Auth/change-phone', { phone: thiefsPhone }, headers)
  const other = await shop.customer()
  const elsewhere = await shop.ports.sessions.openCustomer(shop.context, customerId, 'theirs')
  const old = await stepUpHeaders(shop.context, token, 'phone')
  shop.context.clock.advance(301)
  for (const headers of [
    { [stepUpHeader]: 'x'.repeat(43) },
    await stepUpHeaders(shop.context, other, 'phone'),
    await stepUpHeaders(shop.context, elsewhere.token, 'phone'),
    await stepUpHeaders(shop.context, token, 'bank-accounts'),
    old,
  ])
    expect(codeOf(await change(headers))).toBe('StepUpRequired')
  for (const evidence of [
    { password: 'guessed' },
    { codeId: shop.context.random.uuid(), code: '123456' },
    { challengeId: shop.context.random.uuid(), credential: { id: 'x' } },
    {},
  ])
    expect((await prove('phone', evidence)).status).toBeGreaterThanOrEqual(400)
})

test('accepts a code to the old phone for one purpose and session', async () => {
  const begun = await send('POST', '/v2/auth/step-up/begin', { purpose: 'phone', method: 'code' })
  expect(begun.body.phoneHint).toContain('34 56')
  const evidence = { codeId: begun.body.codeId, code: await lastCode(begun.body.codeId) }
  expect(codeOf(await prove('bank-accounts', evidence))).toBe('CodeWrong')
  const proven = await prove('phone', evidence)
  expect(proven.status, proven.text).toBe(200)
  expect(codeOf(await prove('phone', evidence))).toBe('CodeWrong')
})

test('changes the phone with one proof, notifies the old one, and suspends withdrawals for 48 hours', async () => {
  const proven = await prove('phone', { password })
  expect(proven.status, proven.text).toBe(200)
  const headers = { [stepUpHeader]: String(proven.body.proof) }
  const path = '/groot/Auth/change-phone'
  const newPhone = '+995577222333'
  const asked = await send('PUT', path, { phone: newPhone }, headers)
  const { codeId } = asked.body
  const changed = await send('PUT', path, { codeId, code: await lastCode(codeId) }, headers)
  expect(changed.body).toEqual({ phone: newPhone })
  expect(codeOf(await send('PUT', path, { phone: thiefsPhone }, headers))).toBe('StepUpRequired')

  const [message] = await queued('account-notice-message')
  expect(message).toMatchObject({ news: 'phone-changed', phone: oldPhone })
  const texts: { to: string; text: string }[] = []
  const sms = { send: async (one: { to: string; text: string }) => void texts.push(one) }
  await writeAccountNoticeMessage(shop.context, sms, message as never)
  expect(texts[0]?.to).toBe(oldPhone)
  expect(await queued('account-notice')).toMatchObject([{ news: 'phone-changed' }])

  const payout = { amount: 1_000, bankAccountId }
  const paused = await send('POST', withdrawal, payout)
  expect(codeOf(paused)).toBe('WithdrawalsPaused')
  const { possibleAt } = paused.body.error.detail
  const hours = (Date.parse(possibleAt) - shop.context.clock.now().getTime()) / 3_600_000
  expect(Math.round(hours)).toBe(48)
  expect((await shop.get('/v2/auth/step-up', token)).body.withdrawalsFrom).toBe(possibleAt)
  shop.context.clock.advance(48 * 3_600 - 60)
  expect(codeOf(await send('POST', withdrawal, payout))).toBe('WithdrawalsPaused')
  shop.context.clock.advance(120)
  const sent = await send('POST', withdrawal, payout)
  expect(sent.status, sent.text).toBe(200)
  expect(sent.body.phoneHint).toContain('23 33')
})

test('suspends withdrawals and notifies after changes of bank account, password and address', async () => {
  const payout = { amount: 1_000, bankAccountId }
  const isPaused = async () =>
    codeOf(await send('POST', withdrawal, payout)) === 'WithdrawalsPaused'
  const wait = () => shop.context.clock.advance(49 * 3_600)
  expect(await isPaused()).toBe(false)

  const iban = 'GE60NB0000000123456789'
  const bank = await stepUpHeaders(shop.context, token, 'bank-accounts')
  const body = { iban, holderName: 'Nino' }
  const added = await send('POST', '/v2/balance/bank-account', body, bank)
  if (added.status === 200) expect(await isPaused()).toBe(true)
  else expect(codeOf(added)).toBe('IbanInvalid')
  wait()
  const removed = `/v2/balance/bank-accounts/${bankAccountId}`
  const again = await stepUpHeaders(shop.context, token, 'bank-accounts')
  expect((await send('DELETE', removed, undefined, again)).status).toBe(200)
  expect(await queued('account-notice')).toContainEqual(
    expect.objectContaining({ news: 'bank-account-removed' }),
  )
  const row = await shop.context.db
    .selectFrom('customer')
    .select('security_changed_at')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  expect(row.security_changed_at).not.toBeNull()
})

test('removes or lists passkeys and external accounts on a password reset', async () => {
  const { db, clock, random } = shop.context
  const createBelongings = async () => {
    await db
      .insertInto('passkey')
      .values({
        credential_id: random.uuid(),
        customer_id: customerId,
        public_key: Buffer.alloc(32),
        name: 'Thief’s device',
        created_at: clock.now(),
      })
      .execute()
  }
  const reset = async (more: object) => {
    const key = random.uuid()
    await db
      .insertInto('account_key')
      .values({
        key_hash: await sha256(key),
        purpose: 'password-reset',
        email: (await shop.get('/v2/auth/profile', token)).body?.email ?? '',
        customer_id: customerId,
        expires_at: new Date(clock.now().getTime() + 3_600_000),
      })
      .execute()
    const words = 'another heron on the river'
    const body = { key, password: words, confirmPassword: words, ...more }
    const answer = await send('POST', '/v2/auth/password/reset', body)
    expect(answer.status, answer.text).toBe(200)
    const rows = await db
      .selectFrom('passkey')
      .select('name')
      .where('customer_id', '=', customerId)
      .execute()
    token = (await shop.ports.sessions.openCustomer(shop.context, customerId, 'test')).token
    return rows.length
  }
  await createBelongings()
  expect(await reset({ keepsOtherWays: true })).toBe(1)
  const [notice] = (await queued('account-notice')).slice(-1)
  const sent: Email[] = []
  const mailer = { send: async (email: Email) => void sent.push(email) }
  await writeAccountNotice(shop.context, mailer as never, notice as never)
  expect(sent[0]?.text).toContain('Thief’s device')
  expect(await reset({})).toBe(0)
  const paused = await send('POST', withdrawal, { amount: 1_000, bankAccountId })
  expect(codeOf(paused)).toBe('WithdrawalsPaused')
})

test('refuses every call that declares a purpose without a proof', async () => {
  const guarded = shop.implementations.map(({ call }) => call).filter(({ stepUp }) => stepUp)
  expect(new Set(guarded.map(({ stepUp }) => stepUp?.purpose))).toEqual(new Set(stepUpPurposes))
  // Includes all writing calls about a phone, a passkey, an external or a bank account.
  const writes = shop.implementations
    .map(({ call }) => call)
    .filter(
      ({ method, id }) => method !== 'GET' && /phone|biometrics|bank-account|fb-|email/.test(id),
    )
    .filter(({ credential }) => credential === 'customer')
  const unguarded = writes.filter(({ stepUp }) => !stepUp).map(({ id }) => id)
  // The key of the first one was sent to the new address after a proof; the second one only changes news settings.
  expect(unguarded).toEqual(['own-account-email-confirm', 'own-follow-emails'])
  // What gives out or destroys everything about a person; `auth-delete` only sends the address to their mailbox.
  const leaving = shop.implementations
    .map(({ call }) => call)
    .filter(
      ({ id, credential }) =>
        credential === 'customer' &&
        /^(own-)?(auth|accounts?)-(delete|export|erase|data$)/.test(id),
    )
  expect(leaving.map(({ id }) => id).toSorted()).toEqual([
    'accounts-delete',
    'accounts-delete-url',
    'auth-delete',
    'own-account-export',
  ])
  expect(leaving.filter(({ stepUp }) => !stepUp).map(({ id }) => id)).toEqual(['auth-delete'])
  expect(guarded.flatMap((call) => fieldsOf(call, 'body')).length).toBeGreaterThan(0)
})

async function sha256(text: string): Promise<Buffer> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text)))
}

test('a copied session guesses no password: wrong ones count over all calls, and other sessions not', async () => {
  const own = (await shop.ports.sessions.openCustomer(shop.context, customerId, 'test')).token
  const change = (typed: string) =>
    send('POST', '/v2/auth/password/change', {
      oldPassword: typed,
      password: 'three otters in the Aragvi',
      confirmPassword: 'three otters in the Aragvi',
    })
  for (let at = 0; at < 5; at += 1) {
    expect(codeOf(await prove('export', { password: `guess ${at}` }))).toBe('PasswordWrong')
    expect(codeOf(await change(`guess ${at}`))).toBe('PasswordWrong')
  }
  for (const refused of [await prove('email', { password }), await change(password)])
    expect(codeOf(refused)).toBe('TooManyRequests')
  token = own
  expect((await prove('export', { password })).status).toBe(200)
})

test.each(['changed', 'reset'])(
  'a new address that was asked for before the password was %s is void',
  async (how) => {
    const { db, clock, random } = shop.context
    const keyFor = async (purpose: string, email: string) => {
      const key = random.uuid()
      const expires_at = new Date(clock.now().getTime() + 3_600_000)
      const row = {
        key_hash: await sha256(key),
        purpose,
        email,
        customer_id: customerId,
        expires_at,
      }
      await db.insertInto('account_key').values(row).execute()
      return key
    }
    const own = (await shop.get('/v2/auth/profile', token)).body.email
    const thiefs = await keyFor('change-email', `${random.uuid()}@example.com`)
    const fresh = 'three otters in the Aragvi'
    const words = { password: fresh, confirmPassword: fresh }
    const answer = await (how === 'changed'
      ? send('POST', '/v2/auth/password/change', { oldPassword: password, ...words })
      : send('POST', '/v2/auth/password/reset', {
          key: await keyFor('password-reset', own),
          ...words,
        }))
    expect(answer.status, answer.text).toBe(200)
    token = (await shop.ports.sessions.openCustomer(shop.context, customerId, 'test')).token
    const confirm = (key: string) => send('POST', '/v2/auth/email/confirm', { key })
    expect(codeOf(await confirm(thiefs))).toBe('AccountKeyInvalid')
    expect((await shop.get('/v2/auth/profile', token)).body.email).toBe(own)
    const later = await keyFor('change-email', `${random.uuid()}@example.com`)
    expect((await confirm(later)).status).toBe(200)
  },
)
