/** Converts chosen places to priced lines and checks all rules of a choice. Pure. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import type { TicketTypeForSale } from '#modules/catalogue/server/public-api.ts'
import type {
  LineDetail,
  Quote,
  QuotedFee,
  QuotedTicket,
} from '#modules/orders/server/public-api.ts'
import type { AccessCode } from '#modules/sale-rules/server/public-api.ts'
import { placeById } from '#seatmap/expand.ts'
import { rowNounOf } from '#seatmap/row-noun.ts'
import { openTickets } from './access.ts'
import { lariPrice } from './pricing.ts'
import type { EventSale } from './sale.ts'
import { tableDetail } from './table-labels.ts'

/** Requested places of an event: named ones, or quantities of a pool. */
export interface EventRequest {
  readonly eventId: number
  readonly seats?: readonly (RequestedType & { readonly placeId: number })[]
  readonly places?: readonly (RequestedType & { readonly quantity: number })[]
  /** The layout in which the seats were chosen; absent: the current one. */
  readonly digest?: string | undefined
  /** As the buyer typed it: opens places reserved for its holders; or the key of a private show. */
  readonly accessCode?: string
  /** Token of the show's queue, if there is one. */
  readonly waitingRoomToken?: string
  /** Chosen by the server: the single-seat rule does not apply. */
  readonly isSuggested?: boolean
}

interface RequestedType {
  readonly ticketTypeId: number
  /** For a table: the number of guests; its capacity when absent. */
  readonly guests?: number
}

/** Stored in order lines; never changes. */
export const sourceName = 'event'

/** Whether the event is on sale now. The sale ends when the event begins. */
export function isOnSale(sale: EventSale, now: Date): boolean {
  const { event, offering } = sale
  if (sale.isWithheld || !event.isActive || !offering.isOnSale || event.startsAt <= now)
    return false
  if (offering.salesOpenAt !== null && offering.salesOpenAt > now) return false
  return offering.salesCloseAt === null || offering.salesCloseAt > now
}

/** Validates the request itself, without the event. */
export function refusalOfShape(request: EventRequest): Failure<ErrorCode> | null {
  const seats = request.seats ?? []
  const places = request.places ?? []
  if (seats.length > 0 && places.length > 0) return fail('SeatAndNonSeatPlacesAreMixed')
  if (seats.length === 0 && places.length === 0) return fail('SeatsNotPassed')
  if (places.some((place) => place.quantity <= 0)) return fail('QuantityMustBeGreaterThanZero')
  if (new Set(seats.map((seat) => seat.placeId)).size < seats.length) {
    const message = 'The same place is there twice'
    return fail('BadRequest', { fields: [{ path: 'body.seats', message }] })
  }
  return null
}

/**
 * Prices a request. All amounts come from the sale; the request contains only types and places. Limits of the whole
 * order are checked where the order is known.
 */
export function quoteRequest(
  sale: EventSale,
  request: EventRequest,
  at: { readonly now: Date; readonly channel: string; readonly code?: AccessCode | null },
): Result<Quote, ErrorCode> {
  if (!isOnSale(sale, at.now)) return fail('EventNotActive')
  const plan = planOf(sale, request)
  if (request.digest !== undefined && plan !== undefined && request.digest !== plan)
    return fail('SeatPlanChanged')
  const types = typesOf(sale, request, at.channel)
  if (!types.ok) return types
  const priced = pricedTypes(sale, types.value, request, at.now)
  if (!priced.ok) return priced
  const tickets = request.seats?.length
    ? seatTickets(sale, request.seats, priced.value)
    : poolTickets(sale, request, priced.value)
  if (!tickets.ok) return tickets
  const opened = openTickets(sale, tickets.value, at.code)
  if (!opened.ok) return opened
  return ok({
    ...quoteHead(sale, types.value),
    ...(plan !== undefined && { plan }),
    ...opened.value,
    fees: feesOf(sale, priced.value),
  })
}

/** The plan whose numbers the requested seats have; undefined without seats. */
function planOf({ event }: EventSale, { seats }: EventRequest): string | undefined {
  return seats?.length ? (event.layoutDigest ?? undefined) : undefined
}

/** Maximum places in one order, including the limit per person, because an order above it could not be paid. */
export function orderMaxOf({ offering, rules }: EventSale): number {
  return Math.min(offering.placesPerOrderMax, rules.buyerChecks?.ticketsPerPersonMax ?? Infinity)
}

