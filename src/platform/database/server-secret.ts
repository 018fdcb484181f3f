import { createHmac } from 'node:crypto'
import type { Database } from './database.ts'

/**
 * The secret of this installation, made once by its first migration. Derive a key for each purpose from it
 * (`derivedKey`), so that a leaked key compromises no other purpose.
 *
 * @returns 32 bytes; throws where the database has none
 */
export async function readServerSecret(context: { readonly db: Database }): Promise<Buffer> {
  const { secret } = await context.db
    .selectFrom('server_secret')
    .select('secret')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return secret
}

/** HMAC-SHA256 of a purpose under the server's secret: 32 bytes from which the secret cannot be recovered. */
export async function derivedKey(
  context: { readonly db: Database },
  purpose: string,
): Promise<Buffer> {
  return createHmac('sha256', await readServerSecret(context))
    .update(purpose)
    .digest()
}
