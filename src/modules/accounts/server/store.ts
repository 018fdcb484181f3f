import { sql } from 'kysely'
import { emailSpellings } from '#kernel/email.ts'
import type { Locale } from '#kernel/locale.ts'
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

/** Email address and language of a customer; null for deleted accounts and without an address. */
export async function findRecipient(
  context: Context,
  customerId: string,
): Promise<{ readonly email: string; readonly locale: Locale } | null> {
  const row = await context.db
    .selectFrom('customer')
    .select(['email', 'locale'])
    .where('id', '=', customerId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row?.email ? { email: row.email, locale: row.locale === 'en' ? 'en' : 'ka' } : null
}

/**
 * Locks the customer until the end of the transaction, so that counts that precede an insert are made by one
 * transaction at a time.
 */
export async function lockCustomer(context: Context, customerId: string): Promise<void> {
  await sql`select from customer where id = ${customerId} for no key update`.execute(context.db)
}

/** Deletes an app's push token that is no longer valid. */
export async function deleteAppToken(context: Context, token: string): Promise<void> {
  await context.db.deleteFrom('mobile_token').where('token', '=', token).execute()
}

/** Whether a customer takes part in the loyalty programme; false for one who does not exist. */
export async function takesPartInLoyalty(context: Context, customerId: string): Promise<boolean> {
  const row = await context.db
    .selectFrom('customer')
    .select('loyalty_enabled_at')
    .where('id', '=', customerId)
    .executeTakeFirst()
  return row?.loyalty_enabled_at != null
}

/** Display names of customers for staff: their name, else their address. Unknown ids are left out. */
export async function readCustomerNames(
  context: Context,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (customerIds.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('customer')
    .select(['id', 'full_name', 'email'])
    .where('id', 'in', [...new Set(customerIds)])
    .execute()
  return new Map(rows.map((row) => [row.id, row.full_name || row.email || '']))
}

/** An activated customer by address, with the password hash; letter case does not matter. */
export async function findForSignIn(
  context: Context,
  email: string,
): Promise<(CustomerRow & { password_hash: string | null }) | undefined> {
  return context.db
    .selectFrom('customer')
    .select([...profileColumns, 'password_hash'])
    .where('email_key', 'in', emailSpellings(email))
    .where('activated_at', 'is not', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

/** An address as the account that it belongs to spells it; as given when there is none. */
export async function knownSpelling({ db }: Pick<Context, 'db'>, email: string): Promise<string> {
  const row = await db
    .selectFrom('customer')
    .select('email')
    .where('email_key', 'in', emailSpellings(email))
    .executeTakeFirst()
  return row?.email ?? email
}

/** Ends the sessions of a customer, except the given one. */
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
