/** What to hold for each segment of a journey: seats, chosen for all runs of one vehicle together, and baggage. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { LegUse } from '#modules/inventory/server/public-api.ts'
import { baggageOf, readNetwork, type Run } from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { ChosenSegment } from '../shapes.ts'
import { chooseSeats, type SeatChoice } from './choose-seats.ts'
import { classOffers, seatsLeft, type ClassOffer } from './offers.ts'
import type { SeatedPassenger, TransportRequest } from './quote.ts'
import type { RunStretch } from './stretch.ts'
import { goesOn, isFreeOn, joinedPart, throughGroups } from './through-seats.ts'

export interface RequestedSegment {
  readonly segment: ChosenSegment
  readonly stretch: RunStretch
  readonly offeringId: number
}

interface Seats {
  readonly use: ReadonlyMap<number, LegUse>
  /** Places that were taken concurrently in an earlier attempt. */
  readonly unavailable: ReadonlySet<number>
}

interface PricedSegment extends RequestedSegment {
  readonly use: LegUse | undefined
  /** The class to sit in; null: that of the requested seats; undefined: it is not sold. */
  readonly classId: number | null | undefined
}

interface Seating {
  /** Seats that were chosen for this and other runs of one vehicle; null: none. */
  readonly kept: readonly SeatedPassenger[] | null
  readonly unavailable: ReadonlySet<number>
}

/**
 * The requests in the order of the segments. Passengers keep their seats where the vehicle goes on as the run of the next
 * segment, as long as seats are free on all of them.
 */
export async function requestsOf(
  context: Context,
  segments: readonly RequestedSegment[],
  { use, unavailable }: Seats,
): Promise<Result<TransportRequest[], ErrorCode>> {
  const network = await readNetwork(context)
  const priced: PricedSegment[] = []
  for (const one of segments) {
    const own = use.get(one.offeringId)
    const offers = await classOffers(context, one.stretch, own)
    priced.push({ ...one, use: own, classId: classOf(one.segment, one.stretch, offers, own) })
  }
  // Seats chosen for an earlier segment of the same run are not available for a later one.
  const assigned = new Map<number, Set<number>>()
  const notFor = (offeringId: number) =>
    new Set([...unavailable, ...(assigned.get(offeringId) ?? [])])
  const groups = throughGroups(
    priced,
    (before, after) =>
      goesOn(network, before.stretch, after.stretch) && isSameParty(before.segment, after.segment),
    (rides) => keptSeats(rides, new Set(rides.flatMap((ride) => [...notFor(ride.offeringId)]))),
  )
  const requests: TransportRequest[] = []
  for (const { rides, kept } of groups)
    for (const [index, ride] of rides.entries()) {
      const { offeringId } = ride
      const seating = { kept: kept?.[index] ?? null, unavailable: notFor(offeringId) }
      const chosen = await requestOf(context, { ...ride, ...seating })
      if (!chosen.ok) return chosen
      const own = assigned.get(offeringId) ?? new Set<number>()
      assigned.set(offeringId, own)
      for (const { seats } of chosen.value.passengers)
        for (const { placeId } of seats) own.add(placeId)
      requests.push(chosen.value)
    }
  return ok(requests)
}

function isSameParty(one: ChosenSegment, other: ChosenSegment): boolean {
  return (
    one.direction === other.direction &&
    one.passengers.length === other.passengers.length &&
    one.passengers.every(({ rider }, index) => rider === other.passengers[index]?.rider)
  )
}

/** The same seats on all rides, for each ride; null if there are none, or if others were requested. */
function keptSeats(
  rides: readonly PricedSegment[],
  unavailable: ReadonlySet<number>,
): SeatedPassenger[][] | null {
  const [first] = rides
  const joined = joinedPart(rides)
  const classIds = new Set(rides.flatMap(({ classId }) => classId ?? []))
  const isSold = rides.every(({ classId }) => classId !== undefined)
  if (!first || !joined || !isSold || classIds.size > 1) return null
  const [classId = null] = classIds
  const passengers = passengersOf(rides, { classId, unavailable })
  if (!passengers) return null
  const seated = chooseSeats({
    ...joined,
    segment: { passengers, preferences: first.segment.preferences, mayChangeSeats: false },
    classId,
    unavailable,
  })
  if (!seated.ok) return null
  return rides.map(({ stretch: { legFrom, legTo } }) =>
    seated.value.map((passenger) => ({
      ...passenger,
      seats: passenger.seats.map(({ placeId }) => ({ placeId, legFrom, legTo })),
    })),
  )
}

