/** Single-use keys sent by email; only their hashes are stored. */
import { sql } from 'kysely'
import { emailSpellings } from '#kernel/email.ts'
import type { Context } from '#platform/context.ts'
import { bearerHash, newBearer } from './bearer.ts'

export type KeyPurpose = 'activation' | 'password-reset' | 'deletion' | 'student' | 'change-email'

export interface NewKey {
  readonly purpose: KeyPurpose
  readonly email: string
  readonly customerId?: string
  readonly hours: number
  readonly payload?: object
}

/** Creates a key and returns it; it cannot be read again. */
export async function newAccountKey(context: Context, key: NewKey): Promise<string> {
  const { token, hash } = newBearer(context.random)
  await context.db
    .insertInto('account_key')
    .values({
      key_hash: hash,
      purpose: key.purpose,
      email: key.email,
      customer_id: key.customerId ?? null,
      payload: JSON.stringify(key.payload ?? {}),
      expires_at: new Date(context.clock.now().getTime() + key.hours * 3_600_000),
    })
    .execute()
  return token
}

export interface SpentKey {
  readonly email: string
  readonly customerId: string | null
  readonly payload: unknown
}

/**
 * Uses a key in the statement that checks it: of many parallel attempts one succeeds.
 *
 * @param owner required owner of the key, if given; another customer's key stays unused
 */
export async function spendAccountKey(
  context: Context,
  purpose: KeyPurpose,
  key: string,
  owner: { readonly customerId?: string; readonly email?: string } = {},
): Promise<SpentKey | null> {
  const now = context.clock.now()
  let spend = context.db
    .updateTable('account_key')
    .set({ used_at: now })
    .where('key_hash', '=', bearerHash(key))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
  const { customerId, email } = owner
  if (customerId !== undefined) spend = spend.where('customer_id', '=', customerId)
  if (email !== undefined) spend = spend.where(sql`lower(email)`, 'in', emailSpellings(email))
  const row = await spend.returning(['email', 'customer_id', 'payload']).executeTakeFirst()
  return row ? { email: row.email, customerId: row.customer_id, payload: row.payload } : null
}

/** Whether a key could be used now, checked before costly work. Only using it is decisive. */
export async function isKeyValid(
  context: Context,
  purpose: KeyPurpose,
  key: string,
  email?: string,
): Promise<boolean> {
  let keys = context.db
    .selectFrom('account_key')
    .select('purpose')
    .where('key_hash', '=', bearerHash(key))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.clock.now())
  if (email !== undefined) keys = keys.where(sql`lower(email)`, 'in', emailSpellings(email))
  return (await keys.executeTakeFirst()) !== undefined
}

/** Invalidates the open keys of one purpose, for example after a password change. */
export async function voidAccountKeys(
  context: Context,
  purpose: KeyPurpose,
  email: string,
): Promise<void> {
  await context.db
    .updateTable('account_key')
    .set({ used_at: context.clock.now() })
    .where('purpose', '=', purpose)
    .where(sql`lower(email)`, 'in', emailSpellings(email))
    .where('used_at', 'is', null)
    .execute()
}

/** The same of all that somebody asked for in an account, whatever addresses they were sent to. */
export async function voidKeysOfCustomer(
  context: Context,
  purpose: KeyPurpose,
  customerId: string,
): Promise<void> {
  await context.db
    .updateTable('account_key')
    .set({ used_at: context.clock.now() })
    .where('purpose', '=', purpose)
    .where('customer_id', '=', customerId)
    .where('used_at', 'is', null)
    .execute()
}

const retentionDays = 7

/** Deletes keys that ended a week ago, with their names and addresses. Returns how many. */
export async function deleteEndedAccountKeys(context: Context): Promise<number> {
  const before = new Date(context.clock.now().getTime() - retentionDays * 86_400_000)
  const result = await context.db
    .deleteFrom('account_key')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
