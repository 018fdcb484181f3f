/** Stops that a run leaves out, or serves again, since its ticket holders were last told; pure. */
import type { Run, RunStop } from '#modules/timetable/server/public-api.ts'
import type { NotifiedState } from './run-notices.ts'
import { arrivalOf, departureOf } from './stretch.ts'

/** Tickets that begin or end at these stops. */
export interface StopsOfTickets {
  readonly boardingLegs: readonly number[]
  readonly alightingLegs: readonly number[]
}

interface NewCalls {
  readonly skipped: StopsOfTickets
  readonly served: StopsOfTickets
  /** What is told after it, by stop; null: as in the timetable. */
  readonly told: NotifiedState['callChanges']
}

export const noStops: StopsOfTickets = { boardingLegs: [], alightingLegs: [] }

const boarding = 1
const alighting = 2

/** Null: nothing has changed. Where the run has already been, it is too late to tell. */
export function newCalls(
  { stops }: Pick<Run, 'stops'>,
  { callChanges }: Pick<NotifiedState, 'callChanges'>,
  now: Date,
): NewCalls | null {
  const before = stops.map((_, index) => callChanges?.[index] ?? 0)
  const after = stops.map((stop, index) => closedAt(stop, before[index] ?? 0, now))
  if (after.every((closed, index) => closed === before[index])) return null
  const changed = (from: readonly number[], to: readonly number[], side: number): number[] =>
    stops.flatMap((_, index) =>
      ((to[index] ?? 0) & side) !== 0 && ((from[index] ?? 0) & side) === 0 ? [index] : [],
    )
  const stopsOf = (from: readonly number[], to: readonly number[]): StopsOfTickets => ({
    boardingLegs: changed(from, to, boarding),
    alightingLegs: changed(from, to, alighting),
  })
  return {
    skipped: stopsOf(before, after),
    served: stopsOf(after, before),
    told: after.some((closed) => closed !== 0) ? after : null,
  }
}

function closedAt(stop: RunStop, before: number, now: Date): number {
  const at = (isClosed: boolean, side: number, moment: Date): number =>
    moment <= now ? before & side : isClosed ? side : 0
  return (
    at(stop.isBoardingClosed, boarding, departureOf(stop)) |
    at(stop.isAlightingClosed, alighting, arrivalOf(stop))
  )
}
