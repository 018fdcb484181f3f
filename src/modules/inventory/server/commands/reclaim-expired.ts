import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { lockAndReclaimPools, poolsWithEndedHolds } from '../pool-store.ts'

/**
 * Sweep: returns expired pool holds to their pools, one pool at a time so that sales continue meanwhile. Named places
 * need no sweep: an expired hold on them does not block a new one.
 */
export async function reclaimExpired(context: Context): Promise<void> {
  for (const pool of await poolsWithEndedHolds(context)) {
    await inTransaction(context, async (inside) => {
      await lockAndReclaimPools(inside, [pool])
      return ok(undefined)
    })
  }
}
