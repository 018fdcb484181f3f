/** Departures between two places with their prices for a party. */
import { money, type Money } from '#kernel/money.ts'
import {
  addDays,
  localDate,
  plannedOn,
  readNetwork,
  readRuns,
  runsBetween,
  runsBetweenOn,
  isSameVehicle,
  searchJourneys,
  type Network,
  type Run,
  type Stretch,
} from '#modules/timetable/server/public-api.ts'
import type { Brand } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import type { JourneyView } from '../contract.ts'
import type { SaleState, SegmentView } from '../shapes.ts'
import { currentUseOf, useMilliseconds, useOf } from './offers.ts'
import { lowestOf, priceFor, seatedRides, type JourneyRide, type Party } from './party-prices.ts'
import type { Place } from './places.ts'
import {
  offerSegment,
  presentSegment,
  presentUnsold,
  unsoldState,
  type OfferedSegment,
} from './present-segment.ts'
import { stretchOf } from './stretch.ts'

/** Direct departures on a date, restricted to single stops if the places are stops. */
export async function departuresOf(
  context: Context,
  question: { from: Place; to: Place; date: string; brand?: Brand | undefined },
): Promise<Stretch[]> {
  const found = await runsBetween(context, { ...townsOf(question), date: question.date })
  return found.filter((stretch) => isOfStops(question, stretch))
}

/** Whether there is a direct departure on a date, sold or not. */
export async function hasDepartures(
  context: Context,
  question: { from: Place; to: Place; date: string; brand?: Brand | undefined },
): Promise<boolean> {
  const planned = await plannedOn(context, { ...townsOf(question), date: question.date })
  return planned.some((stretch) => isOfStops(question, stretch))
}

interface Ends {
  readonly from: Pick<Place, 'localityId' | 'stopId'>
  readonly to: Pick<Place, 'localityId' | 'stopId'>
}

function townsOf({ from, to, brand }: Ends & { readonly brand?: Brand | undefined }) {
  return { brand, fromLocalityId: from.localityId, toLocalityId: to.localityId }
}

function isOfStops(
  { from, to }: Ends,
  { fromStopId, toStopId }: Pick<Stretch, 'fromStopId' | 'toStopId'>,
): boolean {
  return (
    (from.stopId === null || from.stopId === fromStopId) &&
    (to.stopId === null || to.stopId === toStopId)
  )
}

/**
 * Journeys on a date, with and without changes. Searches for one carrier family or between single stops
 * return direct ones only.
 */
export async function itinerariesOf(
  context: Context,
  question: { from: Place; to: Place; date: string; brand?: Brand | undefined },
): Promise<(readonly Stretch[])[]> {
  const { from, to, date, brand } = question
  if (brand !== undefined || from.stopId !== null || to.stopId !== null)
    return (await departuresOf(context, question)).map((stretch) => [stretch])
  const journeys = await searchJourneys(context, {
    fromLocalityId: from.localityId,
    toLocalityId: to.localityId,
    date,
  })
  return journeys.map(({ rides }) => rides)
}

/** Offers in the order of the given leg ranges; null for those without a run. */
export async function offerStretches(
  context: Context,
  stretches: readonly Pick<Stretch, 'runId' | 'legFrom' | 'legTo'>[],
  readUse = useOf,
): Promise<(OfferedSegment | null)[]> {
  const runs = await readRuns(
    context,
    stretches.flatMap(({ runId }) => runId ?? []),
  )
  const byId = new Map(runs.map((run) => [run.runId, run]))
  const use = await readUse(
    context,
    runs.map(({ offeringId }) => offeringId),
  )
  const offered: (OfferedSegment | null)[] = []
  for (const { runId, legFrom, legTo } of stretches) {
    const run: Run | undefined = runId === null ? undefined : byId.get(runId)
    const stretch = run && stretchOf(run, legFrom, legTo)
    offered.push(
      stretch ? await offerSegment(context, stretch, use.get(stretch.run.offeringId ?? 0)) : null,
    )
  }
  return offered
}

/** Maximum number of days searched for the journeys before or after a given time. */
const nearDaysMax = 7

/** The nearest journeys before or after a given time, across days, sorted by departure. */
export async function journeysNear(
  context: Context,
  question: {
    readonly from: Place
    readonly to: Place
    readonly at: Date
    readonly direction: 'earlier' | 'later'
    readonly most: number
    readonly brand?: Brand | undefined
  },
  party: Party,
): Promise<JourneyView[]> {
  const { at, direction, most } = question
  const network = await readNetwork(context)
  const [stopId] = network.stopsOfLocality.get(question.from.localityId) ?? []
  const zone = network.stops.get(question.from.stopId ?? stopId ?? 0)?.timeZone ?? 'Asia/Tbilisi'
  const [first, today] = [localDate(at, zone), localDate(context.clock.now(), zone)]
  const found: JourneyView[] = []
  for (let days = 0; days < nearDaysMax && found.length < most; days += 1) {
    const date = addDays(first, direction === 'later' ? days : -days)
    if (date < today && direction === 'earlier') break
    const itineraries = await itinerariesOf(context, { ...question, date })
    const candidates = itineraries.filter(([ride]) =>
      ride && direction === 'later' ? ride.departsAt > at : ride && ride.departsAt < at,
    )
    const sorted = direction === 'later' ? candidates : candidates.toReversed()
    const chosen = sorted.slice(0, most - found.length)
    found.push(...(await presentItineraries(context, chosen, party)))
  }
  return found.toSorted((one, other) => (one.departsAt < other.departsAt ? -1 : 1))
}

