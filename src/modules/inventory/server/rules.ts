import { legCountMax, placeIdMax } from '#kernel/legs.ts'

/** The part of an offering that one hold takes, holds or releases. */
export interface PlaceAllocation {
  /** Uuid of the hold; everything taken under it is released, extended and sold together. */
  readonly holdId: string
  readonly offeringId: number
  /** First leg, counted from 0. */
  readonly legFrom: number
  /** Exclusive: a one-leg offering is taken from 0 to 1. */
  readonly legTo: number
  /** Named places; each is taken for every leg of the claim. */
  readonly places: readonly number[]
  /** Quantity taken from the pool, on every leg of the allocation. */
  readonly pools: readonly PoolQuantity[]
}

export interface PoolQuantity {
  readonly poolId: number
  readonly quantity: number
}

/** A quantity of a pool of another one-leg offering, taken by a hold together with its places. */
export interface Counter extends PoolQuantity {
  readonly offeringId: number
}

/** Places and pools on one leg range. */
export type LegClaim = Pick<PlaceAllocation, 'legFrom' | 'legTo' | 'places' | 'pools'>

export interface HoldRequest extends PlaceAllocation {
  /** More of the same offering on other leg ranges, granted or refused together with the rest. */
  readonly others?: readonly LegClaim[]
  /** Granted or refused together with the places, for example uses of an access code. */
  readonly counters?: readonly Counter[]
  /** Expiry of the hold, exclusive: from this instant others may take its places. */
  readonly until: Date
  /**
   * Refused as `EventNotActive` where the sale of the offering was stopped (`stopped`), or is not open now (`closed`).
   * The same for all requests of a batch.
   */
  readonly unless?: SaleEnd
  /**
   * The plan whose place numbers the request has; refused as `SeatPlanChanged` where the offering has another one now.
   * Absent: not checked.
   */
  readonly plan?: string | undefined
}

export type SaleEnd = 'stopped' | 'closed'

/** The numbers of `place_leg.state`. */
export const placeState = { free: 0, held: 1, sold: 2, blocked: 3, returned: 4 } as const

/** The numbers of `pool_hold.state`. */
export const poolHoldState = { held: 1, sold: 2 } as const

export type PoolHoldState = (typeof poolHoldState)[keyof typeof poolHoldState]

/**
 * What `readAvailability` writes for each place: the specification's seat status, with 4 and 5 for places held by
 * somebody else and by the caller.
 */
export const availabilityState = {
  free: 0,
  blocked: 1,
  refunded: 2,
  sold: 3,
  held: 4,
  yours: 5,
} as const

/** Bits of a place key that say the leg. */
export const legBits = 8
const keysOfPlace = 2 ** legBits
const quantityMax = 1_000_000
const integerMax = 2_147_483_647

/** One number for one place on one leg; keys sort by place and then by leg, the order of all locking. */
export function placeKey(placeId: number, leg: number): number {
  return placeId * keysOfPlace + leg
}

export function placeOfKey(key: number): number {
  return Math.floor(key / keysOfPlace)
}

/** What a request asks for, by leg range. */
export function legClaimsOf(request: PlaceAllocation & Pick<HoldRequest, 'others'>): LegClaim[] {
  return request.others ? [request, ...request.others] : [request]
}

/** The distinct keys of each place on each leg of the allocation. */
export function placeKeys(allocation: PlaceAllocation & Pick<HoldRequest, 'others'>): number[] {
  if (allocation.others) return [...new Set(legClaimsOf(allocation).flatMap(keysOnLegs))]
  return keysOnLegs(allocation)
}

function keysOnLegs(allocation: LegClaim): number[] {
  const keys: number[] = []
  for (const placeId of new Set(allocation.places))
    for (let leg = allocation.legFrom; leg < allocation.legTo; leg += 1)
      keys.push(placeKey(placeId, leg))
  return keys
}

/** The pools of an allocation, each once with the total quantity requested. */
export function poolQuantities(allocation: Pick<PlaceAllocation, 'pools'>): PoolQuantity[] {
  const quantities = new Map<number, number>()
  for (const { poolId, quantity } of allocation.pools)
    quantities.set(poolId, (quantities.get(poolId) ?? 0) + quantity)
  return [...quantities].map(([poolId, quantity]) => ({ poolId, quantity }))
}

/**
 * Whether an allocation is well formed. Numbers out of range would make the whole batch fail in the database, so such
 * an allocation is refused on its own.
 */
export function isWellFormed(
  allocation: PlaceAllocation & Pick<HoldRequest, 'counters' | 'others'>,
): boolean {
  const { counters = [] } = allocation
  return legClaimsOf(allocation).every(isLegClaim) && counters.every(isPoolQuantity)
}

