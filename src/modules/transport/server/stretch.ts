/** Part of a run between two stops, and its sale period; pure. */
import type { TravelMode } from '#contract/travel-modes.ts'
import { modeOfRouteType, type Run, type RunStop } from '#modules/timetable/server/public-api.ts'
import type { SaleState } from '../shapes.ts'

export interface RunStretch {
  readonly run: Run
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
  readonly from: RunStop
  readonly to: RunStop
}

/** Part of a run, or null if boarding or alighting is not possible at its ends. */
export function stretchOf(run: Run, legFrom: number, legTo: number): RunStretch | null {
  const [from, to] = [run.stops[legFrom], run.stops[legTo]]
  if (!from || !to || legFrom >= legTo || !from.pickup || !to.dropOff) return null
  return { run, legFrom, legTo, from, to }
}

type StopOfRun = Pick<RunStop, 'pickup' | 'dropOff'> &
  Partial<Pick<RunStop, 'isBoardingClosed' | 'isAlightingClosed'>> & {
    readonly stop: { readonly stopId: number }
  }

/**
 * The legs of a run between two stations, each of which may be a town with several stops: from the last
 * possible boarding stop to the first alighting stop after it. A missing station means the first or last
 * stop. Stops that the run leaves out are used if there are no others, so that the ride is shown as cancelled. Null if
 * there is no such ride.
 */
export function legsBetween(
  stops: readonly StopOfRun[],
  from: ReadonlySet<number> | null,
  to: ReadonlySet<number> | null,
): { readonly legFrom: number; readonly legTo: number } | null {
  const isServed = stops.map(({ pickup, dropOff, isBoardingClosed, isAlightingClosed }) => ({
    pickup: pickup && isBoardingClosed !== true,
    dropOff: dropOff && isAlightingClosed !== true,
  }))
  return legsWith(stops, isServed, from, to) ?? legsWith(stops, stops, from, to)
}

function legsWith(
  stops: readonly StopOfRun[],
  calls: readonly Pick<RunStop, 'pickup' | 'dropOff'>[],
  from: ReadonlySet<number> | null,
  to: ReadonlySet<number> | null,
): { readonly legFrom: number; readonly legTo: number } | null {
  let legFrom = -1
  for (const [index, { stop }] of stops.entries()) {
    const isEnd = to ? to.has(stop.stopId) : index === stops.length - 1
    if (legFrom >= 0 && isEnd && calls[index]?.dropOff) return { legFrom, legTo: index }
    const isStart = from ? from.has(stop.stopId) : index === 0
    if (isStart && calls[index]?.pickup) legFrom = index
  }
  return null
}

export const dayMilliseconds = 86_400_000
const lateSeconds = 300
const earlySeconds = 60

export function saleOpensAt({ run }: RunStretch): Date {
  return new Date(run.departsAt.getTime() - run.agency.terms.saleOpensDays * dayMilliseconds)
}

/** Whether the run does not stop where this ride begins or ends, so that it can be neither sold nor used. */
export function isSkipping({ from, to }: Pick<RunStretch, 'from' | 'to'>): boolean {
  return from.isBoardingClosed || to.isAlightingClosed
}

/** The sale state by time alone; availability is not considered. */
export function saleStateAt(
  stretch: RunStretch,
  now: Date,
): Exclude<SaleState, 'full' | 'office' | 'suspended'> {
  const { run, from } = stretch
  if (run.status === 'cancelled' || isSkipping(stretch)) return 'cancelled'
  if (!run.isOnSale) return 'closed'
  if (now < saleOpensAt(stretch)) return 'not-yet'
  const closesAt = from.departsAt.getTime() - run.agency.terms.saleClosesSeconds * 1000
  return now.getTime() < closesAt ? 'open' : 'closed'
}

/** Departure time including the current delay. */
export function departureOf({ departsAt, delaySeconds }: RunStop): Date {
  return new Date(departsAt.getTime() + delaySeconds * 1000)
}

export function arrivalOf({ arrivesAt, arrivalDelaySeconds }: RunStop): Date {
  return new Date(arrivesAt.getTime() + arrivalDelaySeconds * 1000)
}

/** Whether a delay is shown on tickets: five minutes or more. */
export function isLate({ delaySeconds }: Pick<RunStop, 'delaySeconds'>): boolean {
  return delaySeconds >= lateSeconds
}

/** The arrival that tickets show: with the delay if it is long enough. */
export function shownArrival(stop: RunStop): Date {
  return isLate({ delaySeconds: stop.arrivalDelaySeconds }) ? arrivalOf(stop) : stop.arrivesAt
}

/** The departure that tickets show: with the delay if it is long enough, or before its time if it is announced so. */
export function shownDeparture(stop: RunStop): Date {
  return isLate(stop) || stop.delaySeconds <= -earlySeconds ? departureOf(stop) : stop.departsAt
}

export function modeOf({ route }: Pick<Run, 'route'>): TravelMode {
  return modeOfRouteType(route.routeType)
}
