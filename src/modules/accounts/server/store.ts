import type { Context } from '#platform/context.ts'
import type { CustomerRow } from './present.ts'

const profileColumns = ['id', 'email', 'phone', 'full_name', 'joined_club'] as const

export async function findCustomer(context: Context, id: string): Promise<CustomerRow | undefined> {
  return context.db
    .selectFrom('customer')
    .select(profileColumns)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** An activated customer by address, with the password hash; letter case does not matter. */
export async function findForSignIn(
  context: Context,
  email: string,
): Promise<(CustomerRow & { password_hash: string | null }) | undefined> {
  return context.db
    .selectFrom('customer')
    .select([...profileColumns, 'password_hash'])
    .where('email_key', '=', email.trim().toLowerCase())
    .where('activated_at', 'is not', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

/** Ends the sessions of a customer, but for the one that asks when it is named. */
export async function revokeSessions(
  context: Context,
  customerId: string,
  keepSessionId: string | null,
): Promise<void> {
  let query = context.db
    .updateTable('session')
    .set({ revoked_at: context.clock.now() })
    .where('customer_id', '=', customerId)
    .where('revoked_at', 'is', null)
  if (keepSessionId !== null) query = query.where('id', '<>', keepSessionId)
  await query.execute()
}
