import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { ApiKeyOwner, ApiKeyPort } from './sessions.ts'

/** Keys rarely change: lookups are cached for half a minute, so a disabled key stops working within that time. */
const cacheMilliseconds = 30_000
const cacheEntriesMax = 1_000

/** Names of the applications whose keys belong to these channels, by channel; the oldest key of each. */
export async function readChannelNames(
  context: Context,
  channels: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (channels.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('api_key')
    .select(['channel', 'name'])
    .where('channel', 'in', [...channels])
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(rows.map(({ channel, name }) => [channel, name]))
}

/** Only when the key is looked up, so a busy key costs one write in half a minute. */
async function recordUse({ db, clock }: Context, hash: Buffer): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: clock.now() })
    .where('key_hash', '=', hash)
    .execute()
}

export function createApiKeys(): ApiKeyPort {
  const known = new Map<string, { owner: ApiKeyOwner | null; until: number }>()
  return {
    async find(context, key) {
      const now = context.clock.now().getTime()
      const kept = known.get(key)
      if (kept && kept.until > now) return kept.owner
      const hash = createHash('sha256').update(key).digest()
      const row = await context.db
        .selectFrom('api_key')
        .select(['channel', 'is_secret', 'requests_per_minute', 'expires_at'])
        .where('key_hash', '=', hash)
        .where('is_active', '=', true)
        .where((where) =>
          where.or([
            where('expires_at', 'is', null),
            where('expires_at', '>', context.clock.now()),
          ]),
        )
        .executeTakeFirst()
      if (row?.is_secret) await recordUse(context, hash)
      if (known.size >= cacheEntriesMax) known.clear()
      const owner = row
        ? {
            channel: row.channel,
            partner: row.is_secret ? hash.toString('hex') : null,
            requestsPerMinute: row.is_secret ? row.requests_per_minute : null,
          }
        : null
      const ends = row?.expires_at?.getTime() ?? Infinity
      known.set(key, { owner, until: Math.min(now + cacheMilliseconds, ends) })
      return owner
    },
  }
}
