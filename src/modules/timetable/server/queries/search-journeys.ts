/** Journeys between towns: all direct ones, and the Pareto-optimal ones with changes across carriers. */
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import type { Brand } from '../../shapes.ts'
import { addDays, localDate } from '../calendar.ts'
import { readNetwork } from '../network-cache.ts'
import type { Network } from '../network.ts'
import { builtDay, serviceDaysOf, type BuiltDay, type OtherVehicles } from '../routing/build-day.ts'
import { rangeSearch, type FoundJourney, type Ride } from '../routing/range-search.ts'
import { unknownPrice } from '../routing/routing-day.ts'
import { digestOfOthers, readOthers } from './other-vehicles.ts'
import { changesOf } from './through-rides.ts'
import { runsBetween, withRuns, type PlannedStretch, type Stretch } from './runs-between.ts'

export interface JourneyQuestion {
  readonly fromLocalityId: number
  readonly toLocalityId: number
  /** ISO date of departure in the time zone of the origin. */
  readonly date: string
  /** Defaults to 3; 0 for direct journeys only. */
  readonly changesMax?: number
  /** Restricts the search to direct departures of this carrier. */
  readonly brand?: Brand | undefined
  /** Departure window in seconds since midnight; the whole day if absent. Use a few hours in large networks. */
  readonly window?: { readonly fromSeconds: number; readonly untilSeconds: number }
}

export interface Journey {
  /** One ride for each trip; a vehicle that continues as another trip counts as two. */
  readonly rides: readonly Stretch[]
  readonly departsAt: Date
  readonly arrivesAt: Date
  readonly changes: number
  /** Whether all rides are sold here; rides with a null run id are sold at the office. */
  readonly isSold: boolean
}

const daySeconds = 86_400
const changesLimit = 3
/** Longer journeys are not returned. */
const durationSecondsMax = 36 * 3_600
/**
 * In networks with more trips than this, journeys that arrive more than `slackSeconds` after the earliest
 * arrival are not searched.
 */
const largeTrips = 5_000
const slackSeconds = 3_600
/** Maximum number of journeys with changes; direct departures are unlimited. */
const withChangesMax = 40

/**
 * All direct departures of the day, and all journeys with changes that are Pareto-optimal by departure,
 * arrival, number of changes and price; sorted by departure. Empty for an unknown town.
 */
export async function searchJourneys(
  context: Pick<Context, 'db' | 'clock' | 'channel'>,
  question: JourneyQuestion,
): Promise<Journey[]> {
  const network = await readNetwork(context)
  const direct = (await runsBetween(context, question)).filter((stretch) =>
    isInWindow(network, question, stretch),
  )
  const changes = question.brand ? 0 : Math.min(question.changesMax ?? changesLimit, changesLimit)
  const others =
    changes === 0 || question.fromLocalityId === question.toLocalityId
      ? []
      : await journeysWithChanges(network, context, { ...question, changesMax: changes })
  const stretches = await withRuns(context, others.flat())
  let at = 0
  const changed = others
    .map((rides) => stretches.slice(at, (at += rides.length)))
    .filter((rides) => rides.every(({ isHidden }) => !isHidden))
  return [...direct.map((stretch) => [stretch]), ...changed]
    .map((rides) => journeyOf(network, rides))
    .toSorted(
      (left, right) =>
        left.departsAt.getTime() - right.departsAt.getTime() ||
        left.arrivesAt.getTime() - right.arrivesAt.getTime() ||
        left.changes - right.changes,
    )
}

function journeyOf(network: Network, rides: readonly Stretch[]): Journey {
  const [first, last] = [rides[0], rides.at(-1)]
  if (!first || !last) throw new Error('A journey must have rides')
  return {
    rides,
    departsAt: first.departsAt,
    arrivesAt: last.arrivesAt,
    changes: changesOf(network, rides),
    isSold: rides.every(({ runId, isCancelled }) => runId !== null && !isCancelled),
  }
}

function isInWindow(
  network: Network,
  { date, window }: JourneyQuestion,
  { departsAt, fromStopId, agencyId }: PlannedStretch,
): boolean {
  if (!window) return true
  const zone =
    network.stops.get(fromStopId)?.timeZone ?? network.agencies.get(agencyId)?.timeZone ?? 'UTC'
  const seconds = (departsAt.getTime() - midnight(date, zone)) / 1000
  return seconds >= window.fromSeconds && seconds < window.untilSeconds
}

function midnight(date: string, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).epochMilliseconds
}

type ChangesQuestion = JourneyQuestion & { readonly changesMax: number }

/** Number of cached results per network version. */
const cachedResultsMax = 1_000
const results = new WeakMap<Network, LRUCache<string, PlannedStretch[][]>>()

