import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { notifyAllocations } from '../place-notifications.ts'
import {
  changePools,
  lockAndReclaimPools,
  readPoolHolds,
  sellHeld,
  type PoolAddress,
  type PoolChange,
  type PoolHoldRow,
  type PoolLegRow,
} from '../pool-store.ts'
import {
  isWellFormed,
  placeKeys,
  placeOfKey,
  poolHoldState,
  poolQuantities,
  type PlaceAllocation,
} from '../rules.ts'
import { isClosedToLatePayments, isSaleEnded } from '../queries/read-offering.ts'
import { sellFreePlaces, type AllocatedPlace, type Sale } from '../store.ts'

type SaleAnswer = Result<void, 'SeatNotAvailable'>

/**
 * Sells everything these allocations name, or nothing: what their holds still hold, even after expiry, and otherwise
 * the SAME places again if they are free (a late payment), unless the sale was stopped or the item withdrawn meanwhile.
 * Nothing is sold of an item that does not take place (`endSale`). The allocations of one hold must name everything that the hold is to have sold, which makes the command
 * idempotent. A refusal is `SeatNotAvailable` with `detail: { placeIds, poolIds }`.
 */
export async function sellPlaces(
  context: Context,
  allocations: readonly PlaceAllocation[],
): Promise<SaleAnswer> {
  const malformed = allocations.find((allocation) => !isWellFormed(allocation))
  if (malformed) return refused(malformed.places, malformed.pools)
  const places = distinctPlaces(allocations)
  const twice = claimedTwice(places)
  if (twice.length > 0) return refused(twice.map(placeOfKey), [])
  const wanted = wantedOfPools(allocations)
  return inTransaction<SaleAnswer>(context, async (inside) => {
    if (places.length === 0 && (await sellHeld(inside, wanted))) {
      await notifyAllocations(inside, allocations)
      return ok(undefined)
    }
    if (places.length > 0) {
      // If pools follow, places are only locked here: a refusal must leave an open transaction untouched.
      const sale = await sellFreePlaces(inside, places, { lockOnly: wanted.length > 0 })
      if (!sale.sold) return refusedPlaces(places, sale)
    }
    if (wanted.length > 0) {
      const answer = await sellFromPools(inside, wanted)
      if (!answer.ok) return answer
      if (places.length > 0) await sellFreePlaces(inside, places, { lockOnly: false })
    }
    await notifyAllocations(inside, allocations)
    return ok(undefined)
  })
}

function refused(
  placeIds: readonly number[],
  pools: readonly { readonly poolId: number }[],
): Failure<'SeatNotAvailable'> {
  const poolIds = [...new Set(pools.map((pool) => pool.poolId))]
  return fail('SeatNotAvailable', { placeIds: [...new Set(placeIds)], poolIds })
}

function refusedPlaces(places: readonly AllocatedPlace[], sale: Sale): Failure<'SeatNotAvailable'> {
  // The result tells neither which places do not exist nor whose sale has ended, so all of them are reported.
  const isUnknown = sale.found < places.length || sale.inTheWay.length === 0
  const keys = isUnknown ? places.map((place) => place.key) : sale.inTheWay
  return refused(keys.map(placeOfKey), [])
}

function distinctPlaces(allocations: readonly PlaceAllocation[]): AllocatedPlace[] {
  const places = new Map<string, AllocatedPlace>()
  for (const allocation of allocations)
    for (const key of placeKeys(allocation)) {
      const { holdId, offeringId } = allocation
      places.set(`${holdId} ${offeringId} ${key}`, { holdId, offeringId, key })
    }
  return [...places.values()]
}

/** Two holds of one sale cannot have the same place. */
function claimedTwice(places: readonly AllocatedPlace[]): number[] {
  const seen = new Set<string>()
  return places
    .filter(({ offeringId, key }) => {
      const place = `${offeringId} ${key}`
      const again = seen.has(place)
      seen.add(place)
      return again
    })
    .map((place) => place.key)
}

interface WantedOfPool extends PoolAddress {
  readonly holdId: string
  readonly legFrom: number
  readonly legTo: number
  quantity: number
}

function wantedOfPools(allocations: readonly PlaceAllocation[]): WantedOfPool[] {
  const wanted = new Map<string, WantedOfPool>()
  for (const allocation of allocations)
    for (const { poolId, quantity } of poolQuantities(allocation)) {
      const { holdId, offeringId, legFrom, legTo } = allocation
      const key = [holdId, offeringId, poolId, legFrom, legTo].join()
      const one = wanted.get(key) ?? { holdId, offeringId, poolId, legFrom, legTo, quantity: 0 }
      one.quantity += quantity
      wanted.set(key, one)
    }
  return [...wanted.values()]
}

async function sellFromPools(
  context: Context,
  wanted: readonly WantedOfPool[],
): Promise<SaleAnswer> {
  const holdIds = [...new Set(wanted.map((one) => one.holdId))]
  // Our own expired hold is deleted too; its quantity is then missing, and the lock keeps it from others.
  const { rows: locked } = await lockAndReclaimPools(context, wanted)
  const plan = planSale(wanted, await readPoolHolds(context, holdIds))
  const short = tooSmall(plan.missing, locked)
  if (short.length > 0) return refused([], short)
  if (plan.changes.length === 0) return ok(undefined)
  const offeringIds = wanted.map(({ offeringId }) => offeringId)
  if (await isSaleEnded(context, offeringIds)) return refused([], wanted)
  const lapsed = plan.missing.map(({ offeringId }) => offeringId)
  if (await isClosedToLatePayments(context, lapsed)) return refused([], plan.missing)
  await changePools(context, plan.changes)
  return ok(undefined)
}

/** Counts what is sold first, then what is held; the rest is missing and must be free. */
function planSale(
  wanted: readonly WantedOfPool[],
  rows: readonly PoolHoldRow[],
): { changes: PoolChange[]; missing: WantedOfPool[] } {
  const changes: PoolChange[] = []
  const missing: WantedOfPool[] = []
  for (const one of wanted) {
    const { quantity, ...row } = one
    const had = (state: number) =>
      rows.find(
        (candidate) =>
          candidate.holdId === one.holdId &&
          candidate.offeringId === one.offeringId &&
          candidate.poolId === one.poolId &&
          candidate.legFrom === one.legFrom &&
          candidate.legTo === one.legTo &&
          candidate.state === state,
      )?.quantity ?? 0
    const unsold = quantity - had(poolHoldState.sold)
    if (unsold <= 0) continue
    const fromHeld = Math.min(unsold, had(poolHoldState.held))
    changes.push({ ...row, state: poolHoldState.held, difference: -fromHeld })
    changes.push({ ...row, state: poolHoldState.sold, difference: unsold })
    if (unsold > fromHeld) missing.push({ ...row, quantity: unsold - fromHeld })
  }
  return { changes, missing }
}

/** Pools that cannot supply what is missing, over the requests of all allocations together. */
function tooSmall(missing: readonly WantedOfPool[], locked: readonly PoolLegRow[]): WantedOfPool[] {
  const key = (pool: PoolAddress, leg: number) => `${pool.offeringId} ${pool.poolId} ${leg}`
  const left = new Map(locked.map((row) => [key(row, row.leg), row.left]))
  return missing.filter((one) => {
    let fits = true
    for (let leg = one.legFrom; leg < one.legTo; leg += 1) {
      const rest = (left.get(key(one, leg)) ?? 0) - one.quantity
      left.set(key(one, leg), rest)
      fits &&= rest >= 0
    }
    return !fits
  })
}
