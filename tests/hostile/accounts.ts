/** Valid input for the calls about the caller's own account: passwords, email keys, consents, devices. */
import { createHash } from 'node:crypto'
import { hashPassword } from '#modules/accounts/server/public-api.ts'
import type { Call } from '#contract/call.ts'
import type { ValidInput } from './inputs.ts'
import type { HostileShop } from './shop.ts'

export const password = 'გრძელი პაროლი 1'

let hashed: Promise<string> | undefined

/** The hash of the password, computed once: it is slow by design. */
export function passwordHash(): Promise<string> {
  hashed ??= hashPassword(password)
  return hashed
}

/** One pixel. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Their valid request needs a device or another party; the modules' own tests provide those. */
export const testedElsewhere: ReadonlySet<string> = new Set([
  // For an order that a test supplier confirms.
  'own-operator-confirmation-refund',
  'own-auth-passkey-login',
  'own-staff-passkey-sign-in',
  'own-staff-passkey-add',
  'own-staff-passkey-remove',
  'own-auth-external-begin',
  'own-auth-external-finish',
  // Signed over its exact body: covered by `tests/flights`.
  'own-flight-duffel-events',
])

const keyPurposes: Readonly<Record<string, string>> = {
  'auth-password-reset': 'password-reset',
  'accounts-delete': 'deletion',
  'own-account-email-confirm': 'change-email',
}

let phones = 0

/** Creates what the account behind a token needs for a valid request of this call, and returns its input. */
export async function accountInput(
  shop: HostileShop,
  call: Call,
  token: string,
): Promise<{ values: Record<string, unknown>; given: ValidInput }> {
  const { db, random } = shop.context
  const session = await db
    .selectFrom('session')
    .select(['customer_id'])
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .executeTakeFirstOrThrow()
  const customerId = session.customer_id ?? ''
  if (/change-password|password-change|step-up-prove/.test(call.id))
    await db
      .updateTable('customer')
      .set({ password_hash: await passwordHash() })
      .where('id', '=', customerId)
      .execute()
  if (call.id === 'own-step-up-begin') {
    phones += 1
    await db
      .updateTable('customer')
      .set({
        phone: `+9955${String(phones).padStart(8, '0')}`,
        phone_verified_at: shop.context.clock.now(),
      })
      .where('id', '=', customerId)
      .execute()
  }
  if (call.id === 'auth-fb-disconnect') {
    await db
      .updateTable('customer')
      .set({ password_hash: 'none' })
      .where('id', '=', customerId)
      .execute()
    await db
      .insertInto('external_account')
      .values({
        provider: 'fb',
        subject: customerId,
        customer_id: customerId,
        connected_at: shop.context.clock.now(),
      })
      .execute()
  }
  if (call.id === 'own-account-picture') {
    const content = Buffer.from(picture, 'base64')
    const updated_at = shop.context.clock.now()
    await db
      .insertInto('customer_picture')
      .values({ customer_id: customerId, content, updated_at })
      .execute()
  }
  const values: Record<string, unknown> = {
    oldPassword: password,
    password,
    confirmPassword: password,
    eMail: 'walker@example.com',
    isGiven: true,
    version: 1,
    image: picture,
    platform: 'ios',
    purpose: call.id.startsWith('own-step-up') ? 'phone' : 'sign-in',
    method: 'code',
    ...(call.id === 'own-account-email-change' ? { email: 'walker-new@example.com' } : {}),
    state: 'x'.repeat(43),
    challengeId: random.uuid(),
    credential: { id: 'x' },
    code: '123456',
  }
  if (call.id.startsWith('own-step-up')) Object.assign(values, { purpose: 'phone', method: 'code' })
  if (call.id === 'own-account-email-change') values['email'] = `new-${customerId}@example.com`
  const purpose = keyPurposes[call.id]
  if (purpose !== undefined) {
    values['key'] = random.uuid()
    await db
      .insertInto('account_key')
      .values({
        key_hash: createHash('sha256').update(String(values['key'])).digest(),
        purpose,
        email: `${customerId}@example.com`,
        customer_id: customerId,
        expires_at: new Date(shop.context.clock.now().getTime() + 3_600_000),
      })
      .execute()
  }
  if (call.id === 'own-account-session-end') {
    const other = await shop.ports.sessions.openCustomer(shop.context, customerId, 'other')
    values['sessionId'] = 'sessionId' in other.actor ? other.actor.sessionId : ''
  }
  return { values, given: inputFor(call) }
}

function inputFor(call: Call): ValidInput {
  if (call.id === 'own-step-up-prove') return { body: { password } }
  if (call.id === 'accounts-biometrics') return { body: { action: 'begin' } }
  if (call.id === 'auth-verify-student') return { body: { studentEmail: 'nino@ens.tsu.ge' } }
  if (call.id.startsWith('accounts-mobile-token-put')) return { body: { token: 'd'.repeat(40) } }
  if (call.id !== 'accounts-change-phone') return {}
  phones += 1
  return { body: { phone: `+9955${String(phones).padStart(8, '0')}` } }
}
