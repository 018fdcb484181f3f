/** Runs as shown to their carrier's staff. */
import type { Locale } from '#kernel/locale.ts'
import type { LegCounts } from '#modules/inventory/server/public-api.ts'
import { isForPassengers, type Run } from '#modules/timetable/server/public-api.ts'
import type { OfficeRunLine, OfficeRunView } from '../../office-contract.ts'
import { vehicleText } from '../describe.ts'
import { isLate, saleStateAt } from '../stretch.ts'

interface Presented {
  readonly counts: LegCounts | undefined
  readonly now: Date
  readonly locale: Locale
}

/** A run in a list, with its occupancy; without counts nothing of it has been requested yet. */
export function presentRunLine(run: Run, { counts, now, locale }: Presented): OfficeRunLine {
  const { stops, departsAt, arrivesAt, vehicle } = run
  const [first, last] = [stops[0], stops.at(-1)]
  const delaySeconds = Math.max(0, ...stops.map((stop) => stop.delaySeconds))
  const arrivalDelay = (last?.arrivalDelaySeconds ?? 0) * 1000
  return {
    runId: run.runId,
    lineId: run.route.routeId,
    name: vehicleText(run)[locale],
    from: first?.stop.name[locale] ?? '',
    to: last?.stop.name[locale] ?? '',
    departsAt: departsAt.toISOString(),
    arrivesAt: arrivesAt.toISOString(),
    timeZone: first?.timeZone ?? run.agency.timeZone,
    state: run.status === 'cancelled' ? 'cancelled' : stops.some(isLate) ? 'delayed' : 'on-time',
    delayMinutes: Math.round(delaySeconds / 60),
    isOver: arrivesAt.getTime() + arrivalDelay <= now.getTime(),
    sale: saleOf(run, now),
    vehicle: vehicle.name[locale],
    capacity: vehicle.places.filter(isForPassengers).length,
    sold: counts?.sold ?? 0,
    held: counts?.held ?? 0,
    withoutSeat: counts?.missing ?? 0,
    legs: stops.slice(1).map((_, leg) => counts?.legs[leg] ?? { sold: 0, held: 0 }),
  }
}

/** The sale at the last boarding stop, where it ends last. */
function saleOf(run: Run, now: Date): OfficeRunLine['sale'] {
  const [from, to] = [run.stops.at(-2), run.stops.at(-1)]
  if (run.status === 'cancelled' || !from || !to) return 'cancelled'
  const leg = run.stops.length - 2
  const timely = { ...run, isOnSale: true }
  // Stops that are left out do not end the sale of the others.
  const ends = {
    from: { ...from, isBoardingClosed: false },
    to: { ...to, isAlightingClosed: false },
  }
  const state = saleStateAt({ run: timely, legFrom: leg, legTo: leg + 1, ...ends }, now)
  return state !== 'closed' && !run.isOnSale ? 'stopped' : state
}

/** The two ends of a run: its line has the same name in both directions. */
function wayOf({ stops }: Run, locale: Locale): string {
  return [stops[0], stops.at(-1)].flatMap((one) => one?.locality[locale] ?? []).join(' – ')
}

export function presentOfficeRun(run: Run, presented: Presented): OfficeRunView {
  const { locale } = presented
  const last = run.stops.length - 1
  return {
    ...presentRunLine(run, presented),
    line: wayOf(run, locale),
    vehicleTypeId: run.vehicle.vehicleTypeId,
    stops: run.stops.map((stop, index) => ({
      name: stop.stop.name[locale],
      arrivesAt: index === 0 ? null : stop.arrivesAt.toISOString(),
      departsAt: index === last ? null : stop.departsAt.toISOString(),
      timeZone: stop.timeZone,
      delayMinutes: Math.round(stop.delaySeconds / 60),
      platform: stop.platform,
      plannedPlatform: stop.platform === stop.plannedPlatform ? null : stop.plannedPlatform,
      isSkipped: stop.isSkipped,
    })),
  }
}
