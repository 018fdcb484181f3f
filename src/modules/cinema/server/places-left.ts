import { readUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { seatPool } from './open-screening.ts'
import type { Programme, Screening } from './programme.ts'

/** Maximum age of the numbers of free places in lists of showtimes; seat plans are always current. */
const cacheMilliseconds = 5_000

interface CacheEntry {
  readonly readAt: number
  readonly value: Promise<ReadonlyMap<number, number>>
}
const cache = new WeakMap<Database, CacheEntry>()

/** Free places by offering, for all upcoming screenings that have an offering. */
export function readPlacesLeft(
  context: Context,
  programme: Programme,
): Promise<ReadonlyMap<number, number>> {
  const now = context.clock.now().getTime()
  const found = cache.get(context.db)
  if (found && now >= found.readAt && now - found.readAt < cacheMilliseconds) return found.value
  const value = countPlacesLeft(context, programme.screenings)
  const entry = { readAt: now, value }
  if (!context.db.isTransaction) cache.set(context.db, entry)
  value.catch(() => {
    if (cache.get(context.db) === entry) cache.delete(context.db)
  })
  return value
}

async function countPlacesLeft(
  context: Context,
  screenings: readonly Screening[],
): Promise<ReadonlyMap<number, number>> {
  const offeringIds = screenings.flatMap(({ offeringId }) => offeringId ?? [])
  const use = offeringIds.length > 0 ? await readUse(context, offeringIds) : new Map()
  return new Map(
    [...use].map(([offeringId, { places, placesSold, placesHeld, placesKept, pools }]) => {
      const pool = pools.find(({ poolId }: { poolId: number }) => poolId === seatPool)
      const left = pool ? pool.capacity - pool.taken : places - placesSold - placesHeld - placesKept
      return [offeringId, Math.max(left, 0)]
    }),
  )
}
