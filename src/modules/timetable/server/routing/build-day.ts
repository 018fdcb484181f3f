/** Builds the searchable vehicles of a day and the days around it. */
import type { Network } from '../network.ts'
import { fareTable } from '../queries/fares.ts'
import { dayOfContinuation } from '../queries/through-rides.ts'
import { addDays, startOffsets } from '../calendar.ts'
import { ordinaryClasses, runsOn, serviceDayStart } from '../rules.ts'
import {
  listsOf,
  cachedPrices,
  splitIntoChains,
  timesByPosition,
  unknownPrice,
  type Chain,
  type PatternPrices,
  type RoutingDay,
} from './routing-day.ts'
import { routingNetworkOf, type TripGroup } from './routing-network.ts'
import type { Sequence, TripPart } from './trip-groups.ts'

/** Journeys may last until the second day after the departure. */
const daysAfter = 2

/** A trip on a day. */
export interface PlannedRun {
  readonly tripId: number
  /** ISO date of its service day. */
  readonly serviceDate: string
  readonly startOffset: number
}

/** A run with those that its vehicle makes after it, one for each part of the group. */
export type Vehicle = readonly PlannedRun[]

interface NamedChain extends Chain {
  readonly group: TripGroup
  readonly vehicles: readonly Vehicle[]
}

export interface BuiltDay extends RoutingDay {
  /** Reference of all times in milliseconds since the epoch: midnight in the time zone of the query. */
  readonly base: number
  readonly chains: readonly NamedChain[]
  readonly stopIds: readonly number[]
  readonly indexOfStop: ReadonlyMap<number, number>
  /** In the order of the groups of the network. */
  readonly chainsOfGroup: readonly (readonly NamedChain[])[]
}

/** Runs whose vehicle is another one than that of their trip. */
export interface OtherVehicles {
  /** Names what the map contains. */
  readonly digest: string
  /** Vehicle by run (`runName`). */
  readonly byRun: ReadonlyMap<string, number>
  readonly tripIds: ReadonlySet<number>
}

/** Names a run of the network in memory, which has no runs. */
export function runName(run: PlannedRun): string {
  return `${run.tripId} ${run.serviceDate} ${run.startOffset}`
}

export const noOtherVehicles: OtherVehicles = { digest: '', byRun: new Map(), tripIds: new Set() }

/** First and last service day of the runs of a searched day. */
export function serviceDaysOf(network: Network, date: string): readonly [string, string] {
  return [addDays(date, -routingNetworkOf(network).daysLong), addDays(date, daysAfter)]
}

export interface DayQuestion {
  /** ISO date in `timeZone`. */
  readonly date: string
  readonly timeZone: string
  readonly daysAhead: number
  readonly channel: string
}

const days = new WeakMap<Network, Map<string, BuiltDay>>()
/** Number of cached days per network. */
const cachedDaysMax = 12

/**
 * The day to search in, with other vehicles of some runs; the most recently requested ones are cached. Only chains of trips
 * whose runs have other vehicles are built anew.
 */
export function builtDay(
  network: Network,
  question: DayQuestion,
  others: OtherVehicles = noOtherVehicles,
): BuiltDay {
  let known = days.get(network)
  if (!known) days.set(network, (known = new Map()))
  const { date, timeZone, daysAhead, channel } = question
  const key = `${date} ${timeZone} ${daysAhead} ${channel} ${others.digest}`
  const found = known.get(key)
  if (found) {
    known.delete(key)
    known.set(key, found)
    return found
  }
  const plain = others.byRun.size > 0 ? builtDay(network, question) : null
  const day = buildDay(network, question, { plain, others })
  known.set(key, day)
  const [oldest] = known.keys()
  if (known.size > cachedDaysMax && oldest !== undefined) known.delete(oldest)
  return day
}

function buildDay(
  network: Network,
  question: DayQuestion,
  { plain, others }: { readonly plain: BuiltDay | null; readonly others: OtherVehicles },
): BuiltDay {
  const routing = routingNetworkOf(network)
  const base = Temporal.PlainDate.from(question.date).toZonedDateTime({
    timeZone: question.timeZone,
  }).epochMilliseconds
  const active = activeDays(network, question.date, { base, daysLong: routing.daysLong })
  const chainsOfGroup = routing.groups.map((group, index) => {
    const known = hasTripOf(group, others.tripIds) ? undefined : plain?.chainsOfGroup[index]
    if (known) return known
    const agencyId = group.parts[0]?.agencyId ?? 0
    const timeZone = network.agencies.get(agencyId)?.timeZone ?? question.timeZone
    return chainsOf(routing, group, {
      network,
      others,
      pricesOf: (vehicles) =>
        pricesOf(network, group, { vehicles, stopIds: routing.stopIds, question }),
      activeOf: (serviceId) => active(serviceId, timeZone),
    })
  })
  const chains = chainsOfGroup.flat()
  const rows = routing.stopIds.map((): number[] => [])
  chains.forEach((chain, number) =>
    chain.stops.forEach((stop, position) => rows[stop]?.push(number, position)),
  )
  return {
    base,
    stopCount: routing.stopIds.length,
    stopIds: routing.stopIds,
    indexOfStop: routing.indexOfStop,
    arrivals: routing.arrivals,
    departures: routing.departures,
    chains,
    chainsOfGroup,
    chainsOfStop: listsOf(rows.length, rows),
    changes: routing.changes,
    before: routing.before,
    after: routing.after,
  }
}

