import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type {
  Agency,
  Locality,
  Network,
  Pattern,
  Route,
  Stop,
  TravelClass,
  Trip,
  VehicleType,
} from '#modules/timetable/server/network.ts'
import {
  builtDay,
  runName,
  type BuiltDay,
  type OtherVehicles,
} from '#modules/timetable/server/routing/build-day.ts'
import { rangeSearch } from '#modules/timetable/server/routing/range-search.ts'
import type { AgencyTerms } from '#modules/timetable/shapes.ts'
import type { BenchFigure } from './figures.ts'

const lineCount = 800
const stopsPerLine = 25
const tripsPerDirection = 25
const townCount = 2_500
const questionCount = 1_000
const runsWithOtherVehicle = 2_000
const windowSeconds = 7_200
/** Maximum CPU time of a query, in milliseconds. */
const questionMilliseconds = 50

/**
 * Journeys in a country with a million stop times: 2,500 towns on a plane, 800 lines of 25 stops in both
 * directions, 25 trips each; every departure of two hours, at most three changes, best by departure, arrival,
 * changes and price.
 */
export function benchJourneys(): BenchFigure[] {
  const heapBefore = memoryBytes()
  const draw = drawFrom(20_261_122)
  const network = makeNetwork(draw)
  const networkMegabytes = (memoryBytes() - heapBefore) / 1e6
  const question = { date: '2026-12-03', timeZone: 'Asia/Tbilisi', daysAhead: 5, channel: 'web' }
  let day = builtDay(network, question)
  const buildMilliseconds = cpuOf(() => {
    day = builtDay(network, { ...question, date: '2026-12-04' })
  })
  const dayMegabytes = (memoryBytes() - heapBefore) / 1e6 - networkMegabytes
  const others = drawOthers(network, draw)
  let changedDay = day
  const changeMilliseconds = cpuOf(() => {
    changedDay = builtDay(network, { ...question, date: '2026-12-04' }, others)
  })
  let [found, without] = [0, 0]
  const ask = (searched: BuiltDay, { from, source, target }: Question): number =>
    cpuOf(() => {
      const journeys = rangeSearch(searched, {
        sources: indexes(searched.indexOfStop, source),
        targets: indexes(searched.indexOfStop, target),
        from,
        until: from + windowSeconds,
        ridesMax: 4,
        durationSecondsMax: 86_400,
        slackSeconds: 3_600,
      })
      found += journeys.length
      if (journeys.length === 0) without += 1
    })
  const questions = Array.from({ length: questionCount + 100 }, () => ({
    from: draw(6 * 3_600, 19 * 3_600),
    source: draw(0, townCount - 1),
    target: draw(0, townCount - 1),
  }))
  const sorted = (times: readonly number[]) => times.toSorted((left, right) => left - right)
  const at = (times: readonly number[], share: number): number =>
    times[Math.floor(times.length * share)] ?? 0
  for (const one of questions.splice(0, 100)) ask(day, one)
  found = without = 0
  const times = sorted(questions.map((one) => ask(day, one)))
  const [foundThere, withoutThere] = [found, without]
  const changedTimes = sorted(questions.map((one) => ask(changedDay, one)))
  const stopTimes = lineCount * 2 * tripsPerDirection * stopsPerLine
  return [
    {
      name: `journeys among ${stopTimes.toLocaleString('en')} stop times, CPU, p99`,
      value: at(times, 0.99),
      unit: 'ms',
      target: `under ${questionMilliseconds}`,
      met: at(times, 0.99) < questionMilliseconds,
      note: `p50 ${at(times, 0.5).toFixed(1)} ms, longest ${(times.at(-1) ?? 0).toFixed(0)} ms; ${questionCount} questions over two hours each, ${(foundThere / questionCount).toFixed(1)} journeys on average, none in ${withoutThere}`,
    },
    {
      name: `the same, ${others.byRun.size.toLocaleString('en')} runs with another vehicle, CPU, p99`,
      value: at(changedTimes, 0.99),
      unit: 'ms',
      baseline: { name: 'none', value: at(times, 0.99) },
      ratio: at(changedTimes, 0.99) / at(times, 0.99),
      target: `under ${questionMilliseconds}`,
      met: at(changedTimes, 0.99) < questionMilliseconds,
      note: `p50 ${at(changedTimes, 0.5).toFixed(1)} ms; its day was made from the other one in ${changeMilliseconds.toFixed(0)} ms`,
    },
    {
      name: 'its day of chains, made from the network, CPU',
      value: buildMilliseconds,
      unit: 'ms',
      note: `the network takes ${networkMegabytes.toFixed(0)} MB, each of two days ${(dayMegabytes / 2).toFixed(0)} MB`,
    },
  ]
}

