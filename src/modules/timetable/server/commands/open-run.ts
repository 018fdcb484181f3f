import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { placeAttribute } from '../../shapes.ts'
import { baggageOf } from '../queries/fares.ts'
import { composeRuns, runColumns, type RunRow } from '../queries/read-runs.ts'

const dayMilliseconds = 86_400_000

/**
 * Returns the offering of a run and creates it if necessary: one leg fewer than stops, and a place for each
 * place of the vehicle. An offering has a row for each place and leg, so it is created when places are
 * first requested instead of for all runs of sixty days. Concurrent callers get the same offering.
 */
export async function openRun(
  context: Context,
  runId: number,
): Promise<Result<number, 'NotFound'>> {
  const { rows } = await sql<{ offeringId: number | null }>`
    select offering_id as "offeringId" from run where id = ${runId}`.execute(context.db)
  const [known] = rows
  if (!known) return fail('NotFound')
  if (known.offeringId !== null) return ok(Number(known.offeringId))
  return inTransaction(context, async (inside) => {
    const locked = await sql<RunRow>`
      select ${runColumns} from run where id = ${runId} for update`.execute(inside.db)
    const [run] = await composeRuns(inside, locked.rows)
    if (!run) return fail('NotFound')
    if (run.offeringId !== null) return ok(run.offeringId)
    const { terms } = run.agency
    const baggage = await baggageOf(inside, run.agency.agencyId)
    const offeringId = await createOffering(inside, {
      legCount: run.stops.length - 1,
      placeCount: run.vehicle.places.length,
      blockedPlaces: run.vehicle.places
        .filter(({ attributes }) => (attributes & placeAttribute.keptBack) !== 0)
        .map(({ placeId }) => placeId),
      pools: baggage.map(({ baggageId, capacity }) => ({ poolId: baggageId, capacity })),
      holdSeconds: terms.holdSeconds,
      placesPerOrderMax: terms.passengersMax,
      isOnSale: run.status === 'scheduled' && run.isOnSale,
      salesOpenAt: new Date(run.departsAt.getTime() - terms.saleOpensDays * dayMilliseconds),
      // The sale ends earlier at most boarding stops; callers check that for their leg range
      // (`saleStateAt`).
      salesCloseAt: run.arrivesAt,
    })
    await sql`update run set offering_id = ${offeringId} where id = ${runId}`.execute(inside.db)
    return ok(offeringId)
  })
}
