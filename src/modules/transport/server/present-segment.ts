/** Parts of runs as shown by calls. */
import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import type { LegUse } from '#modules/inventory/server/public-api.ts'
import {
  readNetwork,
  readRuns,
  runDaysAhead,
  type Network,
  type RunStop,
  type Stretch,
} from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { SaleState, SegmentView } from '../shapes.ts'
import { vehicleText } from './describe.ts'
import { classOffers, seatsLeft, spacesLeft, type ClassOffer } from './offers.ts'
import { placeCodeOf } from './places.ts'
import { isSuspended } from './suspended.ts'
import { presentAlerts } from './present-alerts.ts'
import {
  dayMilliseconds,
  modeOf,
  saleOpensAt,
  saleStateAt,
  stretchOf,
  type RunStretch,
} from './stretch.ts'

export type PlainSegmentView = Omit<SegmentView, 'classes' | 'sale' | 'saleOpensAt'>

/** Part of a run with its availability, from which prices for a party are calculated. */
export interface OfferedSegment {
  readonly stretch: RunStretch
  readonly use: LegUse | undefined
  readonly offers: readonly ClassOffer[]
  readonly left: ReadonlyMap<number, number>
  /** Free wheelchair spaces by class id. */
  readonly spaces: ReadonlyMap<number, number>
  readonly sale: SaleState
}

export async function offerSegment(
  context: Context,
  stretch: RunStretch,
  use: LegUse | undefined,
): Promise<OfferedSegment> {
  const offers = await classOffers(context, stretch, use)
  const left = seatsLeft(stretch, use)
  const state = saleStateAt(stretch, context.clock.now())
  const hasSeats = offers.some(({ classId }) => (left.get(classId) ?? 0) > 0)
  const sale =
    state !== 'open'
      ? state
      : (await isSuspended(context, stretch.run.agency.brand))
        ? 'suspended'
        : offers.length === 0
          ? 'office'
          : hasSeats
            ? 'open'
            : 'full'
  return { stretch, use, offers, left, spaces: spacesLeft(stretch, use), sale }
}

export function presentPlainSegment(
  network: Network,
  stretch: RunStretch,
  locale: Locale,
): PlainSegmentView {
  const { run, legFrom, legTo, from, to } = stretch
  return {
    runId: run.runId,
    legFrom,
    legTo,
    brand: run.agency.brand,
    mode: modeOf(run),
    carrier: run.agency.name[locale],
    vehicle: vehicleText(run)[locale],
    headsign: run.headsign[locale],
    from: stopView(network, from, [from.departsAt, from.delaySeconds], locale),
    to: stopView(network, to, [to.arrivesAt, to.arrivalDelaySeconds], locale),
    stopsBetween: legTo - legFrom - 1,
    sameVehicle: false,
    staysSeated: false,
    alerts: presentAlerts(run, locale, { legFrom, legTo }),
  }
}

/** Part of a run by its ids; null if boarding or alighting is not possible there. */
export async function readPlainSegment(
  context: Context,
  requested: { readonly runId: number; readonly legFrom: number; readonly legTo: number },
): Promise<PlainSegmentView | null> {
  const [run] = await readRuns(context, [requested.runId])
  const stretch = run && stretchOf(run, requested.legFrom, requested.legTo)
  return stretch ? presentPlainSegment(await readNetwork(context), stretch, context.locale) : null
}

function stopView(
  network: Network,
  stop: RunStop,
  [at, delaySeconds]: readonly [Date, number],
  locale: Locale,
): SegmentView['from'] {
  const scheduled = at.toISOString()
  const delay = delaySeconds * 1000
  return {
    stopId: stop.stop.stopId,
    name: stop.stop.name[locale],
    placeCode: placeCodeOf(network, stop.stop),
    at: scheduled,
    expectedAt: delay === 0 ? scheduled : new Date(at.getTime() + delay).toISOString(),
    timeZone: stop.timeZone,
    platform: stop.platform,
  }
}

export function presentSegment(
  network: Network,
  { stretch, offers, left, sale }: OfferedSegment,
  locale: Locale,
): SegmentView {
  const { serviceFeeMinor } = stretch.run.agency.terms
  return {
    ...presentPlainSegment(network, stretch, locale),
    sale,
    saleOpensAt: sale === 'not-yet' ? saleOpensAt(stretch).toISOString() : null,
    classes: offers.map(({ classId, travelClass, priceMinor }) => ({
      classCode: travelClass.code,
      name: travelClass.name[locale],
      seatsLeft: left.get(classId) ?? 0,
      price: money(priceMinor + serviceFeeMinor),
    })),
  }
}

/** A departure without a run: sold at the office only, or not on sale yet. */
export function presentUnsold(
  network: Network,
  stretch: Stretch,
  locale: Locale,
): SegmentView | null {
  const trip = network.trips.get(stretch.tripId)
  const route = network.routes.get(stretch.routeId)
  const agency = network.agencies.get(stretch.agencyId)
  const [from, to] = [network.stops.get(stretch.fromStopId), network.stops.get(stretch.toStopId)]
  if (!trip || !route || !agency || !from || !to) return null
  const { shortName, headsign } = trip
  const stop = (one: typeof from, at: Date) => ({
    stopId: one.stopId,
    name: one.name[locale],
    placeCode: placeCodeOf(network, one),
    at: at.toISOString(),
    expectedAt: at.toISOString(),
    timeZone: one.timeZone,
    platform: one.platform,
  })
  return {
    runId: null,
    legFrom: stretch.legFrom,
    legTo: stretch.legTo,
    brand: agency.brand,
    mode: modeOf({ route }),
    carrier: agency.name[locale],
    vehicle: vehicleText({ shortName, headsign, route })[locale],
    headsign: headsign[locale],
    from: stop(from, stretch.departsAt),
    to: stop(to, stretch.arrivesAt),
    stopsBetween: stretch.legTo - stretch.legFrom - 1,
    sameVehicle: false,
    staysSeated: false,
    alerts: [],
    sale: unsoldState(network, stretch),
    saleOpensAt: trip.vehicleTypeId === null ? null : openingOf(trip, agency, stretch),
    classes: [],
  }
}

/** The sale state of a departure without a run. */
export function unsoldState(network: Network, { tripId }: Stretch): 'office' | 'not-yet' {
  return (network.trips.get(tripId)?.vehicleTypeId ?? null) === null ? 'office' : 'not-yet'
}

type Of<Field extends 'trips' | 'agencies'> = NonNullable<ReturnType<Network[Field]['get']>>

/** When the sale of a planned departure opens; null if its run is not made by then. */
function openingOf(
  { departures }: Of<'trips'>,
  { terms }: Of<'agencies'>,
  { departsAt, legFrom }: Stretch,
): string | null {
  if (terms.saleOpensDays > runDaysAhead) return null
  const secondsBefore = (departures[legFrom] ?? 0) - (departures[0] ?? 0)
  const opensAt = departsAt.getTime() - secondsBefore * 1000 - terms.saleOpensDays * dayMilliseconds
  return new Date(opensAt).toISOString()
}
