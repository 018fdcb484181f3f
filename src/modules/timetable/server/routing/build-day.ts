/** Builds the searchable vehicles of a day and the days around it. */
import type { Network } from '../network.ts'
import { fareTable } from '../queries/fares.ts'
import { addDays, startOffsets } from '../calendar.ts'
import { runsOn, serviceDayStart } from '../rules.ts'
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

/** Journeys may last until the second day after the departure. */
const daysAfter = 2

export interface Vehicle {
  readonly tripId: number
  /** ISO date of its service day. */
  readonly serviceDate: string
  readonly startOffset: number
  /** In a chain of two consecutive trips, the id of the second one. */
  readonly nextTripId?: number
}

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

/** The day to search in; the most recently requested ones are cached. */
export function builtDay(network: Network, question: DayQuestion): BuiltDay {
  let known = days.get(network)
  if (!known) days.set(network, (known = new Map()))
  const key = `${question.date} ${question.timeZone} ${question.daysAhead} ${question.channel}`
  const found = known.get(key)
  if (found) {
    known.delete(key)
    known.set(key, found)
    return found
  }
  const day = buildDay(network, question)
  known.set(key, day)
  const [oldest] = known.keys()
  if (known.size > cachedDaysMax && oldest !== undefined) known.delete(oldest)
  return day
}

function buildDay(network: Network, question: DayQuestion): BuiltDay {
  const routing = routingNetworkOf(network)
  const base = Temporal.PlainDate.from(question.date).toZonedDateTime({
    timeZone: question.timeZone,
  }).epochMilliseconds
  const dates = Array.from({ length: routing.daysLong + daysAfter + 1 }, (_, index) =>
    addDays(question.date, index - routing.daysLong),
  )
  const activeOf = new Map<string, { date: string; shift: number }[]>()
  const active = (serviceId: number, timeZone: string): { date: string; shift: number }[] => {
    const key = `${serviceId} ${timeZone}`
    let found = activeOf.get(key)
    if (!found) {
      const service = network.services.get(serviceId)
      found = dates
        .filter((date) => service && runsOn(service, date))
        .map((date) => ({ date, shift: (serviceDayStart(date, timeZone) - base) / 1000 }))
      activeOf.set(key, found)
    }
    return found
  }
  const chains = routing.groups.flatMap((group) => {
    const timeZone = network.agencies.get(group.agencyId)?.timeZone ?? question.timeZone
    return chainsOf(routing, group, pricesOf(network, group, routing.stopIds, question), (trip) =>
      active(trip, timeZone),
    )
  })
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
    chainsOfStop: listsOf(rows.length, rows),
    changes: routing.changes,
    before: routing.before,
    after: routing.after,
  }
}

function chainsOf(
  { arrivals, departures }: Pick<RoutingDay, 'arrivals' | 'departures'>,
  group: TripGroup,
  prices: PatternPrices,
  activeOf: (serviceId: number) => readonly { date: string; shift: number }[],
): NamedChain[] {
  const length = group.stops.length
  const all: { offset: number; shift: number; vehicle: Vehicle }[] = []
  group.trips.forEach((trip, index) => {
    const offset = group.offsets[index] ?? 0
    for (const { date, shift } of activeOf(trip.serviceId))
      for (const startOffset of startOffsets(trip)) {
        const nextTripId = group.next?.tripIds[index]
        const vehicle = {
          tripId: trip.tripId,
          serviceDate: date,
          startOffset,
          ...(nextTripId !== undefined && { nextTripId }),
        }
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

/** Prices along one trip, or along two consecutive ones with a fare for each part. */
function pricesOf(
  network: Network,
  group: TripGroup,
  stopIds: readonly number[],
  question: DayQuestion,
): PatternPrices {
  const { next } = group
  const first = fareOf(network, group, group, stopIds, question)
  if (!next) return cachedPrices(group.stops.length, first)
  const second = fareOf(network, group, next, stopIds, question)
  const { position } = next
  return cachedPrices(group.stops.length, (boarding, alighting) => {
    if (alighting <= position) return first(boarding, alighting)
    if (boarding >= position) return second(boarding, alighting)
    return first(boarding, position) + second(position, alighting)
  })
}

/** Adult price of the cheapest class of the vehicle on that day; price steps by occupancy are not included. */
function fareOf(
  network: Network,
  group: TripGroup,
  line: Pick<TripGroup, 'agencyId' | 'routeId' | 'vehicleTypeId'>,
  stopIds: readonly number[],
  { date, daysAhead, channel }: DayQuestion,
): (boarding: number, alighting: number) => number {
  const { agencyId, routeId, vehicleTypeId } = line
  const vehicle = vehicleTypeId === null ? undefined : network.vehicleTypes.get(vehicleTypeId)
  if (!vehicle) return () => unknownPrice
  const classIds = [...new Set(vehicle.places.map(({ classId }) => classId))]
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
