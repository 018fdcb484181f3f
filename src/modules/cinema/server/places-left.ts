import { readUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { seatPool } from './open-screening.ts'
import type { Programme, Screening } from './programme.ts'

/** A list of showtimes says how full they are at most this late; the plan itself is as it is. */
const freshMilliseconds = 5_000

interface Kept {
  readonly readAt: number
  readonly value: Promise<ReadonlyMap<number, number>>
}
const kept = new WeakMap<Database, Kept>()

/** Free places by offering, of all screenings of the coming days whose places were asked for. */
export function readPlacesLeft(
  context: Context,
  programme: Programme,
): Promise<ReadonlyMap<number, number>> {
  const now = context.clock.now().getTime()
  const found = kept.get(context.db)
  if (found && now >= found.readAt && now - found.readAt < freshMilliseconds) return found.value
  const value = countPlacesLeft(context, programme.screenings)
  const entry = { readAt: now, value }
  if (!context.db.isTransaction) kept.set(context.db, entry)
  value.catch(() => {
    if (kept.get(context.db) === entry) kept.delete(context.db)
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
    [...use].map(([offeringId, { places, placesSold, placesHeld, pools }]) => {
      const pool = pools.find(({ poolId }: { poolId: number }) => poolId === seatPool)
      const left = pool ? pool.capacity - pool.taken : places - placesSold - placesHeld
      return [offeringId, Math.max(left, 0)]
    }),
  )
}
