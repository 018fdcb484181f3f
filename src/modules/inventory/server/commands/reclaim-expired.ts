import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { lockAndReclaimPools, poolsWithEndedHolds } from '../pool-store.ts'

/**
 * Sweep: gives what ended holds have of pools back to the pools, one pool after the other so that sales go
 * on beside it. Named places need no sweep: whoever asks for one whose hold has ended gets it.
 */
export async function reclaimExpired(context: Context): Promise<void> {
  for (const pool of await poolsWithEndedHolds(context)) {
    await inTransaction(context, async (inside) => {
      await lockAndReclaimPools(inside, [pool])
      return ok(undefined)
    })
  }
}