/** Journeys with their prices for a party. */
export async function presentItineraries(
  context: Context,
  itineraries: readonly (readonly Stretch[])[],
  party: Party,
): Promise<JourneyView[]> {
  const offered = await offerStretches(context, itineraries.flat())
  const network = await readNetwork(context)
  let at = 0
  return itineraries.flatMap((itinerary) => {
    const rides = itinerary.map((stretch) => ({ stretch, offered: offered[at++] ?? null }))
    return presentJourney(network, context, rides, party) ?? []
  })
}

/** A journey of several segments has the worst state of its segments. */
const worstFirst: readonly SaleState[] = [
  'cancelled',
  'closed',
  'suspended',
  'office',
  'full',
  'not-yet',
  'open',
]

export function presentJourney(
  network: Network,
  context: Context,
  itinerary: readonly JourneyRide[],
  party: Party,
): JourneyView | null {
  const segments: SegmentView[] = []
  let price: number | null = 0
  const states = new Set<SaleState>()
  const seated = seatedRides(network, itinerary, party)
  for (const [index, ride] of itinerary.entries()) {
    const { stretch, offered } = ride
    const before = itinerary[index - 1]?.stretch
    const view = offered
      ? presentSegment(network, offered, context.locale)
      : presentUnsold(network, stretch, context.locale)
    if (!view) return null
    segments.push({
      ...view,
      sameVehicle: before !== undefined && isSameVehicle(network, before, stretch),
      staysSeated: seated.has(ride),
    })
    const own: number | null = priceFor(offered, party)
    price = price === null || own === null ? null : price + own
    // There may be fewer free seats than passengers, or free spaces without free seats.
    const full = view.sale === 'open' ? 'full' : view.sale
    states.add(own === null ? full : 'open')
  }
  const [first, last] = [segments[0], segments.at(-1)]
  if (!first || !last) return null
  const minutes = (Date.parse(last.to.at) - Date.parse(first.from.at)) / 60_000
  return {
    journeyKey: itinerary.map(({ stretch }) => keyOf(stretch)).join('_'),
    departsAt: first.from.at,
    arrivesAt: last.to.at,
    durationMinutes: Math.round(minutes),
    changes: segments.filter((one, index) => index > 0 && !one.sameVehicle).length,
    sale: worstFirst.find((state) => states.has(state)) ?? 'open',
    priceFrom: price === null ? null : money(price),
    segments,
  }
}

function keyOf({ runId, tripId, serviceDate, legFrom, legTo }: Stretch): string {
  return runId === null
    ? `trip${tripId}.${serviceDate}.${legFrom}.${legTo}`
    : `${runId}.${legFrom}.${legTo}`
}

export interface DayOffer {
  readonly date: string
  readonly departures: number
  readonly sale: SaleState | null
  readonly lowestPrice: Money | null
}

interface DaysQuestion {
  readonly from: Pick<Place, 'localityId' | 'stopId'>
  readonly to: Pick<Place, 'localityId' | 'stopId'>
  readonly date: string
  readonly days: number
  readonly brand?: Brand | undefined
}

/** A day before it is priced for a party. */
interface ReadDay extends Omit<DayOffer, 'lowestPrice'> {
  readonly offers: readonly (OfferedSegment | null)[]
}

const cachedDays = createTtlCache<string, ReadDay[]>({
  milliseconds: useMilliseconds,
  most: 500,
  read: (context, key) => computeDays(context, (JSON.parse(key) as [DaysQuestion])[0]),
})

/**
 * Days with the number of direct departures and the lowest price for a party, at most half a second old. What is read
 * does not depend on the party or the language, so all pages of a search share it.
 */
export async function readDays(
  context: Context,
  question: DaysQuestion,
  party: Party,
): Promise<DayOffer[]> {
  const [from, to] = [question.from, question.to].map(({ localityId, stopId }) => ({
    localityId,
    stopId,
  }))
  const minute = Math.floor(context.clock.now().getTime() / 60_000)
  const { date, days, brand } = question
  const key = JSON.stringify([{ from, to, date, days, brand }, context.channel, minute])
  const found = await cachedDays(context, key)
  return found.map(({ offers, ...day }) => ({
    ...day,
    lowestPrice: lowestOf(offers.map((offer) => priceFor(offer, party))),
  }))
}

async function computeDays(context: Context, question: DaysQuestion): Promise<ReadDay[]> {
  const dates = Array.from({ length: question.days }, (_, ahead) => addDays(question.date, ahead))
  const found = await runsBetweenOn(context, townsOf(question), dates)
  const days = dates.map((date, index) => ({
    date,
    stretches: (found[index] ?? []).filter((stretch) => isOfStops(question, stretch)),
  }))
  const all = days.flatMap(({ stretches }) => stretches)
  const offered = await offerStretches(context, all, currentUseOf)
  const network = await readNetwork(context)
  const offerOf = new Map(all.map((stretch, index) => [stretch, offered[index] ?? null]))
  return days.map(({ date, stretches }) => {
    const offers = stretches.map((stretch) => offerOf.get(stretch) ?? null)
    const states = new Set(
      stretches.map((stretch, index) => offers[index]?.sale ?? unsoldState(network, stretch)),
    )
    return {
      date,
      departures: stretches.length,
      sale: worstFirst.findLast((state) => states.has(state)) ?? null,
      offers,
    }
  })
}

/** Today's date in the time zone of a place. */
export async function todayAt(context: Context, place: Place): Promise<string> {
  const network = await readNetwork(context)
  const [stopId] = network.stopsOfLocality.get(place.localityId) ?? []
  const zone = network.stops.get(place.stopId ?? stopId ?? 0)?.timeZone ?? 'Asia/Tbilisi'
  return localDate(context.clock.now(), zone)
}
