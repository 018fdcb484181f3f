/** Runs by time: departing soon or under way. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { runStatuses } from '../run-statuses.ts'
import { composeRuns, runColumns, type Run, type RunRow } from './read-runs.ts'

export interface RunsQuestion {
  /** All carriers if absent. */
  readonly agencyIds?: readonly number[]
  /** Latest departure from the first stop, inclusive. */
  readonly departsUntil?: Date
  /** Arrival at the last stop, including delay, is after this time. */
  readonly arrivesAfter: Date
  /** Only runs that have an offering; others have no tickets. */
  readonly isOpened?: boolean
  /** Only runs that differ from the timetable as it was sold, or have one of these ids; with those that boards hide. */
  readonly changedOr?: readonly number[]
  readonly most: number
}

/** Upper bound of delays, which limits the scanned rows. */
const delayMax = '12 hours'

/** Sorted by departure from the first stop. */
export async function listRuns(
  context: Pick<Context, 'db'>,
  { agencyIds, departsUntil, arrivesAfter, isOpened = false, changedOr, most }: RunsQuestion,
): Promise<Run[]> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from run
    ${
      agencyIds
        ? sql`join trip on trip.id = run.trip_id
          join trip_pattern on trip_pattern.id = trip.pattern_id
          join route on route.id = trip_pattern.route_id and route.agency_id = any(${[...agencyIds]}::int[])`
        : sql``
    }
    where ${changedOr ? sql`true` : sql`not run.is_hidden`}
      and run.arrives_at > ${arrivesAfter}::timestamptz - interval '${sql.raw(delayMax)}'
      ${departsUntil ? sql`and run.departs_at <= ${departsUntil}::timestamptz` : sql``}
      ${isOpened ? sql`and run.offering_id is not null` : sql``}
      ${
        changedOr
          ? sql`and (run.status = ${runStatuses.cancelled} or run.delays is not null or run.platforms is not null
              or run.call_changes is not null or run.retimed_at is not null or run.id = any(${[...changedOr]}::int[]))`
          : sql``
      }
    order by run.departs_at, run.id limit ${most}`.execute(context.db)
  const runs = await composeRuns(context, rows)
  return runs.filter(({ stops, arrivesAt }) => {
    const late = (stops.at(-1)?.arrivalDelaySeconds ?? 0) * 1000
    return arrivesAt.getTime() + late > arrivesAfter.getTime()
  })
}