interface Question {
  readonly from: number
  readonly source: number
  readonly target: number
}

/** Runs of the searched days with one of the vehicles that their trip does not have. */
function drawOthers(network: Network, draw: Draw): OtherVehicles {
  const byRun = new Map<string, number>()
  const tripIds = new Set<number>()
  for (let count = 0; count < runsWithOtherVehicle; count += 1) {
    const tripId = draw(1, network.trips.size)
    const own = network.trips.get(tripId)?.vehicleTypeId ?? 1
    const serviceDate = ['2026-12-03', '2026-12-04', '2026-12-05'][draw(0, 2)] ?? ''
    byRun.set(runName({ tripId, serviceDate, startOffset: 0 }), (own % 3) + 1)
    tripIds.add(tripId)
  }
  return { digest: 'drawn', byRun, tripIds }
}

function indexes(indexOfStop: ReadonlyMap<number, number>, town: number): number[] {
  const index = indexOfStop.get(town + 1)
  return index === undefined ? [] : [index]
}

type Draw = (least: number, most: number) => number

function drawFrom(seed: number): Draw {
  let state = seed
  return (least, most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return least + Math.floor((state / 2 ** 32) * (most - least + 1))
  }
}

const name = { ka: '', en: '' }

function makeNetwork(draw: Draw): Network {
  const places = Array.from({ length: townCount }, () => [draw(0, 4_999), draw(0, 4_999)] as const)
  const towns = places.map(([x, y], index): Locality => ({
    localityId: index + 1,
    code: String(index),
    name,
    aliases: [],
    country: 'GE',
    latitude: 40 + x / 1_000,
    longitude: 40 + y / 1_000,
  }))
  const stops = towns.map(stopOf)
  const nearest = nearestOf(places)
  const routes = new Map<number, Route>()
  const trips = new Map<number, Trip>()
  for (let line = 0; line < lineCount; line += 1) {
    routes.set(line + 1, {
      routeId: line + 1,
      feedId: 1,
      gtfsId: String(line),
      agencyId: 1,
      shortName: String(line),
      name,
      routeType: 3,
      color: null,
      network: null,
    })
    const way = walk(nearest, places, draw)
    const vehicleTypeId = draw(1, 3)
    for (const stopIds of [way, way.toReversed()]) {
      const pattern: Pattern = {
        patternId: trips.size,
        routeId: line + 1,
        direction: 0,
        stopIds,
        pickup: stopIds.map(() => 0),
        dropOff: stopIds.map(() => 0),
      }
      const minutes = stopIds.map((stopId, index) =>
        index === 0
          ? 0
          : Math.max(4, Math.round(distance(places, stopIds[index - 1] ?? 0, stopId) / 12)),
      )
      for (let number = 0; number < tripsPerDirection; number += 1)
        trips.set(trips.size + 1, tripOf(trips.size + 1, pattern, vehicleTypeId, minutes, draw))
    }
  }
  const tripsOfStop = new Map<number, Trip[]>()
  return {
    version: 1,
    agencies: new Map([[1, agency]]),
    localities: new Map(towns.map((town) => [town.localityId, town])),
    stops: new Map(stops.map((stop) => [stop.stopId, stop])),
    routes,
    classes: new Map<number, TravelClass>([
      [1, { classId: 1, agencyId: 1, code: 'standard', name, position: 1 }],
    ]),
    vehicleTypes: new Map([1, 2, 3].map((id) => [id, { ...vehicle, vehicleTypeId: id }])),
    services: new Map([
      [
        1,
        {
          weekdays: 127,
          dayRule: 0,
          startDate: '2026-01-01',
          endDate: '2027-12-31',
          exceptions: new Map(),
        },
      ],
    ]),
    trips,
    transfers: [],
    links: new Map(),
    fares: [],
    timeframes: new Map(),
    steps: new Map(),
    baggage: new Map(),
    stopsOfLocality: new Map(stops.map((stop) => [stop.stopId, [stop.stopId]])),
    tripsOfStop,
  }
}

