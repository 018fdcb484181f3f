import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { lockAndReclaimPools } from '../pool-store.ts'

/**
 * Changes the capacity of a pool on each of its legs. Refused when more than that is held or sold already; expired
 * holds do not count.
 */
export async function changePoolCapacity(
  context: Context,
  pool: { readonly offeringId: number; readonly poolId: number },
  capacity: number,
): Promise<Result<void, 'SeatNotAvailable'>> {
  return inTransaction<Result<void, 'SeatNotAvailable'>>(context, async (inside) => {
    await lockAndReclaimPools(inside, [pool])
    const changed = await sql`
      update pool_leg set capacity = ${capacity}
      where offering_id = ${pool.offeringId} and pool_id = ${pool.poolId}
        and not exists (select from pool_leg other
          where other.offering_id = ${pool.offeringId} and other.pool_id = ${pool.poolId}
            and other.taken > ${capacity})`.execute(inside.db)
    return Number(changed.numAffectedRows ?? 0) > 0
      ? ok(undefined)
      : fail('SeatNotAvailable', { placeIds: [], poolIds: [pool.poolId] })
  })
}
