import { invariant, ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { notifyPlaces, poolsItem } from '../place-notifications.ts'
import {
  changePools,
  lockPools,
  poolsOfHolds,
  readPoolHolds,
  type PoolChange,
  type PoolHoldRow,
} from '../pool-store.ts'
import { poolHoldState, type PoolQuantity } from '../rules.ts'
import { freeHeldPlaces } from '../store.ts'

/** Part of each hold; the rest stays held. */
export interface PartOfHold {
  /** Needed when a hold spans several offerings, which may use the same place numbers. */
  readonly offeringId?: number
  /** Named places, on all legs they are held for. */
  readonly places?: readonly number[]
  /** Quantity to release from a pool, capped at what the hold has. */
  readonly pools?: readonly PoolQuantity[]
}

/**
 * Releases these holds, expired or not, wholly or in part; the places are free at once. Sold places stay sold.
 * Idempotent.
 */
export async function releaseHolds(
  context: Context,
  holdIds: readonly string[],
  only?: PartOfHold,
): Promise<void> {
  if (holdIds.length === 0) return
  for (const { quantity } of only?.pools ?? [])
    invariant(Number.isInteger(quantity) && quantity > 0, 'a pool gets back at least one place')
  await inTransaction(context, async (inside) => {
    if (!only) await releasePlaces(inside, holdIds, {})
    else if (only.places && only.places.length > 0) await releasePlaces(inside, holdIds, only)
    if (!only || (only.pools && only.pools.length > 0)) await releasePools(inside, holdIds, only)
    return ok(undefined)
  })
}

async function releasePlaces(
  context: Context,
  holdIds: readonly string[],
  only: PartOfHold,
): Promise<void> {
  const freed = await freeHeldPlaces(context, holdIds, only)
  for (const [offeringId, places] of Map.groupBy(freed, (place) => place.offeringId))
    await notifyPlaces(
      context,
      offeringId,
      places.map(({ placeId }) => placeId),
    )
}

async function releasePools(
  context: Context,
  holdIds: readonly string[],
  only: PartOfHold | undefined,
): Promise<void> {
  const pools = await poolsOfHolds(context, holdIds)
  if (pools.length === 0) return
  await lockPools(context, pools)
  const rows = await readPoolHolds(context, holdIds)
  const held = rows.filter(
    (row) =>
      row.state === poolHoldState.held &&
      (only?.offeringId === undefined || row.offeringId === only.offeringId),
  )
  const changes = only?.pools
    ? holdIds.flatMap((holdId) => partOf(held, holdId, only.pools ?? []))
    : held.map((row) => lessened(row, row.quantity))
  if (changes.length === 0) return
  await changePools(context, changes)
  for (const offeringId of new Set(changes.map((change) => change.offeringId)))
    await notifyPlaces(context, offeringId, [poolsItem])
}

function partOf(
  held: readonly PoolHoldRow[],
  holdId: string,
  wanted: readonly PoolQuantity[],
): PoolChange[] {
  const changes: PoolChange[] = []
  const left = new Map(held.map((row) => [row, row.quantity]))
  for (const { poolId, quantity } of wanted) {
    let missing = quantity
    for (const [row, available] of left) {
      if (row.holdId !== holdId || row.poolId !== poolId) continue
      const part = Math.min(missing, available)
      if (part === 0) continue
      changes.push(lessened(row, part))
      left.set(row, available - part)
      missing -= part
    }
  }
  return changes
}

function lessened(row: PoolHoldRow, quantity: number): PoolChange {
  const { holdId, offeringId, poolId, legFrom, legTo, state } = row
  return { holdId, offeringId, poolId, legFrom, legTo, state, difference: -quantity }
}
