/** Seats and baggage of a run as a quote: what is asked for is checked, and priced by class, stretch and rider. */
import type { ErrorCode } from '#contract/errors.ts'
import { splitPrice } from '#kernel/split-price.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { isSelling, readOffering, type LegUse } from '#modules/inventory/server/public-api.ts'
import type { Quote, QuotedTicket, ReplacedTicket } from '#modules/orders/server/public-api.ts'
import {
  baggageOf,
  openRun,
  readNetwork,
  readRuns,
  type Run,
  type VehiclePlace,
} from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import type { SeatsOnTheWay } from './allocate.ts'
import { coachOf } from './coaches.ts'
import { groupsOf } from './groups.ts'
import { baggageTypeOf, ticketTypeOf, transportName } from './names.ts'
import { classOffers, isOrdinary, riderMinor, useOf, type ClassOffer } from './offers.ts'
import { saleStateAt, stretchOf, type RunStretch } from './stretch.ts'
import { isSuspended } from './suspended.ts'
import { serviceFeeText, shopText, ticketText } from './texts.ts'

/** Who travels where on a run, each on seats that have been chosen. */
export interface TransportRequest {
  readonly runId: number
  readonly passengers: readonly SeatedPassenger[]
  readonly baggage: readonly RequestedBaggage[]
}

export interface RequestedBaggage {
  readonly baggageId: number
  readonly quantity: number
  readonly legFrom: number
  readonly legTo: number
  /** The ticket that this one takes the place of; one piece. */
  readonly replaces?: ReplacedTicket
  /** What was paid for that, where it counts in place of today's price. */
  readonly priceMinor?: number
}

export interface SeatedPassenger {
  readonly rider: string
  /** Usually one. */
  readonly seats: SeatsOnTheWay
  /** The ticket that this one takes the place of; its service fee was paid with that. */
  readonly replaces?: ReplacedTicket
  /** What was paid for that, where it counts in place of the fare. */
  readonly priceMinor?: number
}

/** Places that one order may hold of a run, baggage included; how many may travel is the carrier's and checked apart. */
const placesMax = 100

export async function quoteJourney(
  context: Context,
  request: TransportRequest,
): Promise<Result<Quote, ErrorCode>> {
  // An unknown key leaves the channel empty.
  if (context.channel === '') return fail('IntegrationChannelNotFound')
  const [run] = await readRuns(context, [request.runId])
  if (!run) return fail('NotFound')
  if (await isSuspended(context, run.agency.brand)) return fail('SaleSuspended')
  const opened = await openRun(context, run.runId)
  if (!opened.ok) return opened
  const offering = await readOffering(context, opened.value)
  if (!offering || !isSelling(offering, context.clock.now())) return fail('JourneyNotSold')
  const use = (await useOf(context, [opened.value])).get(opened.value)
  const tickets: QuotedTicket[] = []
  for (const passenger of request.passengers) {
    const quoted = await ticketsOf(context, run, passenger, use)
    if (!quoted.ok) return quoted
    tickets.push(...quoted.value)
  }
  if (request.passengers.some(({ rider }) => rider === 'companion') && !hasWheelchair(request))
    return fail('PassengerNotAllowed')
  const baggage = await baggageTickets(context, run, request)
  if (!baggage.ok) return baggage
  return ok({
    source: transportName,
    offeringId: opened.value,
    itemId: run.runId,
    currency: 'GEL',
    tickets: [...tickets, ...baggage.value],
    fees: new Map(),
    holdSeconds: run.agency.terms.holdSeconds,
    placesPerOrderMax: placesMax,
    perTypeMax: new Map(),
  })
}

function hasWheelchair({ passengers }: TransportRequest): boolean {
  return passengers.some(({ rider }) => rider === 'wheelchair')
}