/** Cached by network version, date, channel and the runs with other vehicles. */
async function journeysWithChanges(
  network: Network,
  context: Pick<Context, 'db' | 'clock' | 'channel'>,
  question: ChangesQuestion,
): Promise<PlannedStretch[][]> {
  const known = results.get(network) ?? new LRUCache({ max: cachedResultsMax })
  results.set(network, known)
  const [stopId] = network.stopsOfLocality.get(question.fromLocalityId) ?? []
  const timeZone = network.stops.get(stopId ?? 0)?.timeZone
  if (timeZone === undefined) return []
  const { fromLocalityId, toLocalityId, date, changesMax, window } = question
  const today = localDate(context.clock.now(), timeZone)
  const serviceDays = serviceDaysOf(network, date)
  const digest = await digestOfOthers(context, serviceDays)
  const parts = [fromLocalityId, toLocalityId, date, changesMax, window, today, context.channel]
  const key = JSON.stringify([...parts, digest])
  const found = known.get(key)
  if (found) return found
  const others = await readOthers(context, { digest, network, serviceDays })
  const searched = searchWithChanges(network, context, { ...question, others })
  known.set(key, searched)
  return searched
}

function searchWithChanges(
  network: Network,
  context: Pick<Context, 'clock' | 'channel'>,
  question: ChangesQuestion & { readonly others: OtherVehicles },
): PlannedStretch[][] {
  const [sources, targets] = [
    network.stopsOfLocality.get(question.fromLocalityId) ?? [],
    network.stopsOfLocality.get(question.toLocalityId) ?? [],
  ]
  const timeZone = network.stops.get(sources[0] ?? 0)?.timeZone
  if (timeZone === undefined || targets.length === 0) return []
  const today = localDate(context.clock.now(), timeZone)
  const daysAhead = (Date.parse(question.date) - Date.parse(today)) / (daySeconds * 1000)
  const day = builtDay(
    network,
    {
      date: question.date,
      timeZone,
      daysAhead: Math.max(0, daysAhead),
      channel: context.channel,
    },
    question.others,
  )
  const lastMoment =
    (midnight(addDays(question.date, 1), timeZone) - midnight(question.date, timeZone)) / 1000
  const found = rangeSearch(day, {
    sources: indexesOf(day, sources),
    targets: indexesOf(day, targets),
    from: question.window?.fromSeconds ?? 0,
    until: Math.min(question.window?.untilSeconds ?? lastMoment, lastMoment),
    ridesMax: question.changesMax + 1,
    durationSecondsMax,
    slackSeconds: network.trips.size > largeTrips ? slackSeconds : null,
  })
  return found
    .toSorted((left, right) => scoreOf(left) - scoreOf(right))
    .map((journey) => stretchesOf(network, day, journey))
    .filter((stretches) => stretches.length > 1)
    .slice(0, withChangesMax)
}

/** Score for selecting the best journeys; lower is better. One minute equals half a lari. */
function scoreOf({ departs, arrives, price, rides }: FoundJourney): number {
  return (arrives - departs) / 60 + (price % unknownPrice) / 50 + rides.length * 10
}

function indexesOf(day: BuiltDay, stopIds: readonly number[]): number[] {
  return stopIds.flatMap((stopId) => day.indexOfStop.get(stopId) ?? [])
}

function stretchesOf(network: Network, day: BuiltDay, { rides }: FoundJourney): PlannedStretch[] {
  return rides.flatMap((ride) => {
    const { boarding, alighting } = ride
    const parts = day.chains[ride.chain]?.group.parts ?? []
    return parts.flatMap(({ position }, index) => {
      const end = parts[index + 1]?.position ?? Infinity
      const [from, to] = [Math.max(boarding, position), Math.min(alighting, end)]
      return from < to ? (stretchOf(network, day, { ...ride, part: index }, from, to) ?? []) : []
    })
  })
}

/** The leg range of a ride; for a ride of consecutive trips, the part on one of them. */
function stretchOf(
  network: Network,
  day: BuiltDay,
  { chain: number, vehicle, part: index }: Ride & { readonly part: number },
  boarding: number,
  alighting: number,
): PlannedStretch | null {
  const chain = day.chains[number]
  const run = chain?.vehicles[vehicle]?.[index]
  const part = chain?.group.parts[index]
  if (!chain || !part || !run) return null
  const trip = network.trips.get(run.tripId)
  if (!trip) return null
  const offset = chain.offsets[vehicle] ?? 0
  const shift = day.base + (chain.shifts[vehicle] ?? 0) * 1000
  const { agencyId, routeId, position } = part
  const [legFrom, legTo] = [boarding - position, alighting - position]
  return {
    ...run,
    agencyId,
    routeId,
    legFrom,
    legTo,
    // A linked trip may leave from another platform than that at which the trip before it ends.
    fromStopId: trip.pattern.stopIds[legFrom] ?? 0,
    toStopId: trip.pattern.stopIds[legTo] ?? 0,
    departsAt: new Date(shift + (day.departures[offset + boarding] ?? 0) * 1000),
    arrivesAt: new Date(shift + (day.arrivals[offset + alighting] ?? 0) * 1000),
  }
}
