import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { databaseOf } from '#platform/database/database.ts'
import { placeStates } from '../states.ts'

/** The named places of an offering that are not withheld, or the places of one of its pools. */
export interface Stock {
  readonly offeringId: number
  /** Null: the named places. */
  readonly poolId: number | null
}

/** Halls rarely change while they sell, and counting their places on every hold would be expensive. */
const cacheMilliseconds = 60_000
const cacheEntriesMax = 5_000

const capacities = new WeakMap<object, LRUCache<string, number>>()

/** How many places there are in all. Cached for a minute, inside transactions too. */
export async function readCapacity(context: Context, stock: Stock): Promise<number> {
  const database = databaseOf(context.db)
  let known = capacities.get(database)
  if (!known) {
    known = new LRUCache({ max: cacheEntriesMax, ttl: cacheMilliseconds, ttlResolution: 0 })
    capacities.set(database, known)
  }
  const { offeringId, poolId } = stock
  const key = `${offeringId} ${poolId}`
  const found = known.get(key)
  if (found !== undefined) return found
  // Every leg has the same places.
  const { rows } = await (
    poolId === null
      ? sql<{ places: number }>`
        select count(*)::integer as places from place_leg
        where offering_id = ${offeringId} and leg = 0 and state <> ${placeStates.blocked}`
      : sql<{ places: number }>`
        select capacity as places from pool_leg
        where offering_id = ${offeringId} and pool_id = ${poolId} order by leg limit 1`
  ).execute(context.db)
  const places = rows[0]?.places ?? 0
  known.set(key, places)
  return places
}
