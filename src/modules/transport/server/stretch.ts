/** A run between two of its stops, and when that is sold: pure. */
import type { Run, RunStop } from '#modules/timetable/server/public-api.ts'
import type { SaleState } from '../shapes.ts'

export interface RunStretch {
  readonly run: Run
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
  readonly from: RunStop
  readonly to: RunStop
}

/** The stretch of a run, or null where nobody gets on or off there. */
export function stretchOf(run: Run, legFrom: number, legTo: number): RunStretch | null {
  const [from, to] = [run.stops[legFrom], run.stops[legTo]]
  if (!from || !to || legFrom >= legTo || !from.pickup || !to.dropOff) return null
  return { run, legFrom, legTo, from, to }
}

type StopOnTheWay = Pick<RunStop, 'pickup' | 'dropOff'> & {
  readonly stop: { readonly stopId: number }
}

/**
 * The legs of a run between two stations, each of which may be a town with several stops, as searches find them: the last
 * stop where one gets on, with the first after it where one gets off. Without a station from the first stop or to the
 * last. Null where nobody travels so.
 */
export function legsBetween(
  stops: readonly StopOnTheWay[],
  from: ReadonlySet<number> | null,
  to: ReadonlySet<number> | null,
): { readonly legFrom: number; readonly legTo: number } | null {
  let legFrom = -1
  for (const [index, { stop, pickup, dropOff }] of stops.entries()) {
    const isEnd = to ? to.has(stop.stopId) : index === stops.length - 1
    if (legFrom >= 0 && isEnd && dropOff) return { legFrom, legTo: index }
    const isStart = from ? from.has(stop.stopId) : index === 0
    if (isStart && pickup) legFrom = index
  }
  return null
}

const dayMilliseconds = 86_400_000
const lateSeconds = 300

export function saleOpensAt({ run }: RunStretch): Date {
  return new Date(run.departsAt.getTime() - run.agency.terms.saleOpensDays * dayMilliseconds)
}

/** What the clock says of a sale; whether there are seats is another question. */
export function saleStateAt(stretch: RunStretch, now: Date): Exclude<SaleState, 'full' | 'office'> {
  const { run, from } = stretch
  if (run.status === 'cancelled') return 'cancelled'
  if (now < saleOpensAt(stretch)) return 'not-yet'
  const closesAt = from.departsAt.getTime() - run.agency.terms.saleClosesSeconds * 1000
  return now.getTime() < closesAt ? 'open' : 'closed'
}

/** When it leaves a stop, with the delay that was told. */
export function departureOf({ departsAt, delaySeconds }: RunStop): Date {
  return new Date(departsAt.getTime() + delaySeconds * 1000)
}

export function arrivalOf({ arrivesAt, delaySeconds }: RunStop): Date {
  return new Date(arrivesAt.getTime() + delaySeconds * 1000)
}

/** A delay that tickets speak of; a few minutes are none. */
export function isLate({ delaySeconds }: RunStop): boolean {
  return delaySeconds >= lateSeconds
}

/** GTFS route types of trains. */
export function modeOf(run: Pick<Run, 'route'>): 'train' | 'bus' {
  const { routeType } = run.route
  return routeType === 2 || (routeType >= 100 && routeType < 118) ? 'train' : 'bus'
}
