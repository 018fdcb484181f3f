/** Lines of a test that meet, and their times. */
import { sql } from 'kysely'
import type { TestContext } from '../../../../tests/support/context.ts'
import type { MadeLine } from '../../../../tests/hostile/journeys.ts'

interface StopOfLine {
  readonly line: MadeLine
  /** Number of the stop in the order of travel. */
  readonly stop: number
}

/** Puts a stop of a line where a stop of another line is. */
export async function moveStop(
  { db }: TestContext,
  { line, stop }: StopOfLine,
  to: StopOfLine,
): Promise<void> {
  await sql`
    update stop set locality_id = target.locality_id, latitude = target.latitude, longitude = target.longitude
    from stop as target where stop.id = ${line.stopIds[stop]} and target.id = ${to.line.stopIds[to.stop]}`.execute(
    db,
  )
}

/** Sets when a line is at its stops, in hours from the beginning of the day. */
export async function setHours(
  { db }: TestContext,
  { routeId }: MadeLine,
  hours: readonly number[],
): Promise<void> {
  const seconds = hours.map((hour) => Math.round(hour * 3_600))
  await sql`
    update trip set arrivals = ${seconds}::int[], departures = ${seconds}::int[]
    from trip_pattern where trip_pattern.id = trip.pattern_id and trip_pattern.route_id = ${routeId}`.execute(
    db,
  )
}
