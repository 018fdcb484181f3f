import { invariant } from '#kernel/result.ts'
import { releaseHolds, type PlaceAllocation } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { OrderLine } from './order.ts'

type Allocations = Map<
  string,
  PlaceAllocation & { places: number[]; pools: { poolId: number; quantity: number }[] }
>

/** The inventory allocations of these lines, with their counters: one per hold, offering and leg range. */
export function orderAllocations(lines: readonly OrderLine[]): PlaceAllocation[] {
  const allocations: Allocations = new Map()
  for (const line of lines) {
    const { holdId, offeringId, legFrom, legTo } = line
    if (holdId === null) continue
    invariant(offeringId !== null && legFrom !== null && legTo !== null, 'a held line has its legs')
    const allocation = claimOf(allocations, { holdId, offeringId, legFrom, legTo })
    if (line.placeId !== null) allocation.places.push(line.placeId)
    if (line.poolId !== null) addToPool(allocation.pools, line.poolId, line.quantity)
  }
  for (const { detail, quantity } of lines) {
    const { counter } = detail
    if (!counter) continue
    const allocation = claimOf(allocations, { ...counter, legFrom: 0, legTo: 1 })
    addToPool(allocation.pools, counter.poolId, quantity)
    for (const poolId of counter.alsoPoolIds ?? []) addToPool(allocation.pools, poolId, quantity)
  }
  return [...allocations.values()]
}

function claimOf(
  allocations: Allocations,
  { holdId, offeringId, legFrom, legTo }: Omit<PlaceAllocation, 'places' | 'pools'>,
) {
  const key = `${holdId} ${offeringId} ${legFrom} ${legTo}`
  const allocation = allocations.get(key) ?? {
    holdId,
    offeringId,
    legFrom,
    legTo,
    places: [],
    pools: [],
  }
  allocations.set(key, allocation)
  return allocation
}

function addToPool(
  pools: { poolId: number; quantity: number }[],
  poolId: number,
  quantity: number,
): void {
  const pool = pools.find((candidate) => candidate.poolId === poolId)
  if (pool) pool.quantity += quantity
  else pools.push({ poolId, quantity })
}

/** The holds of these lines, each once. */
export function holdIdsOf(lines: readonly OrderLine[]): string[] {
  const holdIds = lines.flatMap((line) => [line.holdId, line.detail.counter?.holdId ?? null])
  return [...new Set(holdIds.filter((holdId) => holdId !== null))]
}

/** Releases every place that these orders still hold; sold places stay sold. */
export async function releaseOrderPlaces(
  context: Context,
  orders: readonly { readonly lines: readonly OrderLine[] }[],
): Promise<void> {
  const holdIds = holdIdsOf(orders.flatMap((order) => order.lines))
  if (holdIds.length > 0) await releaseHolds(context, holdIds)
}