/** The event's data and limits in a quote. Charges are in lari, whatever currency a price was set in. */
export function quoteHead(
  sale: EventSale,
  types: readonly TicketTypeForSale[],
): Omit<Quote, 'tickets' | 'fees'> {
  const { event, offering, rules } = sale
  return {
    source: sourceName,
    offeringId: event.offeringId,
    itemId: event.eventId,
    currency: 'GEL',
    holdSeconds: offering.holdSeconds,
    placesPerOrderMax: orderMaxOf(sale),
    exclusiveTypes: rules.exclusiveTypes,
    perTypeMax: new Map(
      types.flatMap((type) => {
        const most = perOrderMaxOf(sale, type)
        return most === null ? [] : [[type.ticketTypeId, most]]
      }),
    ),
  }
}

/**
 * Maximum of a type in one order; null: the event's limit applies. The price of a table paid per guest depends on its
 * guests, so an order holds one of a type.
 */
export function perOrderMaxOf(sale: EventSale, type: TicketTypeForSale): number | null {
  return sale.rules.isOneEach || type.table?.isPerGuest ? 1 : type.perOrderMax
}

/** A type with its unit price in this request. */
interface PricedType {
  readonly type: TicketTypeForSale
  readonly unitPriceMinor: number
  readonly feeMinor: number
  /** Number of guests paid for; 1 when the price is for the whole table. */
  readonly times: number
  readonly detail: LineDetail
}

/** Prices of the requested types by id, in lari; `TicketTypeNotActive` without a rate of the day. */
function pricedTypes(
  sale: EventSale,
  types: readonly TicketTypeForSale[],
  request: EventRequest,
  now: Date,
): Result<ReadonlyMap<number, PricedType>, ErrorCode> {
  const priced = new Map<number, PricedType>()
  for (const type of types) {
    const { ticketTypeId, table } = type
    // A package is held with its parts (`take-places.ts`), never by itself.
    if (type.parts.length > 0) return fail('TicketTypeNotActive', { ticketTypeId })
    const price = lariPrice(type, sale.rates, now)
    if (!price?.isSellable) return fail('TicketTypeNotActive', { ticketTypeId })
    const guests = guestsOf(type, request)
    if (table && (guests < table.guestsMin || guests > table.guestsMax))
      return fail('TotalCountIsInvalid', {
        ticketTypeId,
        min: table.guestsMin,
        max: table.guestsMax,
      })
    const times = table?.isPerGuest ? guests : 1
    const { foreign } = price
    priced.set(ticketTypeId, {
      type,
      unitPriceMinor: price.priceMinor * times,
      feeMinor: price.feeMinor * times,
      times,
      detail: {
        ...(table ? { guests } : {}),
        ...(foreign
          ? { foreign: { ...foreign, unitPriceMinor: foreign.unitPriceMinor * times } }
          : {}),
      },
    })
  }
  return ok(priced)
}

function guestsOf(type: TicketTypeForSale, request: EventRequest): number {
  const requested = [...(request.seats ?? []), ...(request.places ?? [])].find(
    (one) => one.ticketTypeId === type.ticketTypeId && one.guests !== undefined,
  )
  return requested?.guests ?? type.table?.guestsMax ?? 1
}

/** The ticket types a request names, each once, all of them allowed to this channel and of one merchant. */
export function typesOf(
  sale: EventSale,
  request: EventRequest,
  channel: string,
): Result<TicketTypeForSale[], ErrorCode> {
  const wanted = new Set(
    [...(request.seats ?? []), ...(request.places ?? [])].map((one) => one.ticketTypeId),
  )
  const types: TicketTypeForSale[] = []
  for (const ticketTypeId of wanted) {
    const type = sale.types.get(ticketTypeId)
    if (!type) return fail('TicketTypeNotFound', { ticketTypeId })
    if (type.status !== 'Active') return fail('TicketTypeNotActive', { ticketTypeId })
    if (!sellsThrough(type, channel))
      return fail('TicketTypeBadIntegrationChannel', { ticketTypeId })
    types.push(type)
  }
  const sellsSeats = Boolean(request.seats?.length)
  if (types.some((type) => (type.poolId === null) !== sellsSeats))
    return fail('SeatAndNonSeatPlacesAreMixed')
  const merchants = new Set(types.map((type) => type.merchantId))
  return merchants.size > 1 ? fail('TicketTypesMerchantsNotMet') : ok(types)
}

export function sellsThrough(type: TicketTypeForSale, channel: string): boolean {
  return type.channels === null || type.channels.includes(channel)
}

