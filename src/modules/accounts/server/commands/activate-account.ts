import { inTransaction, type Context } from '#platform/context.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { bearerHash } from '../bearer.ts'
import { refusalOfPassword } from './change-password.ts'
import { hashPassword } from '../passwords.ts'
import type { CustomerRow } from '../present.ts'

interface KeyPayload {
  readonly name?: string
  readonly phone?: string
  readonly joinClub?: boolean
  readonly locale?: string
}

/**
 * Uses up the key and sets the password. The key is consumed in the statement that checks it, so of many
 * parallel tries one succeeds. An account that was never activated loses whatever credential it had: nobody
 * can prepare an account for somebody else's address.
 */
export async function activateAccount(
  context: Context,
  options: {
    readonly key: string
    readonly password: string
    readonly confirmPassword: string
    readonly fullName?: string
  },
): Promise<Result<CustomerRow, 'AccountKeyInvalid' | 'BadRequest' | 'PasswordTooCommon'>> {
  const refusal = refusalOfPassword(options, [options.fullName ?? ''])
  if (refusal) return refusal
  const passwordHash = await hashPassword(options.password)
  return inTransaction(context, async (transaction) => {
    const now = transaction.clock.now()
    const key = await transaction.db
      .updateTable('account_key')
      .set({ used_at: now })
      .where('key_hash', '=', bearerHash(options.key))
      .where('purpose', '=', 'activation')
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['email', 'payload'])
      .executeTakeFirst()
    if (!key) return fail('AccountKeyInvalid')
    const payload = key.payload as KeyPayload
    const customer = await transaction.db
      .insertInto('customer')
      .values({
        id: transaction.random.uuid(),
        email: key.email,
        password_hash: passwordHash,
        full_name: options.fullName ?? payload.name ?? '',
        phone: payload.phone ?? null,
        locale: payload.locale ?? 'ka',
        joined_club: payload.joinClub ?? false,
        activated_at: now,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .column('email_key')
          .doUpdateSet({ password_hash: passwordHash, activated_at: now })
          .where('customer.activated_at', 'is', null),
      )
      .returning(['id', 'email', 'phone', 'full_name', 'joined_club'])
      .executeTakeFirst()
    return customer ? ok(customer) : fail('AccountKeyInvalid')
  })
}