interface ActiveDay {
  readonly date: string
  readonly shift: number
}

/** The days of a service around a date, with the seconds between the beginnings of both days. */
function activeDays(
  network: Network,
  date: string,
  { base, daysLong }: { readonly base: number; readonly daysLong: number },
): (serviceId: number, timeZone: string) => readonly ActiveDay[] {
  const dates = Array.from({ length: daysLong + daysAfter + 1 }, (_, index) =>
    addDays(date, index - daysLong),
  )
  const known = new Map<string, ActiveDay[]>()
  return (serviceId, timeZone) => {
    const key = `${serviceId} ${timeZone}`
    let found = known.get(key)
    if (!found) {
      const service = network.services.get(serviceId)
      found = dates
        .filter((one) => service && runsOn(service, one))
        .map((one) => ({ date: one, shift: (serviceDayStart(one, timeZone) - base) / 1000 }))
      known.set(key, found)
    }
    return found
  }
}

function hasTripOf({ trips, sequences }: TripGroup, tripIds: ReadonlySet<number>): boolean {
  if (tripIds.size === 0) return false
  return (
    trips.some(({ tripId }) => tripIds.has(tripId)) ||
    sequences.some((sequence) => sequence.some(({ trip }) => tripIds.has(trip.tripId)))
  )
}

/** The vehicle of each part; null where it is sold at the office only. */
type VehicleTypes = readonly (number | null)[]

function vehiclesOf(group: TripGroup, runs: Vehicle, others: OtherVehicles): VehicleTypes {
  return group.parts.map(({ vehicleTypeId }, index) => {
    const run = runs[index]
    return (run && others.byRun.get(runName(run))) ?? vehicleTypeId
  })
}

interface Placed {
  readonly offset: number
  readonly shift: number
  readonly vehicle: Vehicle
}

interface ChainSources {
  readonly network: Network
  readonly others: OtherVehicles
  readonly pricesOf: (vehicles: VehicleTypes) => PatternPrices
  readonly activeOf: (serviceId: number) => readonly ActiveDay[]
}

/** Vehicles of one chain have the same prices, so runs with another vehicle than their trip get chains of their own. */
function chainsOf(
  times: Pick<RoutingDay, 'arrivals' | 'departures'>,
  group: TripGroup,
  { network, others, pricesOf: prices, activeOf }: ChainSources,
): NamedChain[] {
  const all = placedRuns(network, times, group, activeOf)
  if (!hasTripOf(group, others.tripIds))
    return chainsWithPrices(times, group, {
      runs: all,
      prices: prices(group.parts.map(({ vehicleTypeId }) => vehicleTypeId)),
    })
  const byVehicles = Map.groupBy(all, ({ vehicle }) => vehiclesOf(group, vehicle, others).join())
  return [...byVehicles.values()].flatMap((runs) => {
    const [first] = runs
    if (!first) return []
    return chainsWithPrices(times, group, {
      runs,
      prices: prices(vehiclesOf(group, first.vehicle, others)),
    })
  })
}

/** The runs of a group around the day, by departure. */
function placedRuns(
  network: Network,
  { arrivals, departures }: Pick<RoutingDay, 'arrivals' | 'departures'>,
  group: TripGroup,
  activeOf: (serviceId: number) => readonly ActiveDay[],
): Placed[] {
  const length = group.stops.length
  const all: Placed[] = []
  group.trips.forEach((trip, index) => {
    const offset = group.offsets[index] ?? 0
    for (const { date, shift } of activeOf(trip.serviceId))
      for (const startOffset of startOffsets(trip)) {
        const run = { tripId: trip.tripId, serviceDate: date, startOffset }
        const vehicle = withSequence(network, run, group.sequences[index] ?? [])
        if (!vehicle) continue
        const last = (arrivals[offset + length - 1] ?? 0) + shift + startOffset
        if (last >= 0) all.push({ offset, shift: shift + startOffset, vehicle })
      }
  })
  all.sort(
    (left, right) =>
      (departures[left.offset] ?? 0) + left.shift - (departures[right.offset] ?? 0) - right.shift ||
      (arrivals[left.offset + length - 1] ?? 0) +
        left.shift -
        (arrivals[right.offset + length - 1] ?? 0) -
        right.shift,
  )
  return all
}

