/**
 * Queries shared by the calls of the carrier families: stations, lines, buses of a day, and leg ranges
 * between stations.
 */
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  listRuns,
  localDate,
  readNetwork,
  readRuns,
  type Network,
  type Run,
  type Stop,
} from '#modules/timetable/server/public-api.ts'
import type { Brand } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import type { SegmentView } from '../shapes.ts'
import { departuresOf, offerStretches, readDays, todayAt, type DayOffer } from './find-journeys.ts'
import { oneAdult } from './party-prices.ts'
import { placeCodeOf, placeOf, stopsOfBrand } from './places.ts'
import { presentSegment, presentUnsold } from './present-segment.ts'
import { legsBetween, stretchOf, type RunStretch } from './stretch.ts'

/** A stop number or a town code. */
export type Station = number | string

const dayMilliseconds = 86_400_000
/** Maximum number of runs of a family read for one day. */
const runsMax = 5_000

export interface StationView {
  readonly stationId: number
  readonly placeCode: string
  readonly name: string
  readonly brands: Brand[]
  readonly latitude: number
  readonly longitude: number
}

/** Boarding stations of a family, or the stations that can be reached from a station. */
export async function readStations(
  context: Context,
  brand: Brand,
  which: { readonly from?: Station | undefined; readonly direction: 'from' | 'to' },
): Promise<Result<StationView[], 'NotFound'>> {
  const network = await readNetwork(context)
  const from = which.from === undefined ? null : stopIdsOf(network, which.from)
  if (from && from.size === 0) return fail('NotFound')
  const stationIds = new Set<number>()
  for (const trip of network.trips.values()) {
    const route = network.routes.get(trip.pattern.routeId)
    if (!route || network.agencies.get(route.agencyId)?.brand !== brand) continue
    const { stopIds, pickup, dropOff } = trip.pattern
    const start = from ? stopIds.findIndex((id, leg) => from.has(id) && pickup[leg] !== 1) : 0
    if (start < 0) continue
    stopIds.forEach((stopId, leg) => {
      const isEnd = which.direction === 'from' ? pickup[leg] === 1 : dropOff[leg] === 1
      const isOutside = which.direction === 'from' ? leg === stopIds.length - 1 : leg <= start
      if (!isEnd && !isOutside) stationIds.add(stopId)
    })
  }
  const stops = stopsOfBrand(network, brand).filter(({ stopId }) => stationIds.has(stopId))
  return ok(stops.map((stop) => stationView(network, stop, context)))
}

function stationView(network: Network, stop: Stop, { locale }: Context): StationView {
  return {
    stationId: stop.stopId,
    placeCode: placeCodeOf(network, stop),
    name: stop.name[locale],
    brands: placeOf(network, stop.stopId, locale)?.view.brands ?? [],
    latitude: stop.latitude,
    longitude: stop.longitude,
  }
}

function stopIdsOf(network: Network, station: Station): ReadonlySet<number> {
  const place = placeOf(network, station, 'en')
  if (!place) return new Set()
  if (place.stopId !== null) return new Set([place.stopId])
  return new Set(network.stopsOfLocality.get(place.localityId))
}

export interface LineView {
  readonly routeId: number
  readonly name: string
  readonly shortName: string
  readonly stations: { readonly stationId: number; readonly name: string }[]
}

/** Lines of a family with the stations of their longest trip. */
export async function readLines(context: Context, brand: Brand): Promise<LineView[]> {
  const network = await readNetwork(context)
  const longest = new Map<number, readonly number[]>()
  for (const { pattern } of network.trips.values())
    if ((longest.get(pattern.routeId)?.length ?? 0) < pattern.stopIds.length)
      longest.set(pattern.routeId, pattern.stopIds)
  return [...longest].flatMap(([routeId, stopIds]) => {
    const route = network.routes.get(routeId)
    if (!route || network.agencies.get(route.agencyId)?.brand !== brand) return []
    return [
      {
        routeId,
        name: route.name[context.locale],
        shortName: route.shortName,
        stations: stopIds.flatMap((stationId) => {
          const name = network.stops.get(stationId)?.name[context.locale]
          return name === undefined ? [] : [{ stationId, name }]
        }),
      },
    ]
  })
}

interface Between {
  readonly from?: Station | undefined
  readonly to?: Station | undefined
  readonly date?: string | undefined
}