function isLegClaim({ legFrom, legTo, places, pools }: LegClaim): boolean {
  return (
    isBetween(legFrom, 0, legCountMax) &&
    isBetween(legTo, legFrom + 1, legCountMax) &&
    places.every((placeId) => isBetween(placeId, 1, placeIdMax)) &&
    pools.every(isPoolQuantity)
  )
}

function isPoolQuantity({ poolId, quantity }: PoolQuantity): boolean {
  return isBetween(poolId, 0, integerMax) && isBetween(quantity, 1, quantityMax)
}

function isBetween(value: number, from: number, to: number): boolean {
  return Number.isInteger(value) && value >= from && value <= to
}

/** Holder of a place on a leg: the hold's id, or `nobody` when it is sold, blocked or unknown. */
export type Holders = Map<number, string>
export const nobody = ''

/** Keys that are unavailable to this hold; its own places are available. */
export function conflictingKeys(keys: readonly number[], holdId: string, taken: Holders): number[] {
  return keys.filter((key) => {
    const holder = taken.get(key)
    return holder !== undefined && holder !== holdId
  })
}

/**
 * Splits requests into those that can be decided together and those that must wait because an earlier request asks
 * for the same place. A waiting request also delays later ones that share its places, so that none overtakes it.
 */
export function splitByConflict<Request extends { readonly keys: readonly number[] }>(
  requests: readonly Request[],
): { together: Request[]; waiting: Request[] } {
  const wanted = new Set<number>()
  const together: Request[] = []
  const waiting: Request[] = []
  for (const request of requests) {
    const conflicts = request.keys.some((key) => wanted.has(key))
    for (const key of request.keys) wanted.add(key)
    ;(conflicts ? waiting : together).push(request)
  }
  return { together, waiting }
}

/** What is left of each pool on each leg, by `poolLegKey`; a missing entry is a pool that does not exist. */
export type PoolsLeft = Map<string, number>

export function poolLegKey(poolId: number, leg: number): string {
  return `${poolId}:${leg}`
}

/** Quantities requested from each pool on each leg, over all leg ranges. */
function wantedOnLegs(request: HoldRequest): Map<string, { poolId: number; quantity: number }> {
  const wanted = new Map<string, { poolId: number; quantity: number }>()
  for (const allocation of legClaimsOf(request))
    for (const { poolId, quantity } of allocation.pools)
      for (let leg = allocation.legFrom; leg < allocation.legTo; leg += 1) {
        const key = poolLegKey(poolId, leg)
        wanted.set(key, { poolId, quantity: (wanted.get(key)?.quantity ?? 0) + quantity })
      }
  return wanted
}

/** Pools that cannot supply the request; a pool that does not exist on a leg has nothing left there. */
export function poolsTooSmall(request: HoldRequest, left: PoolsLeft): number[] {
  const small = new Set<number>()
  for (const [key, { poolId, quantity }] of wantedOnLegs(request))
    if ((left.get(key) ?? -1) < quantity) small.add(poolId)
  return [...small]
}

/** Subtracts the request's quantities from what is left. */
export function takeFromPools(request: HoldRequest, left: PoolsLeft): void {
  for (const [key, { quantity }] of wantedOnLegs(request))
    left.set(key, (left.get(key) ?? 0) - quantity)
}

/** The counters of a request, each once with the total quantity requested. */
export function counterQuantities({ counters = [] }: Pick<HoldRequest, 'counters'>): Counter[] {
  const merged = new Map<string, Counter>()
  for (const counter of counters) {
    const key = counterKey(counter)
    const quantity = (merged.get(key)?.quantity ?? 0) + counter.quantity
    merged.set(key, { ...counter, quantity })
  }
  return [...merged.values()]
}

/** What is left of each counter, by `counterKey`; a missing entry is an unknown counter. */
export type CountersLeft = Map<string, number>

export function counterKey({ offeringId, poolId }: Omit<Counter, 'quantity'>): string {
  return `${offeringId}:${poolId}`
}

/** Offerings of the counters that cannot supply the request. */
export function countersTooSmall(request: HoldRequest, left: CountersLeft): number[] {
  return counterQuantities(request)
    .filter((counter) => (left.get(counterKey(counter)) ?? -1) < counter.quantity)
    .map((counter) => counter.offeringId)
}

export function takeFromCounters(request: HoldRequest, left: CountersLeft): void {
  for (const counter of counterQuantities(request)) {
    const key = counterKey(counter)
    left.set(key, (left.get(key) ?? 0) - counter.quantity)
  }
}