function stopOf({ localityId, latitude, longitude }: Locality): Stop {
  return {
    stopId: localityId,
    feedId: 1,
    gtfsId: String(localityId),
    localityId,
    parentId: null,
    locationType: 0,
    name,
    aliases: [],
    code: null,
    platform: null,
    zone: null,
    latitude,
    longitude,
    timeZone: 'Asia/Tbilisi',
    wheelchair: 0,
    fromAreas: null,
    toAreas: null,
  }
}

function tripOf(
  tripId: number,
  pattern: Pattern,
  vehicleTypeId: number,
  minutes: readonly number[],
  draw: Draw,
): Trip {
  const arrivals = new Int32Array(minutes.length)
  const departures = new Int32Array(minutes.length)
  let time = draw(5 * 60, 21 * 60) * 60
  minutes.forEach((minute, index) => {
    time += (minute + draw(0, 2)) * 60
    arrivals[index] = time
    time += 60
    departures[index] = time
  })
  return {
    tripId,
    feedId: 1,
    gtfsId: String(tripId),
    isKept: false,
    pattern,
    serviceId: 1,
    vehicleTypeId,
    shortName: '',
    headsign: name,
    blockId: null,
    arrivals,
    departures,
    frequencies: [],
  }
}

/** A path from a town through nearby ones, roughly in one direction. */
function walk(
  nearest: readonly (readonly number[])[],
  places: readonly (readonly [number, number])[],
  draw: Draw,
): number[] {
  for (;;) {
    let at = draw(0, townCount - 1)
    const angle = (draw(0, 359) * Math.PI) / 180
    const way = [at]
    while (way.length < stopsPerLine) {
      const here = places[at] ?? [0, 0]
      const ahead = (nearest[at] ?? []).filter((town) => {
        const there = places[town] ?? [0, 0]
        return (
          !way.includes(town) &&
          (there[0] - here[0]) * Math.cos(angle) + (there[1] - here[1]) * Math.sin(angle) > 0
        )
      })
      const next =
        ahead[draw(0, Math.min(2, ahead.length - 1))] ??
        (nearest[at] ?? []).find((town) => !way.includes(town))
      if (next === undefined) break
      way.push(next)
      at = next
    }
    if (way.length === stopsPerLine) return way.map((town) => town + 1)
  }
}

function nearestOf(places: readonly (readonly [number, number])[]): number[][] {
  return places.map((_, town) =>
    [...places.keys()]
      .filter((other) => other !== town)
      .toSorted(
        (left, right) =>
          distance(places, town + 1, left + 1) - distance(places, town + 1, right + 1),
      )
      .slice(0, 12),
  )
}

/** Distance between stops by number, in units of about a hundred metres. */
function distance(
  places: readonly (readonly [number, number])[],
  from: number,
  to: number,
): number {
  const [left, right] = [places[from - 1] ?? [0, 0], places[to - 1] ?? [0, 0]]
  return Math.hypot(left[0] - right[0], left[1] - right[1])
}

const terms: AgencyTerms = {
  holdSeconds: 900,
  saleOpensDays: 40,
  saleClosesSeconds: 600,
  passengersMax: 9,
  riders: [],
  refundTiers: [],
  childReturnsWithAdult: false,
  changeFeeMinor: 0,
  changeUntilSeconds: 0,
  freeAfterDelaySeconds: 3_600,
  serviceFeeMinor: 0,
  channelBasisPoints: {},
  code: 'qr',
  asksDocument: false,
  asksBirthDate: false,
  asksNameKa: false,
  seatChoice: true,
  mayPassOn: true,
  perKilometreMinor: 12,
  text: name,
}

const agency: Agency = {
  agencyId: 1,
  feedId: 1,
  gtfsId: '1',
  brand: 'omnibus',
  merchantId: 1,
  name,
  url: null,
  phone: null,
  timeZone: 'Asia/Tbilisi',
  terms,
  formerChangeTerms: [],
}

const vehicle: Omit<VehicleType, 'vehicleTypeId'> = {
  agencyId: 1,
  code: 'coach',
  name,
  plan: { coaches: [] },
  isOwn: false,
  replacesId: null,
  places: [{ placeId: 1, coach: 1, label: '1', classId: 1, x: 0, y: 0, facing: 1, attributes: 0 }],
}

/** After a garbage collection. */
function memoryBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** CPU time of this process in milliseconds. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