/** Buses of a day between two stations. A missing station means the first or last stop of each bus. */
export async function readSchedule(
  context: Context,
  brand: Brand,
  { from, to, date }: Between,
): Promise<Result<{ date: string; departures: SegmentView[] }, 'NotFound'>> {
  const network = await readNetwork(context)
  const [start, end] = [from, to].map((station) =>
    station === undefined ? null : placeOf(network, station, context.locale),
  )
  if ((from !== undefined && !start) || (to !== undefined && !end)) return fail('NotFound')
  const anywhere = start ?? end
  const day = date ?? (anywhere ? await todayAt(context, anywhere) : today(context))
  if (start && end) {
    const stretches = await departuresOf(context, { from: start, to: end, date: day, brand })
    const offered = await offerStretches(context, stretches)
    const departures = stretches.flatMap((stretch, index) => {
      const own = offered[index]
      const view = own
        ? presentSegment(network, own, context.locale)
        : presentUnsold(network, stretch, context.locale)
      return view ? [view] : []
    })
    return ok({ date: day, departures })
  }
  const stretches = (await runsOfDay(context, network, brand, day)).flatMap((run) => {
    const legs = legsOf(network, run, { from, to })
    return legs ? [{ runId: run.runId, ...legs }] : []
  })
  const offered = await offerStretches(context, stretches)
  const departures = offered.flatMap((own) =>
    own ? [presentSegment(network, own, context.locale)] : [],
  )
  return ok({ date: day, departures })
}

function today(context: Context): string {
  return localDate(context.clock.now(), 'Asia/Tbilisi')
}

/** Runs of a family that depart from their first stop on a date. */
async function runsOfDay(
  context: Context,
  network: Network,
  brand: Brand,
  date: string,
): Promise<Run[]> {
  const agencyIds = [...network.agencies.values()]
    .filter((agency) => agency.brand === brand)
    .map(({ agencyId }) => agencyId)
  const noon = Date.parse(`${date}T12:00:00Z`)
  const runs = await listRuns(context, {
    agencyIds,
    departsUntil: new Date(noon + dayMilliseconds),
    arrivesAfter: new Date(noon - dayMilliseconds),
    most: runsMax,
  })
  return runs.filter(
    (run) => !run.isHidden && localDate(run.departsAt, run.stops[0]?.timeZone ?? 'UTC') === date,
  )
}

function legsOf(network: Network, run: Run, { from, to }: Between) {
  const [start, end] = [from, to].map((station) =>
    station === undefined ? null : stopIdsOf(network, station),
  )
  return legsBetween(run.stops, start ?? null, end ?? null)
}

/** Days with their number of departures; sale state and price are null unless both stations are given. */
export async function readCalendar(
  context: Context,
  brand: Brand,
  query: Between & { readonly days: number },
): Promise<Result<DayOffer[], 'NotFound'>> {
  const network = await readNetwork(context)
  const { from, to, days } = query
  const [start, end] = [from, to].map((station) =>
    station === undefined ? null : placeOf(network, station, context.locale),
  )
  if ((from !== undefined && !start) || (to !== undefined && !end)) return fail('NotFound')
  if (start && end) {
    const date = query.date ?? (await todayAt(context, start))
    return ok(await readDays(context, { from: start, to: end, date, days, brand }, oneAdult))
  }
  const first = query.date ?? today(context)
  const found: DayOffer[] = []
  for (let ahead = 0; ahead < days; ahead += 1) {
    const date = new Date(Date.parse(first) + ahead * dayMilliseconds).toISOString().slice(0, 10)
    const runs = await runsOfDay(context, network, brand, date)
    found.push({ date, departures: runs.length, sale: null, lowestPrice: null })
  }
  return ok(found)
}

/** The part of a family's run between two stations; a missing station means the first or last stop. */
export async function stretchOfRun(
  context: Context,
  brand: Brand | null,
  query: { readonly runId: number } & Omit<Between, 'date'>,
): Promise<Result<RunStretch, 'NotFound'>> {
  const network = await readNetwork(context)
  const [run] = await readRuns(context, [query.runId])
  if (!run || (brand !== null && run.agency.brand !== brand)) return fail('NotFound')
  const legs = legsOf(network, run, query)
  const stretch = legs && stretchOf(run, legs.legFrom, legs.legTo)
  return stretch ? ok(stretch) : fail('NotFound')
}
