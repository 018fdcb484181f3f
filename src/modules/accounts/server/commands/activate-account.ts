import { sql } from 'kysely'
import { internationalPhone } from '#kernel/phone.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { isKeyValid, spendAccountKey, voidAccountKeys } from '../keys.ts'
import { aboutCustomer, refusalOfPassword, type NewPassword } from './change-password.ts'
import { hashNewPassword } from '../passwords.ts'
import type { CustomerRow } from '../present.ts'
import { knownSpelling, revokeSessions } from '../store.ts'

interface KeyPayload {
  readonly name?: string
  readonly phone?: string
  readonly joinClub?: boolean
  readonly locale?: string
}

type Refusal = 'AccountKeyInvalid' | 'BadRequest' | 'PasswordTooCommon' | 'TooManyRequests'

/**
 * Uses the key and sets the password. The key is used in the statement that checks it, so of many parallel attempts one
 * succeeds. An account that was never activated loses all earlier sign-in methods, so nobody can prepare an account for
 * somebody else's address.
 *
 * @param options.email when given, it must be the address that the key was written to; otherwise the key stays valid
 */
export async function activateAccount(
  context: Context,
  options: NewPassword & {
    readonly key: string
    readonly email?: string
    readonly fullName?: string
  },
): Promise<Result<CustomerRow, Refusal>> {
  const refusal = refusalOfPassword(options, [options.fullName ?? ''])
  if (refusal) return refusal
  const { key: given, email } = options
  if (!(await isKeyValid(context, 'activation', given, email))) return fail('AccountKeyInvalid')
  const hashed = await hashNewPassword(options.password)
  if (!hashed.ok) return hashed
  return inTransaction(context, async (transaction) => {
    const key = await spendAccountKey(transaction, 'activation', given, { email })
    if (!key) return fail('AccountKeyInvalid')
    const payload = key.payload as KeyPayload
    const now = transaction.clock.now()
    const owner = {
      password_hash: hashed.value,
      full_name: options.fullName ?? payload.name ?? '',
      phone: internationalPhone(payload.phone ?? ''),
      locale: payload.locale ?? 'ka',
      joined_club: payload.joinClub ?? false,
      activated_at: now,
    }
    const address = await knownSpelling(transaction, key.email)
    const row = await transaction.db
      .insertInto('customer')
      .values({ id: transaction.random.uuid(), email: address, created_at: now, ...owner })
      .onConflict((conflict) =>
        conflict
          .column('email_key')
          .doUpdateSet({ ...owner, phone_verified_at: null, student_until: null })
          .where('customer.activated_at', 'is', null),
      )
      .returning(['id', 'email', 'phone', 'full_name', 'joined_club'])
      .returning(sql<boolean>`xmax <> 0`.as('was_there'))
      .executeTakeFirst()
    if (!row) return fail('AccountKeyInvalid')
    const { was_there: wasThere, ...customer } = row
    // The key identifies the account. After this refusal the key is still valid.
    if (refusalOfPassword(options, aboutCustomer(customer))) return fail('PasswordTooCommon')
    if (wasThere) await stripCredentials(transaction, customer)
    return ok(customer)
  })
}

/** Removes sign-in methods that others may have added before the mailbox was verified. */
async function stripCredentials(context: Context, customer: CustomerRow): Promise<void> {
  const tables = [
    'passkey',
    'passkey_challenge',
    'external_account',
    'oauth_state',
    'mobile_token',
  ] as const
  for (const table of tables)
    await context.db.deleteFrom(table).where('customer_id', '=', customer.id).execute()
  await voidAccountKeys(context, 'password-reset', customer.email)
  await revokeSessions(context, customer.id, null)
}