/**
 * The passengers with the seats that were requested on any of the rides; null if somebody requested several, or one that is
 * taken or of another class on a ride for which it was not requested.
 */
function passengersOf(
  rides: readonly PricedSegment[],
  { classId, unavailable }: Pick<SeatChoice, 'classId' | 'unavailable'>,
): ChosenSegment['passengers'] | null {
  const places = rides[0]?.stretch.run.vehicle.places ?? []
  const passengers: ChosenSegment['passengers'] = []
  for (const [index, { rider }] of (rides[0]?.segment.passengers ?? []).entries()) {
    const asked = rides.map((ride) => ride.segment.passengers[index]?.placeId)
    const [placeId, ...others] = new Set(asked.flatMap((one) => one ?? []))
    if (placeId === undefined) passengers.push({ rider })
    else {
      const isOfClass = classId === null || places[placeId - 1]?.classId === classId
      const isFree = rides.every(
        (ride, at) =>
          asked[at] !== undefined || (isFreeOn(ride, placeId) && !unavailable.has(placeId)),
      )
      if (others.length > 0 || !isOfClass || !isFree) return null
      passengers.push({ rider, placeId })
    }
  }
  return passengers
}

async function requestOf(
  context: Context,
  { segment, stretch, use, classId, kept, unavailable }: PricedSegment & Seating,
): Promise<Result<TransportRequest, ErrorCode>> {
  const { run } = stretch
  if (classId === undefined) return fail('TicketTypeNotFound')
  const seated = kept ? ok(kept) : chooseSeats({ stretch, segment, classId, use, unavailable })
  if (!seated.ok) return seated
  const baggage = await baggageOfSegment(context, run, segment)
  if (!baggage.ok) return baggage
  return ok({
    runId: run.runId,
    vehicleTypeId: run.vehicle.vehicleTypeId,
    passengers: seated.value,
    baggage: baggage.value,
  })
}

/**
 * The requested class, otherwise the cheapest with enough seats; null if all seats were requested
 * explicitly.
 */
function classOf(
  segment: ChosenSegment,
  stretch: RunStretch,
  offers: readonly ClassOffer[],
  use: LegUse | undefined,
): number | null | undefined {
  if (segment.classCode !== undefined)
    return offers.find(({ travelClass }) => travelClass.code === segment.classCode)?.classId
  if (segment.passengers.every(({ placeId }) => placeId !== undefined)) return null
  const left = seatsLeft(stretch, use)
  const seated = segment.passengers.filter(({ rider }) => rider !== 'wheelchair')
  const byPrice = offers.toSorted((one, other) => one.priceMinor - other.priceMinor)
  const sufficient = byPrice.find(({ classId }) => (left.get(classId) ?? 0) >= seated.length)
  return (sufficient ?? byPrice[0])?.classId
}

async function baggageOfSegment(
  context: Context,
  run: Run,
  { baggage, legFrom, legTo }: ChosenSegment,
): Promise<Result<TransportRequest['baggage'], ErrorCode>> {
  if (baggage.length === 0) return ok([])
  const options = await baggageOf(context, run.agency.agencyId)
  const found: { baggageId: number; quantity: number; legFrom: number; legTo: number }[] = []
  for (const { optionCode, quantity } of baggage) {
    const option = options.find((one) => one.code === optionCode && !one.isRetired)
    if (!option) return fail('TicketTypeNotFound')
    found.push({ baggageId: option.baggageId, quantity, legFrom, legTo })
  }
  return ok(found)
}