/**
 * Named places. A type sells only the places of its own zone, so an expensive seat cannot be bought with a cheaper
 * type.
 */
function seatTickets(
  sale: EventSale,
  seats: NonNullable<EventRequest['seats']>,
  priced: ReadonlyMap<number, PricedType>,
): Result<QuotedTicket[], ErrorCode> {
  const tickets: QuotedTicket[] = []
  for (const { ticketTypeId, placeId } of seats) {
    const one = priced.get(ticketTypeId)
    const place = placeDetail(sale, placeId)
    if (!place) return fail('SeatNotAvailable', { placeIds: [placeId], poolIds: [] })
    if (!one || one.type.zone !== place.zone)
      return fail('TicketTypeNotFound', { ticketTypeId, placeId })
    const ticket = ticketOf(one, 1)
    tickets.push({ ...ticket, placeId, detail: placed(sale, ticket.detail, place.detail) })
  }
  return ok(tickets)
}

/** The price and place details of a line; a table is described by its number and guests. */
export function placed(sale: EventSale, price: LineDetail, place: LineDetail): LineDetail {
  const { guests } = price
  const own = { ...place.naming, ...sale.rules.naming }
  const naming = Object.keys(own).length > 0 ? own : undefined
  const where = guests === undefined ? place : tableDetail(place, guests, naming)
  return { ...price, ...where, ...(naming && { naming }) }
}

/** Description of a named place in a line, and the zone whose types sell it. */
export function placeDetail(
  sale: EventSale,
  placeId: number,
): { readonly zone: string; readonly detail: LineDetail } | null {
  const place = sale.layout ? placeById(sale.layout, placeId) : undefined
  if (!place) return null
  const { rowLabel, seatLabel, section } = place
  const row = rowNounOf(section)
  const detail = { row: rowLabel, seat: seatLabel, section: section.name }
  return { zone: place.zoneKey, detail: { ...detail, ...(row && { naming: { row } }) } }
}

/** Description of a place without a name in a line: the section, if there is a map. */
export function poolDetail(sale: EventSale, poolId: number | null): LineDetail {
  const section = sale.layout?.layout.sections.find(({ pool }) => pool?.poolId === poolId)
  return section ? { section: section.name } : {}
}

/** Places without a name; the same type requested twice is one line. */
function poolTickets(
  sale: EventSale,
  request: EventRequest,
  priced: ReadonlyMap<number, PricedType>,
): Result<QuotedTicket[], ErrorCode> {
  const quantities = new Map<number, number>()
  for (const { ticketTypeId, quantity } of request.places ?? [])
    quantities.set(ticketTypeId, (quantities.get(ticketTypeId) ?? 0) + quantity)
  const tickets: QuotedTicket[] = []
  for (const [ticketTypeId, quantity] of quantities) {
    const one = priced.get(ticketTypeId)
    if (!one) return fail('TicketTypeNotFound', { ticketTypeId })
    const { poolId } = one.type
    const ticket = ticketOf(one, quantity)
    tickets.push({
      ...ticket,
      poolId,
      detail: placed(sale, ticket.detail, poolDetail(sale, poolId)),
    })
  }
  return ok(tickets)
}

function ticketOf({ type, ...price }: PricedType, quantity: number): QuotedTicket {
  return {
    ticketTypeId: type.ticketTypeId,
    merchantId: type.merchantId,
    placeId: null,
    poolId: null,
    legFrom: 0,
    legTo: 1,
    quantity,
    unitPriceMinor: price.unitPriceMinor,
    description: type.name,
    detail: price.detail,
  }
}

/** The shop's service fee, and the fees passed on by the organiser, for a ticket of each type. */
function feesOf(sale: EventSale, priced: ReadonlyMap<number, PricedType>): Map<number, QuotedFee> {
  const { feeName, name } = sale.event
  return new Map(
    [...priced].map(([ticketTypeId, { type, feeMinor, times }]) => {
      const passedOn = type.passedOn.map(({ by, isReturned, minor, name: description }) => ({
        by,
        isReturned,
        unitPriceMinor: minor * times,
        description,
      }))
      const passedOnMinor = passedOn.reduce((sum, { unitPriceMinor }) => sum + unitPriceMinor, 0)
      const unitPriceMinor = feeMinor - passedOnMinor
      return [ticketTypeId, { unitPriceMinor, description: feeName ?? name, passedOn }]
    }),
  )
}
