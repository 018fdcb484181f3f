/** Runs of one organiser's carriers. */
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { addDays } from '../calendar.ts'
import { composeRuns, readRuns, runColumns, type Run, type RunRow } from '../queries/read-runs.ts'

/** Maximum number of runs of an organiser read for one day. */
const runsMax = 5_000

/** Joins a run with its carrier as `agency`. */
export const withCarrier = sql`
  join trip on trip.id = run.trip_id
  join trip_pattern on trip_pattern.id = trip.pattern_id
  join route on route.id = trip_pattern.route_id
  join agency on agency.id = route.agency_id`

/** Runs that leave their first stop on a date of the carrier's time zone, whether or not anything was sold. */
export async function listRunsOfDay(
  context: Pick<Context, 'db'>,
  { merchantId, day }: { readonly merchantId: number; readonly day: string },
): Promise<Run[]> {
  // The bounds use the index; no time zone is further than a day from UTC.
  const { rows } = await sql<RunRow>`
    select ${runColumns} from run ${withCarrier}
    where agency.merchant_id = ${merchantId}
      and run.departs_at >= ${addDays(day, -1)}::date and run.departs_at < ${addDays(day, 2)}::date
      and (run.departs_at at time zone agency.time_zone)::date = ${day}::date
    order by run.departs_at, run.id limit ${runsMax}`.execute(context.db)
  return composeRuns(context, rows)
}

/** A run of the organiser; others are reported as not found. */
export async function findOwnRun(
  context: Pick<Context, 'db'>,
  { merchantId, runId }: { readonly merchantId: number; readonly runId: number },
): Promise<Result<Run, 'NotFound'>> {
  const [run] = await readRuns(context, [runId])
  return run && run.agency.merchantId === merchantId ? ok(run) : fail('NotFound')
}

/** Locks runs of the organiser, in the order of their ids; `NotFound` unless all of them are theirs. */
export async function lockOwnRuns(
  context: Pick<Context, 'db'>,
  { merchantId, runIds }: { readonly merchantId: number; readonly runIds: readonly number[] },
): Promise<Result<Run[], 'NotFound'>> {
  const wanted = [...new Set(runIds)]
  const { rows } = await sql<RunRow>`
    select ${runColumns} from run ${withCarrier}
    where run.id = any(${wanted}::int[]) and agency.merchant_id = ${merchantId}
    order by run.id for update of run`.execute(context.db)
  const runs = await composeRuns(context, rows)
  return runs.length === wanted.length ? ok(runs) : fail('NotFound')
}

/** Whether a run can still be changed: it is neither cancelled nor over. */
export function isChangeable(run: Run, now: Date): boolean {
  return run.status === 'scheduled' && !isOver(run, now)
}

/** Whether a run has arrived, with its delay. */
export function isOver({ stops, arrivesAt }: Run, now: Date): boolean {
  const delay = (stops.at(-1)?.arrivalDelaySeconds ?? 0) * 1000
  return arrivesAt.getTime() + delay <= now.getTime()
}
