/** From chosen places to priced lines: pure, with every refusal of a choice in one place. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import type { TicketTypeForSale } from '#modules/catalogue/server/door.ts'
import type { Quote, QuotedFee, QuotedTicket } from '#modules/orders/server/door.ts'
import { placeById } from '#seatmap/expand.ts'
import type { EventSale } from './sale.ts'

/** Places somebody wants at an event: named ones, or numbers of places of a pool. */
export interface EventWish {
  readonly eventId: number
  readonly seats?: readonly { readonly ticketTypeId: number; readonly placeId: number }[]
  readonly places?: readonly { readonly ticketTypeId: number; readonly quantity: number }[]
}

/** Kept in order lines; never changes. */
export const sourceName = 'event'

/** Whether the event sells at this moment. An event that has begun sells no more. */
export function isOnSale(sale: EventSale, now: Date): boolean {
  const { event, offering } = sale
  if (!event.isActive || !offering.isOnSale || event.startsAt <= now) return false
  if (offering.salesOpenAt !== null && offering.salesOpenAt > now) return false
  return offering.salesCloseAt === null || offering.salesCloseAt > now
}

/** What is wrong with the request by itself, before anything is known of the event. */
export function refusalOfShape(wish: EventWish): Failure<ErrorCode> | null {
  const seats = wish.seats ?? []
  const places = wish.places ?? []
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
 * Prices a wish. Everything a buyer pays comes from the sale; the wish names only types and places.
 * Limits of the whole order are checked where the order is known.
 */
export function quoteWish(
  sale: EventSale,
  wish: EventWish,
  at: { readonly now: Date; readonly channel: string },
): Result<Quote, ErrorCode> {
  if (!isOnSale(sale, at.now)) return fail('EventNotActive')
  const types = typesOf(sale, wish, at.channel)
  if (!types.ok) return types
  const tickets = wish.seats?.length ? seatTickets(sale, wish.seats) : poolTickets(sale, wish)
  if (!tickets.ok) return tickets
  const { event, offering } = sale
  return ok({
    source: sourceName,
    offeringId: event.offeringId,
    itemId: event.eventId,
    currency: types.value[0]?.currency ?? 'GEL',
    tickets: tickets.value,
    fees: feesOf(sale, types.value),
    holdSeconds: offering.holdSeconds,
    placesPerOrderMax: offering.placesPerOrderMax,
    perTypeMax: new Map(
      types.value.flatMap((type) =>
        type.perOrderMax === null ? [] : [[type.ticketTypeId, type.perOrderMax]],
      ),
    ),
  })
}

/** The ticket types a wish names, each once, all of them allowed to this channel and of one merchant. */
function typesOf(
  sale: EventSale,
  wish: EventWish,
  channel: string,
): Result<TicketTypeForSale[], ErrorCode> {
  const wanted = new Set(
    [...(wish.seats ?? []), ...(wish.places ?? [])].map((one) => one.ticketTypeId),
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
  const sellsSeats = Boolean(wish.seats?.length)
  if (types.some((type) => (type.poolId === null) !== sellsSeats))
    return fail('SeatAndNonSeatPlacesAreMixed')
  const merchants = new Set(types.map((type) => type.merchantId))
  return merchants.size > 1 ? fail('TicketTypesMerchantsNotMet') : ok(types)
}

export function sellsThrough(type: TicketTypeForSale, channel: string): boolean {
  return type.channels === null || type.channels.includes(channel)
}

/** Named places. A type sells only the places of its own zone, so a dear seat has no cheap type. */
function seatTickets(
  sale: EventSale,
  seats: NonNullable<EventWish['seats']>,
): Result<QuotedTicket[], ErrorCode> {
  const tickets: QuotedTicket[] = []
  for (const { ticketTypeId, placeId } of seats) {
    const type = sale.types.get(ticketTypeId)
    const place = sale.layout ? placeById(sale.layout, placeId) : undefined
    if (!place) return fail('SeatNotAvailable', { placeIds: [placeId], poolIds: [] })
    if (!type || type.zone !== place.zoneKey)
      return fail('TicketTypeNotFound', { ticketTypeId, placeId })
    tickets.push({
      ...ticketOf(type, 1),
      placeId,
      detail: { row: place.rowLabel, seat: place.seatLabel, section: place.section.name },
    })
  }
  return ok(tickets)
}

/** Places without a name; the same type wished for twice is one line. */
function poolTickets(sale: EventSale, wish: EventWish): Result<QuotedTicket[], ErrorCode> {
  const quantities = new Map<number, number>()
  for (const { ticketTypeId, quantity } of wish.places ?? [])
    quantities.set(ticketTypeId, (quantities.get(ticketTypeId) ?? 0) + quantity)
  const tickets: QuotedTicket[] = []
  for (const [ticketTypeId, quantity] of quantities) {
    const type = sale.types.get(ticketTypeId)
    if (!type) return fail('TicketTypeNotFound', { ticketTypeId })
    const section = sale.layout?.layout.sections.find(
      (candidate) => candidate.pool?.poolId === type.poolId,
    )
    tickets.push({
      ...ticketOf(type, quantity),
      poolId: type.poolId,
      detail: section ? { section: section.name } : {},
    })
  }
  return ok(tickets)
}

function ticketOf(type: TicketTypeForSale, quantity: number): QuotedTicket {
  return {
    ticketTypeId: type.ticketTypeId,
    merchantId: type.merchantId,
    placeId: null,
    poolId: null,
    legFrom: 0,
    legTo: 1,
    quantity,
    unitPriceMinor: type.priceMinor,
    description: type.name,
    detail: {},
  }
}

function feesOf(sale: EventSale, types: readonly TicketTypeForSale[]): Map<number, QuotedFee> {
  const { feeName } = sale.event
  if (feeName === null) return new Map()
  return new Map(
    types.map((type) => [
      type.ticketTypeId,
      { unitPriceMinor: type.feeMinor, description: feeName },
    ]),
  )
}
