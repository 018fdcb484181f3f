import { fail, invariant, ok, type Failure, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { notifyAllocations } from '../place-notifications.ts'
import { changePools, lockAndReclaimPools, type PoolChange } from '../pool-store.ts'
import {
  counterKey,
  counterQuantities,
  countersTooSmall,
  isWellFormed,
  conflictingKeys,
  legClaimsOf,
  nobody,
  placeKeys,
  placeOfKey,
  poolHoldState,
  poolLegKey,
  poolQuantities,
  poolsTooSmall,
  splitByConflict,
  takeFromCounters,
  takeFromPools,
  type CountersLeft,
  type Holders,
  type HoldRequest,
  type PoolsLeft,
} from '../rules.ts'
import { takeFreePlaces, type LeftPlace } from '../take-free-places.ts'

export type HoldAnswer = Result<
  { readonly until: Date },
  'SeatNotAvailable' | 'SeatPlanChanged' | 'EventNotActive'
>

interface Asking {
  readonly index: number
  readonly request: HoldRequest
  readonly keys: readonly number[]
}

/**
 * Holds places of ONE offering for many requests at once, in order of arrival; each is granted wholly or refused
 * independently of the others. A refusal is `SeatNotAvailable` with `detail: { placeIds, poolIds }`: the unavailable
 * (or unknown) places and pools.
 *
 * Joins the open transaction of the context, if any. Requesting places that the hold already has renews them until the
 * new end; requesting a pool again takes more of it. Counters are pools of other offerings taken by the same hold; when
 * some are exhausted, and only then, the refusal lists their offerings as `counterIds`. A request with `unless` is
 * refused as `EventNotActive` once the sale has ended, even when that happened only just before, and one with the `plan`
 * of former place numbers as `SeatPlanChanged`. The caller checks limits (`readOffering`).
 */
export async function holdPlaces(
  context: Context,
  requests: readonly HoldRequest[],
): Promise<readonly HoldAnswer[]> {
  const [first] = requests
  if (!first) return []
  const answers: HoldAnswer[] = requests.map((request) => ok({ until: request.until }))
  const asking: Asking[] = []
  requests.forEach((request, index) => {
    invariant(request.offeringId === first.offeringId, 'a batch of holds is of one offering')
    if (isWellFormed(request)) asking.push({ index, request, keys: placeKeys(request) })
    else answers[index] = refused(placeIdsOf(request), poolIdsOf(request))
  })
  if (requests.some(wantsPools)) {
    await inTransaction(context, async (inside) => {
      await holdWithPools(inside, first, asking, answers)
      return ok(undefined)
    })
  } else await holdNamedPlaces(context, first, asking, answers)
  await announceRequests(
    context,
    requests.filter((_, index) => answers[index]?.ok),
  )
  return answers
}

export function wantsPools(request: HoldRequest): boolean {
  return (
    request.pools.length > 0 ||
    Boolean(request.counters?.length) ||
    Boolean(request.others?.some(({ pools }) => pools.length > 0))
  )
}

export function announceRequests(
  context: Context,
  requests: readonly HoldRequest[],
): Promise<void> {
  return notifyAllocations(
    context,
    requests.flatMap((request) =>
      legClaimsOf(request).map(({ places, pools }) => ({
        offeringId: request.offeringId,
        places,
        pools,
      })),
    ),
  )
}

export function refused(
  placeIds: Iterable<number>,
  poolIds: Iterable<number>,
  counterIds: readonly number[] = [],
): Failure<'SeatNotAvailable'> {
  return fail('SeatNotAvailable', {
    placeIds: [...new Set(placeIds)],
    poolIds: [...poolIds],
    ...(counterIds.length > 0 && { counterIds }),
  })
}

function placeIdsOf(request: HoldRequest): number[] {
  return legClaimsOf(request).flatMap(({ places }) => places)
}

export function poolIdsOf(request: HoldRequest): number[] {
  return [...new Set(legClaimsOf(request).flatMap(({ pools }) => pools.map((one) => one.poolId)))]
}

/**
 * One statement decides all requests that share no place. One that shares a place with an earlier request waits for its
 * outcome: when the place was taken, it is refused without asking the database, otherwise it is part of the next
 * statement. The first statement locks the places of all, because inside a transaction later locks would break the
 * sorted order and two batches could wait for each other.
 */
async function holdNamedPlaces(
  context: Context,
  { offeringId, unless }: HoldRequest,
  asking: readonly Asking[],
  answers: HoldAnswer[],
): Promise<void> {
  const taken: Holders = new Map()
  let pending = asking.filter((one) => one.keys.length > 0)
  while (pending.length > 0) {
    const { together, waiting } = splitByConflict(pending)
    const lockOnly = keysBesides(waiting, together)
    const wanted = together.map(placeRequest)
    const outcome = await takeFreePlaces(context, offeringId, wanted, {
      lockOnly,
      unless,
      // A request that waits may already have the place that an earlier one is refused.
      namesHolders: waiting.length > 0,
    })
    if (!outcome.isSelling) {
      for (const one of pending) answers[one.index] = fail('EventNotActive')
      return
    }
    const granted = new Set(outcome.granted)
    const left = new Map(outcome.left.map((place) => [place.key, place]))
    for (const key of lockOnly) noteHolder(taken, key, left.get(key))
    together.forEach((one, index) => {
      if (granted.has(index)) for (const key of one.keys) taken.set(key, one.request.holdId)
      else if (hasOtherPlan(one.request, outcome.plan)) answers[one.index] = fail('SeatPlanChanged')
      else {
        for (const key of one.keys) noteHolder(taken, key, left.get(key))
        answers[one.index] = refusedPlaces(conflictingKeys(one.keys, one.request.holdId, taken))
      }
    })
    pending = waiting.filter((one) => {
      const inTheWay = conflictingKeys(one.keys, one.request.holdId, taken)
      if (inTheWay.length > 0) answers[one.index] = refusedPlaces(inTheWay)
      return inTheWay.length === 0
    })
  }
}

function placeRequest({ request, keys }: Asking) {
  return { holdId: request.holdId, until: request.until, keys, plan: request.plan }
}

/** Whether the request's place numbers are those of another plan than the offering has. */
export function hasOtherPlan({ plan }: HoldRequest, current: string | null): boolean {
  return plan !== undefined && current !== null && plan !== current
}

function refusedPlaces(keys: readonly number[]): Failure<'SeatNotAvailable'> {
  return refused(keys.map(placeOfKey), [])
}

/** A key the database did not answer names a place that does not exist. */
function noteHolder(taken: Holders, key: number, place: LeftPlace | undefined): void {
  if (!place) taken.set(key, nobody)
  else if (!place.isFree) taken.set(key, place.holdId ?? nobody)
}

function keysBesides(some: readonly Asking[], others: readonly Asking[]): number[] {
  const keys = new Set(some.flatMap((one) => one.keys))
  for (const one of others) for (const key of one.keys) keys.delete(key)
  return [...keys]
}

/**
 * A batch with pools is locked completely, places first and then pools, decided in order of arrival, then written:
 * what is left of a pool depends on every earlier request.
 */
async function holdWithPools(
  context: Context,
  { offeringId, unless }: HoldRequest,
  asking: readonly Asking[],
  answers: HoldAnswer[],
): Promise<void> {
  const { taken, plan } = await surveyPlaces(context, offeringId, asking)
  const left = await surveyPools(context, { offeringId, unless }, asking)
  if (!left.isSelling) {
    for (const one of asking) answers[one.index] = fail('EventNotActive')
    return
  }
  const granted: Asking[] = []
  for (const one of asking) {
    if (one.keys.length > 0 && hasOtherPlan(one.request, plan)) {
      answers[one.index] = fail('SeatPlanChanged')
      continue
    }
    const inTheWay = conflictingKeys(one.keys, one.request.holdId, taken)
    const tooSmall = poolsTooSmall(one.request, left.pools)
    const usedUp = countersTooSmall(one.request, left.counters)
    if (inTheWay.length + tooSmall.length + usedUp.length > 0)
      answers[one.index] = refused(inTheWay.map(placeOfKey), tooSmall, usedUp)
    else {
      for (const key of one.keys) taken.set(key, one.request.holdId)
      takeFromPools(one.request, left.pools)
      takeFromCounters(one.request, left.counters)
      granted.push(one)
    }
  }
  await takeLockedPlaces(context, offeringId, granted)
  const changes = granted.flatMap(({ request }) => poolChangesOf(request))
  if (changes.length > 0) await changePools(context, changes)
}

export function poolChangesOf(request: HoldRequest): PoolChange[] {
  const { holdId, offeringId, until } = request
  const shared = { holdId, state: poolHoldState.held, until }
  const own = legClaimsOf(request).flatMap((allocation) =>
    poolQuantities(allocation).map(({ poolId, quantity }) => ({
      ...shared,
      offeringId,
      poolId,
      legFrom: allocation.legFrom,
      legTo: allocation.legTo,
      difference: quantity,
    })),
  )
  const counters = counterQuantities(request).map(({ quantity, ...pool }) => ({
    ...shared,
    ...pool,
    legFrom: 0,
    legTo: 1,
    difference: quantity,
  }))
  return [...own, ...counters]
}

/** Locks every place of the batch and returns the holders of those that are not free, and the offering's plan. */
async function surveyPlaces(
  context: Context,
  offeringId: number,
  asking: readonly Asking[],
): Promise<{ readonly taken: Holders; readonly plan: string | null }> {
  const taken: Holders = new Map()
  const keys = keysBesides(asking, [])
  if (keys.length === 0) return { taken, plan: null }
  const { left, plan } = await takeFreePlaces(context, offeringId, [], {
    lockOnly: keys,
    namesHolders: true,
  })
  const found = new Map(left.map((place) => [place.key, place]))
  for (const key of keys) noteHolder(taken, key, found.get(key))
  return { taken, plan }
}

interface Left {
  /** Checked while the pools are locked. */
  readonly isSelling: boolean
  readonly pools: PoolsLeft
  readonly counters: CountersLeft
}

/** Pools and counters are locked in one statement, because all pools of a transaction have one order. */
async function surveyPools(
  context: Context,
  { offeringId, unless }: Pick<HoldRequest, 'offeringId' | 'unless'>,
  asking: readonly Asking[],
): Promise<Left> {
  const left = { pools: new Map(), counters: new Map() }
  const poolIds = new Set(asking.flatMap(({ request }) => poolIdsOf(request)))
  const counters = asking.flatMap(({ request }) => counterQuantities(request))
  const wanted = [...[...poolIds].map((poolId) => ({ offeringId, poolId })), ...counters]
  if (wanted.length === 0) return { ...left, isSelling: true }
  const { rows, isSelling } = await lockAndReclaimPools(context, wanted, { offeringId, unless })
  for (const row of rows) {
    if (row.offeringId === offeringId) left.pools.set(poolLegKey(row.poolId, row.leg), row.left)
    else left.counters.set(counterKey(row), row.left)
  }
  return { ...left, isSelling }
}

async function takeLockedPlaces(
  context: Context,
  offeringId: number,
  granted: readonly Asking[],
): Promise<void> {
  let pending = granted.filter((one) => one.keys.length > 0)
  while (pending.length > 0) {
    // Only requests of one and the same hold can still share a place here.
    const { together, waiting } = splitByConflict(pending)
    const outcome = await takeFreePlaces(context, offeringId, together.map(placeRequest))
    invariant(outcome.granted.length === together.length, 'a locked free place can be taken')
    pending = waiting
  }
}