/** A run with those that follow it; null on days when the vehicle does not go on as all of them. */
function withSequence(
  network: Network,
  run: PlannedRun,
  sequence: Sequence,
): readonly PlannedRun[] | null {
  if (sequence.length === 0) return [run]
  const runs = [run]
  let date = run.serviceDate
  for (const next of sequence) {
    const day = dayOfContinuation(network, next, date)
    if (day === null) return null
    date = day
    runs.push({ tripId: next.trip.tripId, serviceDate: day, startOffset: 0 })
  }
  return runs
}

function chainsWithPrices(
  { arrivals, departures }: Pick<RoutingDay, 'arrivals' | 'departures'>,
  group: TripGroup,
  { runs: all, prices }: { readonly runs: readonly Placed[]; readonly prices: PatternPrices },
): NamedChain[] {
  const length = group.stops.length
  const isBehind = (earlier: number, later: number): boolean => {
    const [first, second] = [all[earlier], all[later]]
    if (!first || !second) return false
    if (first.offset === second.offset) return first.shift <= second.shift
    for (let position = 0; position < length; position += 1) {
      if (
        (departures[first.offset + position] ?? 0) + first.shift >
          (departures[second.offset + position] ?? 0) + second.shift ||
        (arrivals[first.offset + position] ?? 0) + first.shift >
          (arrivals[second.offset + position] ?? 0) + second.shift
      )
        return false
    }
    return true
  }
  return splitIntoChains(length, [...all.keys()], isBehind).map((members) => {
    const chosen = members.flatMap((member) => all[member] ?? [])
    const offsets = Int32Array.from(chosen, ({ offset }) => offset)
    const shifts = Int32Array.from(chosen, ({ shift }) => shift)
    return {
      stops: group.stops,
      pickup: group.pickup,
      dropOff: group.dropOff,
      offsets,
      shifts,
      arrivalsAt: timesByPosition(arrivals, { offsets, shifts }, length),
      departuresAt: timesByPosition(departures, { offsets, shifts }, length),
      prices,
      group,
      vehicles: chosen.map(({ vehicle }) => vehicle),
    }
  })
}

interface PriceSources {
  readonly vehicles: VehicleTypes
  readonly stopIds: readonly number[]
  readonly question: DayQuestion
}

/** Prices along one trip, or along consecutive ones with a fare for each part. */
function pricesOf(
  network: Network,
  group: TripGroup,
  { vehicles, stopIds, question }: PriceSources,
): PatternPrices {
  const length = group.stops.length
  const fares = group.parts.map((part, index) => {
    const line = { ...part, vehicleTypeId: vehicles[index] ?? null }
    return fareOf(network, group, line, stopIds, question)
  })
  const [only] = fares
  if (only && fares.length === 1) return cachedPrices(length, only)
  const endOf = (index: number): number => group.parts[index + 1]?.position ?? length - 1
  return cachedPrices(length, (boarding, alighting) =>
    fares.reduce((sum, fare, index) => {
      const from = Math.max(boarding, group.parts[index]?.position ?? 0)
      const to = Math.min(alighting, endOf(index))
      return from < to ? sum + fare(from, to) : sum
    }, 0),
  )
}

/** Adult price of the cheapest class with ordinary seats of the vehicle on that day; price steps by occupancy are not included. */
function fareOf(
  network: Network,
  group: TripGroup,
  line: TripPart,
  stopIds: readonly number[],
  { date, daysAhead, channel }: DayQuestion,
): (boarding: number, alighting: number) => number {
  const { agencyId, routeId, vehicleTypeId } = line
  const vehicle = vehicleTypeId === null ? undefined : network.vehicleTypes.get(vehicleTypeId)
  if (!vehicle) return () => unknownPrice
  const classIds = ordinaryClasses(vehicle)
  const fares = fareTable(network, {
    agencyId,
    routeId,
    classIds,
    channel,
    moment: { date, daysAhead, occupancyPercent: 0 },
  })
  return (boarding, alighting) =>
    fares(
      stopIds[group.stops[boarding] ?? 0] ?? 0,
      stopIds[group.stops[alighting] ?? 0] ?? 0,
    ).reduce((least, { priceMinor }) => Math.min(least, priceMinor), unknownPrice)
}
