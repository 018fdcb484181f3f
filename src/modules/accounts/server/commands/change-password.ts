import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { voidAccountKeys, voidKeysOfCustomer } from '../keys.ts'
import { checkOwnPassword } from '../own-password.ts'
import { hashPassword, PasswordQueueFull } from '../passwords.ts'
import { isGuessable } from '../guessable.ts'
import { revokeSessions } from '../store.ts'
import { recordSecurityChange } from '../security-changes.ts'
import { notifyCustomer } from './notify-customer.ts'

export interface NewPassword {
  readonly password: string
  readonly confirmPassword: string
}

/** Why a new password is refused, before anything is hashed. */
export function refusalOfPassword(given: NewPassword, about: readonly string[]) {
  if (given.password !== given.confirmPassword) {
    return fail('BadRequest', {
      fields: [{ path: 'body.confirmPassword', message: 'Passwords differ' }],
    })
  }
  return isGuessable(given.password, about) ? fail('PasswordTooCommon') : null
}

/**
 * Changes the password of a signed-in customer who knows the old one. All other sessions end, outstanding password
 * keys become invalid, and the customer is notified by email.
 */
export async function changePassword(
  context: Context,
  given: NewPassword & { readonly oldPassword: string },
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const customer = await context.db
    .selectFrom('customer')
    .select(['email', 'full_name', 'password_hash', 'locale'])
    .where('id', '=', actor.customerId)
    .executeTakeFirst()
  if (!customer) return fail('Unauthenticated')
  const refusal = refusalOfPassword(given, aboutCustomer(customer))
  if (refusal) return refusal
  const known = { stored: customer.password_hash, typed: given.oldPassword }
  const checked = await checkOwnPassword(context, actor.sessionId, known)
  if (!checked.ok) return checked
  try {
    await setPassword(context, actor.customerId, customer, await hashPassword(given.password))
  } catch (error) {
    if (error instanceof PasswordQueueFull) return fail('TooManyRequests')
    throw error
  }
  return ok({ done: true })
}

export function aboutCustomer(customer: { email: string; full_name: string }): string[] {
  return [customer.email, customer.email.split('@')[0] ?? '', customer.full_name]
}

/** Effects of a new password, in one transaction; the calling session stays open. */
export async function setPassword(
  context: Context,
  customerId: string,
  customer: { readonly email: string; readonly locale: string },
  passwordHash: string,
  news: 'password-changed' | 'password-reset' | 'password-reset-kept' = 'password-changed',
): Promise<void> {
  await inTransaction(context, async (inner) => {
    const keep = 'sessionId' in context.actor ? context.actor.sessionId : null
    await inner.db
      .updateTable('customer')
      .set({ password_hash: passwordHash, password_changed_at: context.clock.now() })
      .where('id', '=', customerId)
      .execute()
    await revokeSessions(inner, customerId, keep)
    await voidAccountKeys(inner, 'password-reset', customer.email)
    // A new address that an intruder asked for before is not confirmed by the owner's press afterwards.
    await voidKeysOfCustomer(inner, 'change-email', customerId)
    if (news === 'password-reset') await endOtherWays(inner, customerId)
    await recordSecurityChange(inner, customerId)
    await notifyCustomer(inner, { customerId, news })
    return ok(null)
  })
}

/** Ends earlier passkeys and external accounts: a previous intruder may have added them. */
async function endOtherWays(context: Context, customerId: string): Promise<void> {
  for (const table of ['passkey', 'passkey_challenge', 'external_account', 'oauth_state'] as const)
    await context.db.deleteFrom(table).where('customer_id', '=', customerId).execute()
}