/** The tickets of one passenger: one for each seat. Together they cost what the whole stretch costs. */
async function ticketsOf(
  context: Context,
  run: Run,
  { rider, seats, replaces, priceMinor }: SeatedPassenger,
  use: LegUse | undefined,
): Promise<Result<QuotedTicket[], ErrorCode>> {
  const { terms, merchantId } = run.agency
  const [first, last] = [seats[0], seats.at(-1)]
  const stretch = first && last && stretchOf(run, first.legFrom, last.legTo)
  if (!stretch || !isUnbroken(seats)) return fail('BadRequest')
  if (saleStateAt(stretch, context.clock.now()) !== 'open') return fail('JourneyNotSold')
  const riderTerms = terms.riders.find(({ code }) => code === rider)
  if (!riderTerms) return fail('PassengerNotAllowed')
  const offers = await classOffers(context, stretch, use)
  const groups = groupsOf(await readNetwork(context), stretch)
  const tickets: QuotedTicket[] = []
  // Seats on the way come and go together.
  const key = context.random.uuid()
  const places = seats.map(({ placeId }) => run.vehicle.places[placeId - 1])
  const offer = offers.find(({ classId }) => classId === places[0]?.classId)
  if (!offer) return fail('JourneyNotSold')
  const totalMinor = priceMinor ?? riderMinor(offer, rider, terms) ?? 0
  const shares = splitPrice(totalMinor, seats.map(minutesOf(stretch)))
  for (const [index, { placeId, legFrom, legTo }] of seats.entries()) {
    const place = places[index]
    if (!place) return fail('SeatNotAvailable', { placeIds: [placeId], poolIds: [] })
    if (!maySit(rider, place)) return fail('PassengerNotAllowed', { placeIds: [placeId] })
    tickets.push({
      ticketTypeId: ticketTypeOf(place.classId, rider, terms.riders, index > 0),
      merchantId,
      placeId,
      poolId: null,
      legFrom,
      legTo,
      quantity: 1,
      unitPriceMinor: shares[index] ?? 0,
      description: ticketText(classNameOf(offer, offers, place), riderTerms.name),
      detail: {
        ...sectionOf(run, place),
        seat: place.label,
        groups,
        ...(replaces && { replaces }),
        ...(seats.length > 1 && {
          package: {
            key,
            itemId: run.runId,
            name: ticketText(offer.travelClass.name, riderTerms.name),
          },
        }),
        ...(offer.foreign &&
        priceMinor === undefined &&
        seats.length === 1 &&
        riderTerms.discountBasisPoints === 0
          ? { foreign: offer.foreign }
          : {}),
      },
      ...(index === 0 &&
        !replaces &&
        terms.serviceFeeMinor > 0 && {
          fee: { unitPriceMinor: terms.serviceFeeMinor, description: serviceFeeText },
        }),
    })
  }
  return ok(tickets)
}

function classNameOf(offer: ClassOffer, offers: readonly ClassOffer[], place: VehiclePlace) {
  return (offers.find(({ classId }) => classId === place.classId) ?? offer).travelClass.name
}

function isUnbroken(seats: SeatsOnTheWay): boolean {
  return seats.every(
    ({ legFrom, legTo }, index) =>
      legFrom < legTo && (index === 0 || seats[index - 1]?.legTo === legFrom),
  )
}

function minutesOf({ run }: RunStretch) {
  return ({ legFrom, legTo }: { readonly legFrom: number; readonly legTo: number }): number => {
    const [from, to] = [run.stops[legFrom], run.stops[legTo]]
    if (!from || !to) return 1
    return Math.max(1, Math.round((to.arrivesAt.getTime() - from.departsAt.getTime()) / 60_000))
  }
}

/** Wheelchairs travel in their spaces, companions beside them, everybody else elsewhere. */
export function maySit(rider: string, place: VehiclePlace): boolean {
  const { wheelchair, companion } = placeAttribute
  if (rider === 'wheelchair') return (place.attributes & wheelchair) !== 0
  if (rider === 'companion') return (place.attributes & companion) !== 0 || isOrdinary(place)
  return isOrdinary(place)
}

/** Its coach, where there are several. */
function sectionOf(run: Run, place: VehiclePlace): Pick<QuotedTicket['detail'], 'section'> {
  const coach = coachOf(run.vehicle, place)
  return coach && run.vehicle.plan.coaches.length > 1 ? { section: shopText(coach.name) } : {}
}

async function baggageTickets(
  context: Context,
  run: Run,
  request: TransportRequest,
): Promise<Result<QuotedTicket[], ErrorCode>> {
  const options = await baggageOf(context, run.agency.agencyId)
  const tickets: QuotedTicket[] = []
  for (const { baggageId, quantity, legFrom, legTo, replaces, priceMinor } of request.baggage) {
    const option = options.find((one) => one.baggageId === baggageId)
    const stretch = stretchOf(run, legFrom, legTo)
    if (!option || !stretch) return fail('TicketTypeNotFound')
    if (quantity > option.perPassengerMax * request.passengers.length)
      return fail('TotalCountIsInvalid', {
        max: option.perPassengerMax * request.passengers.length,
      })
    tickets.push({
      ticketTypeId: baggageTypeOf(baggageId),
      merchantId: run.agency.merchantId,
      placeId: null,
      poolId: baggageId,
      legFrom,
      legTo,
      quantity,
      unitPriceMinor: priceMinor ?? option.priceMinor,
      description: shopText(option.name),
      detail: replaces ? { replaces } : {},
    })
  }
  return ok(tickets)
}
