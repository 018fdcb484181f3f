import { sql } from 'kysely'
import { fail, ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { changePools, lockAndReclaimPools, type PoolAddress } from '../pool-store.ts'
import {
  counterKey,
  counterQuantities,
  countersTooSmall,
  isWellFormed,
  placeKeys,
  placeOfKey,
  poolLegKey,
  poolsTooSmall,
  takeFromCounters,
  takeFromPools,
  type CountersLeft,
  type HoldRequest,
  type PoolsLeft,
} from '../rules.ts'
import { arrayOf, sellsNow, takeFreeAcross, type WantedPlace } from '../store.ts'
import {
  announceRequests,
  hasOtherPlan,
  poolChangesOf,
  poolIdsOf,
  refused,
  wantsPools,
  type HoldAnswer,
} from './hold-places.ts'

export interface HeldAcross {
  readonly answers: readonly HoldAnswer[]
  readonly refused: readonly number[]
}

/**
 * Holds places of several offerings. Each request is granted wholly or not at all, in order of arrival; with
 * `isAllOrNothing` all are granted or none. Results are those of `holdPlaces`; `refused` lists the indexes of refused
 * requests. A place named by two requests goes to the first.
 *
 * All places are locked before all pools, both sorted by offering, as in every other command, so that commands cannot
 * deadlock. Requests for named places only take one statement.
 */
export async function holdAcross(
  context: Context,
  requests: readonly HoldRequest[],
  { isAllOrNothing }: { readonly isAllOrNothing: boolean },
): Promise<HeldAcross> {
  const result = await inTransaction(context, async (inside) => {
    const held = await decide(inside, requests, isAllOrNothing)
    await announceRequests(
      inside,
      requests.filter((_, index) => held.answers[index]?.ok),
    )
    return ok(held)
  })
  return result.value
}

async function decide(
  context: Context,
  requests: readonly HoldRequest[],
  isAllOrNothing: boolean,
): Promise<HeldAcross> {
  const isFormed = requests.map(isWellFormed)
  const ended = await findEnded(context, requests)
  if (isAllOrNothing && ended.size > 0) {
    const answers = requests.map((): HoldAnswer => fail('EventNotActive'))
    return {
      answers,
      refused: requests.flatMap((one, index) => (ended.has(one.offeringId) ? [index] : [])),
    }
  }
  const places = requests.flatMap((request, index) => (isFormed[index] ? wanted(request) : []))
  const mayTakeAtOnce =
    isAllOrNothing &&
    requests.every(({ plan }) => plan === undefined) &&
    isFormed.every(Boolean) &&
    !requests.some(wantsPools) &&
    !hasTwice(places)
  const locked =
    places.length > 0
      ? await takeFreeAcross(context, distinct(places), { lockOnly: !mayTakeAtOnce })
      : { taken: false, free: [] }
  if (mayTakeAtOnce && locked.taken) return { answers: requests.map(granted), refused: [] }
  const free = new Set(locked.free)
  const plans = await readPlans(context, requests)
  const pools = await survey(
    context,
    requests.filter((_, index) => isFormed[index]),
  )
  const answers = requests.map((request, index): HoldAnswer => {
    if (ended.has(request.offeringId)) return fail('EventNotActive')
    if (hasOtherPlan(request, plans.get(request.offeringId) ?? null)) return fail('SeatPlanChanged')
    const keys = placeKeys(request)
    const taken = keys.filter((key) => !free.has(freeKey(request.offeringId, key)))
    const left = pools.get(request.offeringId) ?? new Map()
    const tooSmall = poolsTooSmall(request, left)
    const usedUp = countersTooSmall(request, pools.counters)
    if (!isFormed[index] || taken.length + tooSmall.length + usedUp.length > 0)
      return refused(taken.map(placeOfKey), isFormed[index] ? tooSmall : poolIdsOf(request), usedUp)
    for (const key of keys) free.delete(freeKey(request.offeringId, key))
    takeFromPools(request, left)
    takeFromCounters(request, pools.counters)
    return granted(request)
  })
  const inTheWay = answers.flatMap((answer, index) => (answer.ok ? [] : [index]))
  const [first] = inTheWay
  if (isAllOrNothing && first !== undefined) {
    const refusal = answers[first] as HoldAnswer
    return { answers: answers.map((answer) => (answer.ok ? refusal : answer)), refused: inTheWay }
  }
  await take(
    context,
    requests.filter((_, index) => answers[index]?.ok),
  )
  return { answers, refused: inTheWay }
}

/**
 * Offerings of requests with `unless` whose sale has ended; the sale of the others cannot be stopped until the
 * transaction ends.
 */
async function findEnded(
  context: Context,
  requests: readonly HoldRequest[],
): Promise<ReadonlySet<number>> {
  const asking = requests.filter(({ unless }) => unless !== undefined)
  if (asking.length === 0) return new Set()
  const ids = arrayOf(new Set(asking.map(({ offeringId }) => offeringId)))
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) as asked (id)
    where not ${sellsNow(context, sql`id`, asking[0]?.unless)}`.execute(context.db)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** The plans of the offerings of requests with one, read while their places are locked. */
async function readPlans(
  context: Context,
  requests: readonly HoldRequest[],
): Promise<ReadonlyMap<number, string>> {
  const asking = requests.flatMap(({ offeringId, plan }) =>
    plan === undefined ? [] : [offeringId],
  )
  if (asking.length === 0) return new Map()
  const { rows } = await sql<{ id: number; plan: string }>`
    select id, plan from offering where id = any(${arrayOf(new Set(asking))}::bigint[]) and plan is not null`.execute(
    context.db,
  )
  return new Map(rows.map(({ id, plan }) => [Number(id), plan]))
}

/** Writes the decisions while the locks are held. */
async function take(context: Context, requests: readonly HoldRequest[]): Promise<void> {
  const places = requests.flatMap(wanted)
  if (places.length > 0) await takeFreeAcross(context, places, { lockOnly: false })
  const changes = requests.flatMap(poolChangesOf)
  if (changes.length > 0) await changePools(context, changes)
}

function granted({ until }: HoldRequest): HoldAnswer {
  return ok({ until })
}

function wanted(request: HoldRequest): WantedPlace[] {
  const { offeringId, holdId, until } = request
  return placeKeys(request).map((key) => ({ offeringId, key, holdId, until }))
}

function freeKey(offeringId: number, key: number): string {
  return `${offeringId} ${key}`
}

function distinct(places: readonly WantedPlace[]): WantedPlace[] {
  const byKey = new Map<string, WantedPlace>()
  for (const place of places) {
    const key = freeKey(place.offeringId, place.key)
    if (!byKey.has(key)) byKey.set(key, place)
  }
  return [...byKey.values()]
}

function hasTwice(places: readonly WantedPlace[]): boolean {
  return distinct(places).length < places.length
}

interface Surveyed {
  get(offeringId: number): PoolsLeft | undefined
  readonly counters: CountersLeft
}

/** Pools and counters are locked in one statement, because all pools of a transaction have one order. */
async function survey(context: Context, requests: readonly HoldRequest[]): Promise<Surveyed> {
  const byOffering = new Map<number, PoolsLeft>()
  const counters: CountersLeft = new Map()
  const counterKeys = new Set(requests.flatMap(counterQuantities).map(counterKey))
  const addresses: PoolAddress[] = requests.flatMap((request) => [
    ...poolIdsOf(request).map((poolId) => ({ offeringId: request.offeringId, poolId })),
    ...counterQuantities(request),
  ])
  if (addresses.length > 0)
    for (const row of (await lockAndReclaimPools(context, addresses)).rows) {
      if (counterKeys.has(counterKey(row))) counters.set(counterKey(row), row.left)
      const left: PoolsLeft = byOffering.get(row.offeringId) ?? new Map()
      left.set(poolLegKey(row.poolId, row.leg), row.left)
      byOffering.set(row.offeringId, left)
    }
  return { get: (offeringId) => byOffering.get(offeringId), counters }
}
