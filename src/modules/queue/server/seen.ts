/** Presence of waiting visitors: cached in the process, written from time to time, for many in one statement. */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { createRequestBatcher, type RequestBatcher } from '#platform/request-batcher.ts'
import { seenEverySeconds, type SaleQueue, type Token } from './rules.ts'

const keptMost = 50_000
/** Time after which other processes notice that a place moved to another device. */
const keptMilliseconds = 60_000
const batchMax = 5_000

interface Sight {
  readonly context: Context
  readonly id: number
}

interface Kept {
  readonly tokens: LRUCache<string, Token>
  readonly sights: RequestBatcher<Sight, void>
}

const kept = new WeakMap<Database, Kept>()

function keptFor({ db }: Pick<Context, 'db'>): Kept {
  let found = kept.get(db)
  if (!found) {
    found = {
      tokens: new LRUCache({ max: keptMost, ttl: keptMilliseconds }),
      sights: createRequestBatcher({ batchMax, run: (_key, sights) => writeSeen(sights) }),
    }
    kept.set(db, found)
  }
  return found
}

/** A token that waited when it was last read; undefined when this process has not cached it. */
export function waitingToken(context: Pick<Context, 'db'>, given: string): Token | undefined {
  return keptFor(context).tokens.get(given)
}

export function keepWaiting(context: Pick<Context, 'db'>, given: string, token: Token): void {
  keptFor(context).tokens.set(given, token)
}

/** A place has moved to another token. */
export function forgetWaiting(context: Pick<Context, 'db'>): void {
  keptFor(context).tokens.clear()
}

/** Whether a visitor's presence is due to be written. */
export function isSightDue(queue: SaleQueue, { seenAt }: Token, now: Date): boolean {
  return now.getTime() - seenAt.getTime() >= seenEverySeconds(queue) * 1_000
}

/** Writes a visitor's presence from time to time; returns the current token. An expired token stays expired. */
export async function noteSeen(context: Context, queue: SaleQueue, token: Token): Promise<Token> {
  const now = context.clock.now()
  if (!isSightDue(queue, token, now)) return token
  await keptFor(context).sights.submit('seen', { context, id: token.id })
  return { ...token, seenAt: now }
}

async function writeSeen(sights: readonly Sight[]): Promise<void[]> {
  const [first] = sights
  if (first) {
    // In a fixed order, so that two processes cannot deadlock.
    const ids = sights.map(({ id }) => id).toSorted((left, right) => left - right)
    await sql`
      update waiting_room_token set seen_at = ${first.context.clock.now()}
      where left_at is null and id in (
        select id from waiting_room_token where id = any(${ids}::bigint[]) order by id for update)
    `.execute(first.context.db)
  }
  return sights.map(() => undefined)
}
