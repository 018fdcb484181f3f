/**
 * Quotes seats and baggage of a run: validates the request and prices it by class, leg range and rider
 * category.
 */
import type { ErrorCode } from '#contract/errors.ts'
import type { TravelMode } from '#contract/travel-modes.ts'
import { splitPrice } from '#kernel/split-price.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  addMissingPools,
  isSelling,
  readOffering,
  type LegUse,
} from '#modules/inventory/server/public-api.ts'
import type { Quote, QuotedTicket, ReplacedTicket } from '#modules/orders/server/public-api.ts'
import {
  baggageOf,
  openRun,
  readNetwork,
  readRuns,
  ridersOfTickets,
  ridersOnSale,
  shareRun,
  type Run,
  type VehiclePlace,
  isOrdinary,
} from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import type { SeatSequence } from './allocate.ts'
import { coachOf } from './coaches.ts'
import { groupsOf } from './groups.ts'
import { baggageTypeOf, ticketTypeOf, transportName } from './names.ts'
import { classOffers, riderMinor, useOf, type ClassOffer } from './offers.ts'
import { modeOf, saleStateAt, stretchOf, type RunStretch } from './stretch.ts'
import { isSuspended } from './suspended.ts'
import { serviceFeeText, shopText, ticketText } from './texts.ts'

/** Passengers of a run with their seats, and baggage. */
export interface TransportRequest {
  readonly runId: number
  /** The vehicle in which the seats were selected; another one has other places under their numbers. */
  readonly vehicleTypeId: number
  readonly passengers: readonly SeatedPassenger[]
  readonly baggage: readonly RequestedBaggage[]
}

export interface RequestedBaggage {
  readonly baggageId: number
  readonly quantity: number
  readonly legFrom: number
  readonly legTo: number
  /** The baggage ticket that this one replaces; then `quantity` is 1. */
  readonly replaces?: ReplacedTicket
  /** Price paid for the replaced ticket, if it applies instead of the current price. */
  readonly priceMinor?: number
}

export interface SeatedPassenger {
  readonly rider: string
  /** Usually one. */
  readonly seats: SeatSequence
  /** The ticket that this one replaces; the service fee was paid with it. */
  readonly replaces?: ReplacedTicket
  /** Quoted for a ticket that was sold, whose rider category may be retired. */
  readonly isExchange?: true
  /** Price paid for the replaced ticket, if it applies instead of the fare. */
  readonly priceMinor?: number
}

/** Places of a run per order, baggage included; the carrier's passenger limit is checked separately. */
const placesMax = 100

export async function quoteJourney(
  context: Context,
  request: TransportRequest,
): Promise<Result<Quote, ErrorCode>> {
  await shareRun(context, request.runId)
  const [run] = await readRuns(context, [request.runId])
  if (!run) return fail('NotFound')
  if (run.vehicle.vehicleTypeId !== request.vehicleTypeId) {
    const seats = request.passengers.flatMap((one) => one.seats)
    return fail('SeatNotAvailable', { placeIds: seats.map(({ placeId }) => placeId), poolIds: [] })
  }
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
  const baggage = await baggageTickets(context, run, request)
  if (!baggage.ok) return baggage
  await addNewBaggage(context, opened.value, { run, request, use })
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

/** The tickets of one passenger: one per seat, with prices that add up to the price of the whole journey. */
async function ticketsOf(
  context: Context,
  run: Run,
  { rider, seats, replaces, isExchange, priceMinor }: SeatedPassenger,
  use: LegUse | undefined,
): Promise<Result<QuotedTicket[], ErrorCode>> {
  const { terms, merchantId } = run.agency
  const [first, last] = [seats[0], seats.at(-1)]
  const stretch = first && last && stretchOf(run, first.legFrom, last.legTo)
  if (!stretch || !isUnbroken(seats)) return fail('BadRequest')
  if (saleStateAt(stretch, context.clock.now()) !== 'open') return fail('JourneyNotSold')
  // Tickets that were sold are exchanged as what they are.
  const riders = replaces || isExchange ? ridersOfTickets(terms) : ridersOnSale(terms)
  const riderTerms = riders.find(({ code }) => code === rider)
  if (!riderTerms) return fail('PassengerNotAllowed')
  const offers = await classOffers(context, stretch, use)
  const groups = groupsOf(await readNetwork(context), stretch)
  const tickets: QuotedTicket[] = []
  // The seats of one passenger are held and released together.
  const key = context.random.uuid()
  const seated = seats.flatMap((seat) => {
    const place = run.vehicle.places[seat.placeId - 1]
    return place ? [{ ...seat, place }] : []
  })
  if (seated.length < seats.length)
    return fail('SeatNotAvailable', {
      placeIds: seats.flatMap(({ placeId }) => (run.vehicle.places[placeId - 1] ? [] : [placeId])),
      poolIds: [],
    })
  const offer = offers.find(({ classId }) => classId === seated[0]?.place.classId)
  if (!offer) return fail('JourneyNotSold')
  const totalMinor = priceMinor ?? riderMinor(offer, rider, riders) ?? 0
  const shares = splitPrice(totalMinor, seats.map(minutesOf(stretch)))
  for (const [index, { placeId, legFrom, legTo, place }] of seated.entries()) {
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

function isUnbroken(seats: SeatSequence): boolean {
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

/**
 * Wheelchair users take wheelchair spaces, companions the seats beside them or ordinary seats, others
 * ordinary seats.
 */
export function maySit(rider: string, place: VehiclePlace): boolean {
  const { wheelchair, companion } = placeAttribute
  if (rider === 'wheelchair') return (place.attributes & wheelchair) !== 0
  if (rider === 'companion') return (place.attributes & companion) !== 0 || isOrdinary(place)
  return isOrdinary(place)
}

/** What a part of a vehicle is called that has no coaches. */
const saloon = { ka: 'სალონი', en: 'Saloon' }

/** The coach as section, if the vehicle has several; a bus, a boat or an aircraft has none. */
function sectionOf(
  run: Run,
  place: VehiclePlace,
): Pick<QuotedTicket['detail'], 'section' | 'naming'> {
  const coach = coachOf(run.vehicle, place)
  if (!coach || run.vehicle.plan.coaches.length < 2) return {}
  const isRail = railModes.has(modeOf(run))
  return { section: shopText(coach.name), ...(!isRail && { naming: { section: saloon } }) }
}

const railModes: ReadonlySet<TravelMode> = new Set(['train', 'tram', 'metro', 'monorail'])

/** A run that was opened before a kind of baggage was added has no pieces of it yet. */
async function addNewBaggage(
  context: Context,
  offeringId: number,
  asked: {
    readonly run: Run
    readonly request: TransportRequest
    readonly use: LegUse | undefined
  },
): Promise<void> {
  const { run, request, use } = asked
  const ids = new Set(request.baggage.map(({ baggageId }) => baggageId))
  const missing = (await baggageOf(context, run.agency.agencyId)).filter(
    ({ baggageId }) => ids.has(baggageId) && use?.poolsLeft.has(baggageId) !== true,
  )
  const pools = missing.map(({ baggageId, capacity }) => ({ poolId: baggageId, capacity }))
  await addMissingPools(context, offeringId, pools)
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
    if (!option || !stretch || (option.isRetired && !replaces)) return fail('TicketTypeNotFound')
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
      detail: { isBaggage: true, ...(replaces && { replaces }) },
    })
  }
  return ok(tickets)
}
