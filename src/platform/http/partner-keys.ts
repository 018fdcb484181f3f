/** Secret keys of partners in the table of API keys; a key is stored as its hash. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction, type Context } from '#platform/context.ts'
import { fail, ok, type Result } from '#kernel/result.ts'

const shownMax = 500
const hintLength = 4

export interface PartnerKey {
  readonly id: string
  readonly name: string
  readonly channel: string
  readonly hint: string
  readonly requestsPerMinute: number | null
  readonly isActive: boolean
  readonly createdAt: Date
  readonly expiresAt: Date | null
  /** Null: never used since this is recorded. */
  readonly lastUsedAt: Date | null
}

/** The newest first; one of them when it is named. */
export async function readPartnerKeys(context: Context, id?: string): Promise<PartnerKey[]> {
  const { rows } = await sql<PartnerKey>`
    select id, name, channel, hint, requests_per_minute as "requestsPerMinute",
      is_active as "isActive", created_at as "createdAt", expires_at as "expiresAt",
      last_used_at as "lastUsedAt"
    from api_key where is_secret and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    order by created_at desc, id limit ${shownMax}`.execute(context.db)
  return rows
}

/** `ChannelTaken` for a channel of the shop's own pages and apps: orders of a partner must not pass for theirs. */
export async function insertPartnerKey(
  context: Context,
  key: string,
  given: {
    readonly id: string
    readonly name: string
    readonly channel: string
    readonly requestsPerMinute: number
    readonly expiresAt: Date | null
  },
): Promise<Result<PartnerKey, 'ChannelTaken'>> {
  const { id, name, channel, requestsPerMinute, expiresAt } = given
  return inTransaction<Result<PartnerKey, 'ChannelTaken'>>(context, async (inside) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('partner keys', 0))`.execute(inside.db)
    const taken = await inside.db
      .selectFrom('api_key')
      .select('id')
      .where('channel', '=', channel)
      .where('is_secret', '=', false)
      .executeTakeFirst()
    if (taken) return fail('ChannelTaken')
    await inside.db
      .insertInto('api_key')
      .values({
        id,
        key_hash: createHash('sha256').update(key).digest(),
        name,
        channel,
        hint: key.slice(-hintLength),
        is_secret: true,
        requests_per_minute: requestsPerMinute,
        expires_at: expiresAt,
        created_at: inside.clock.now(),
      })
      .execute()
    const [made] = await readPartnerKeys(inside, id)
    return made ? ok(made) : fail('ChannelTaken')
  })
}

/** Null for an unknown key. A revoked one is changed no more. */
export async function updatePartnerKey(
  context: Context,
  id: string,
  change: { readonly requestsPerMinute?: number | undefined; readonly isRevoked: boolean },
): Promise<PartnerKey | null> {
  const { requestsPerMinute, isRevoked } = change
  await sql`
    update api_key set is_active = ${!isRevoked},
      requests_per_minute = coalesce(${requestsPerMinute ?? null}::integer, requests_per_minute)
    where id = ${id} and is_secret and is_active`.execute(context.db)
  return (await readPartnerKeys(context, id))[0] ?? null
}
