import { createHash } from 'node:crypto'
import type { ApiKeyPort } from './sessions.ts'

/** Keys rarely change: lookups are cached for half a minute, so a disabled key stops working within that time. */
const cacheMilliseconds = 30_000
const cacheEntriesMax = 1_000

export function createApiKeys(): ApiKeyPort {
  const known = new Map<string, { channel: string | null; until: number }>()
  return {
    async channelOf(context, key) {
      const now = context.clock.now().getTime()
      const kept = known.get(key)
      if (kept && kept.until > now) return kept.channel
      const row = await context.db
        .selectFrom('api_key')
        .select('channel')
        .where('key_hash', '=', createHash('sha256').update(key).digest())
        .where('is_active', '=', true)
        .executeTakeFirst()
      if (known.size >= cacheEntriesMax) known.clear()
      known.set(key, { channel: row?.channel ?? null, until: now + cacheMilliseconds })
      return row?.channel ?? null
    },
  }
}
