import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { lockPools, poolsOfHolds, readPoolHolds } from '../pool-store.ts'
import { poolHoldState } from '../rules.ts'
import { lockHeldPlaces, moveHoldEnd } from '../store.ts'

type Extension = Result<void, 'SeatNotAvailable'>

/**
 * Extends all these holds to `until`, or none: each must hold something, and none may have expired; otherwise
 * `SeatNotAvailable`. An expired hold is not revived even if its places are still free, because part of it may
 * already be taken; release it and hold the places again. Sold places are not affected.
 */
export async function extendHolds(
  context: Context,
  holdIds: readonly string[],
  until: Date,
): Promise<Extension> {
  if (holdIds.length === 0) return ok(undefined)
  return inTransaction<Extension>(context, async (inside) => {
    const ends = await lockHeldPlaces(inside, holdIds)
    const pools = await poolsOfHolds(inside, holdIds)
    if (pools.length > 0) {
      await lockPools(inside, pools)
      for (const { holdId, state, heldUntil } of await readPoolHolds(inside, holdIds))
        if (state === poolHoldState.held && heldUntil !== null) ends.push({ holdId, heldUntil })
    }
    const holding = new Set(ends.map((row) => row.holdId))
    const now = inside.clock.now()
    const whole =
      holdIds.every((holdId) => holding.has(holdId)) && ends.every((row) => row.heldUntil > now)
    if (!whole) return fail('SeatNotAvailable')
    await moveHoldEnd(inside, holdIds, until)
    return ok(undefined)
  })
}
