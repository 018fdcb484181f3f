/** Presence of waiting visitors: cached in the process, written periodically, for many in one statement. */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { createRequestBatcher, type RequestBatcher } from '#platform/request-batcher.ts'
import { seenEverySeconds, type SaleQueue, type Token } from './rules.ts'

const tokensMax = 50_000
/** Time after which other processes notice that a phone's place has moved to another token. */
const tokenCacheMilliseconds = 60_000
const batchMax = 5_000

interface Presence {
  readonly context: Context
  readonly id: number
}

interface PresenceCache {
  readonly tokens: LRUCache<string, Token>
  readonly presences: RequestBatcher<Presence, void>
}

const caches = new WeakMap<Database, PresenceCache>()

function cacheOf({ db }: Pick<Context, 'db'>): PresenceCache {
  let found = caches.get(db)
  if (!found) {
    found = {
      tokens: new LRUCache({ max: tokensMax, ttl: tokenCacheMilliseconds }),
      presences: createRequestBatcher({ batchMax, run: (_key, presences) => writeSeen(presences) }),
    }
    caches.set(db, found)
  }
  return found
}

/** The cached token that was waiting when it was last read; undefined if this process has not cached it. */
export function waitingToken(context: Pick<Context, 'db'>, given: string): Token | undefined {
  return cacheOf(context).tokens.get(given)
}

export function cacheWaiting(context: Pick<Context, 'db'>, given: string, token: Token): void {
  cacheOf(context).tokens.set(given, token)
}

/** Clears the cache after a phone's place has moved to another token. */
export function clearWaiting(context: Pick<Context, 'db'>): void {
  cacheOf(context).tokens.clear()
}

/** Whether a visitor's presence is due to be written. */
export function isPresenceDue(queue: SaleQueue, { seenAt }: Token, now: Date): boolean {
  return now.getTime() - seenAt.getTime() >= seenEverySeconds(queue) * 1_000
}

/** Writes a visitor's presence if it is due; returns the current token. An expired token stays expired. */
export async function recordSeen(context: Context, queue: SaleQueue, token: Token): Promise<Token> {
  const now = context.clock.now()
  if (!isPresenceDue(queue, token, now)) return token
  await cacheOf(context).presences.submit('seen', { context, id: token.id })
  return { ...token, seenAt: now }
}

async function writeSeen(presences: readonly Presence[]): Promise<void[]> {
  const [first] = presences
  if (first) {
    // Rows are locked in a fixed order, so that two processes cannot deadlock.
    const ids = presences.map(({ id }) => id).toSorted((left, right) => left - right)
    await sql`
      update waiting_room_token set seen_at = ${first.context.clock.now()}
      where left_at is null and id in (
        select id from waiting_room_token where id = any(${ids}::bigint[]) order by id for update)
    `.execute(first.context.db)
  }
  return presences.map(() => undefined)
}
