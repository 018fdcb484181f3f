/** How one request for places changes the order it names. Pure. */
import { orderStatus } from '#contract/enumerations.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import type { LineCounter, NewOrderLine, Order, OrderLine } from './order.ts'
import type { Quote, QuotedTicket } from './offer-source.ts'
import { feeKey, isOpen, isOverdue, removeTickets, type LineChanges } from './rules.ts'

export interface ChoicePlan {
  /** Tickets whose places are still to be held. */
  readonly toHold: readonly QuotedTicket[]
  /** Tickets whose places this order holds already, under another ticket type. */
  readonly retyped: readonly RetypedTicket[]
  /** How many of the quote's counter are still to be taken. */
  readonly toCount: number
  /** Lines removed from the order because they are retyped. */
  readonly changes: LineChanges
}

interface RetypedTicket extends QuotedTicket {
  readonly holdId: string
  /** The place keeps its counter when its ticket type changes. */
  readonly counter: LineCounter | undefined
}

export type ChoiceRefusal =
  | 'OrderExpired'
  | 'OrderStatusNotAllowed'
  | 'TotalCountIsInvalid'
  | 'TicketTypesExclusive'
  | 'TicketTypesMerchantsNotMet'
  | 'SeatNotAvailable'

/**
 * Choosing a place the order holds already changes nothing, under another ticket type (or, a table, for another number
 * of guests) only its price. On another leg range it is another place, unless the two overlap: then it is unavailable,
 * as for any other order. Limits count what the order would hold afterwards.
 */
export function planChoice(
  order: Order | undefined,
  quote: Quote,
  now: Date,
): Result<ChoicePlan, ChoiceRefusal> {
  const refusal = order ? refusalOfState(order, now) : null
  if (refusal) return fail(refusal)
  const held = heldOf(order, quote)
  const overlapping =
    held.length === 0 && nameEachPlaceOnce(quote.tickets)
      ? []
      : overlappingPlaces(held, quote.tickets)
  if (overlapping.length > 0)
    return fail('SeatNotAvailable', { placeIds: overlapping, poolIds: [] })
  const byPlace = new Map(held.map((line) => [placeOnLegs(line), line]))
  const toHold: QuotedTicket[] = []
  const retyped: RetypedTicket[] = []
  const leaving = new Set<number>()
  for (const ticket of quote.tickets) {
    const line =
      ticket.placeId === null || held.length === 0 ? undefined : byPlace.get(placeOnLegs(ticket))
    if (!line?.holdId) toHold.push(ticket)
    // A part of a package stays as it is: the price applies to the whole package.
    else if (line.detail.package === undefined && isAnother(line, ticket)) {
      retyped.push({ ...ticket, holdId: line.holdId, counter: line.detail.counter })
      leaving.add(line.id)
    }
  }
  const staying = held.filter((line) => !leaving.has(line.id))
  const exceeded = exceededLimit([...staying, ...toHold, ...retyped], quote)
  if (exceeded) return fail('TotalCountIsInvalid', exceeded)
  const excluded = excludedTypes([...staying, ...toHold, ...retyped], quote)
  if (excluded) return fail('TicketTypesExclusive', { ticketTypeIds: excluded })
  const merchants = new Set([...staying, ...quote.tickets].map((line) => line.merchantId))
  if (merchants.size > 1) return fail('TicketTypesMerchantsNotMet')
  const toCount = toCountOf(toHold, retyped)
  const uses = toCount + countedIn([...retyped, ...staying], quote)
  const usesMax = quote.counter?.perOrderMax ?? Infinity
  if (toCount > 0 && uses > usesMax) return fail('TotalCountIsInvalid', { max: usesMax })
  return ok({ toHold, retyped, toCount, changes: removeTickets(order?.lines ?? [], leaving) })
}

type OnLegs = Pick<OrderLine, 'placeId' | 'legFrom' | 'legTo'>

function placeOnLegs({ placeId, legFrom, legTo }: OnLegs): string {
  return `${placeId} ${legFrom}-${legTo}`
}

/** Then none of them can overlap with another. */
function nameEachPlaceOnce(tickets: readonly QuotedTicket[]): boolean {
  const placeIds = tickets.flatMap(({ placeId }) => (placeId === null ? [] : [placeId]))
  return new Set(placeIds).size === placeIds.length
}

/** Named places requested on legs on which the order has them already, or requested twice. */
function overlappingPlaces(held: readonly OrderLine[], tickets: readonly QuotedTicket[]): number[] {
  const overlapping = new Set<number>()
  const known = new Map<number, OnLegs[]>()
  for (const line of held)
    if (line.placeId !== null) known.set(line.placeId, [...(known.get(line.placeId) ?? []), line])
  const wanted = new Set<string>()
  for (const ticket of tickets) {
    const { placeId } = ticket
    if (placeId === null) continue
    const key = placeOnLegs(ticket)
    const others = known.get(placeId) ?? []
    const isHeld = !wanted.has(key) && others.some((other) => placeOnLegs(other) === key)
    if (!isHeld && others.some((other) => doOverlap(other, ticket))) overlapping.add(placeId)
    if (!isHeld) known.set(placeId, [...others, ticket])
    wanted.add(key)
  }
  return [...overlapping]
}

function doOverlap(one: OnLegs, other: OnLegs): boolean {
  return (one.legFrom ?? 0) < (other.legTo ?? 1) && (other.legFrom ?? 0) < (one.legTo ?? 1)
}

function toCountOf(toHold: readonly QuotedTicket[], retyped: readonly RetypedTicket[]): number {
  return [...toHold, ...retyped.filter((ticket) => !ticket.counter)]
    .filter((ticket) => ticket.isCounted)
    .reduce((sum, ticket) => sum + ticket.quantity, 0)
}

/** Another ticket type, or the same table for another number of guests. */
function isAnother(line: OrderLine, ticket: QuotedTicket): boolean {
  return line.ticketTypeId !== ticket.ticketTypeId || line.detail.guests !== ticket.detail.guests
}

function refusalOfState(order: Order, now: Date): 'OrderExpired' | 'OrderStatusNotAllowed' | null {
  if (order.status === orderStatus.Timeout || isOverdue(order, now)) return 'OrderExpired'
  return isOpen(order.status) ? null : 'OrderStatusNotAllowed'
}

function heldOf(order: Order | undefined, quote: Quote): OrderLine[] {
  return (order?.lines ?? []).filter(
    (line) => line.kind === 'Ticket' && line.offeringId === quote.offeringId,
  )
}

interface Counted {
  readonly ticketTypeId: number | null
  readonly quantity: number
}

/** Uses of the quote's counter that the order has taken already. */
function countedIn(tickets: readonly (OrderLine | RetypedTicket)[], quote: Quote): number {
  return tickets
    .filter((ticket) => {
      const counter = 'counter' in ticket ? ticket.counter : ticket.detail.counter
      return counter !== undefined && counter.offeringId === quote.counter?.offeringId
    })
    .reduce((sum, ticket) => sum + ticket.quantity, 0)
}

/** Types of the order that exclude each other, or null. */
function excludedTypes(tickets: readonly Counted[], quote: Quote): number[] | null {
  const types = new Set(tickets.map((ticket) => ticket.ticketTypeId))
  for (const group of quote.exclusiveTypes ?? []) {
    const together = group.filter((type) => types.has(type))
    if (together.length > 1) return together
  }
  return null
}

function exceededLimit(
  tickets: readonly Counted[],
  quote: Quote,
): { max: number; ticketTypeId?: number } | null {
  let total = 0
  const byType = new Map<number, number>()
  for (const ticket of tickets) {
    total += ticket.quantity
    const type = ticket.ticketTypeId ?? 0
    byType.set(type, (byType.get(type) ?? 0) + ticket.quantity)
  }
  if (total > quote.placesPerOrderMax) return { max: quote.placesPerOrderMax }
  for (const [ticketTypeId, max] of quote.perTypeMax) {
    if ((byType.get(ticketTypeId) ?? 0) > max) return { max, ticketTypeId }
  }
  return null
}

/** The lines of a granted choice: its tickets, then their fees. */
export function linesOf(quote: Quote, plan: ChoicePlan, holdId: string): NewOrderLine[] {
  const tickets: NewOrderLine[] = []
  const fees = new Map<string, NewOrderLine>()
  const { counter } = quote
  const counted = counter && { offeringId: counter.offeringId, poolId: counter.poolId, holdId }
  const add = (ticket: QuotedTicket, hold: string, earlier?: LineCounter): void => {
    const uses = earlier ?? (ticket.isCounted ? counted : undefined)
    addFees(fees, quote, ticket)
    tickets.push({
      source: quote.source,
      kind: 'Ticket',
      offeringId: quote.offeringId,
      itemId: quote.itemId,
      ticketTypeId: ticket.ticketTypeId,
      merchantId: ticket.merchantId,
      holdId: hold,
      placeId: ticket.placeId,
      poolId: ticket.poolId,
      legFrom: ticket.legFrom,
      legTo: ticket.legTo,
      quantity: ticket.quantity,
      unitPriceMinor: ticket.unitPriceMinor,
      description: ticket.description,
      detail: uses ? { ...ticket.detail, counter: uses } : ticket.detail,
    })
  }
  for (const ticket of plan.toHold) add(ticket, holdId)
  for (const ticket of plan.retyped) add(ticket, ticket.holdId, ticket.counter)
  return [...tickets, ...fees.values()]
}

/** One line for each fee, ticket type and leg range, so that fees are removed with their ticket. */
function addFees(fees: Map<string, NewOrderLine>, quote: Quote, ticket: QuotedTicket): void {
  const fee = ticket.fee ?? quote.fees.get(ticket.ticketTypeId)
  if (!fee) return
  const { unitPriceMinor, description } = fee
  addFee(fees, quote, ticket, { unitPriceMinor, description, merchantId: null, detail: {} })
  for (const { by, isReturned, ...passedOn } of fee.passedOn ?? [])
    addFee(fees, quote, ticket, {
      ...passedOn,
      merchantId: by === 'organiser' ? ticket.merchantId : null,
      detail: { passedOn: { by, isReturned } },
    })
}

function addFee(
  fees: Map<string, NewOrderLine>,
  { source, itemId }: Quote,
  ticket: QuotedTicket,
  fee: Pick<NewOrderLine, 'unitPriceMinor' | 'description' | 'merchantId' | 'detail'>,
): void {
  if (fee.unitPriceMinor === 0) return
  const { ticketTypeId, legFrom, legTo } = ticket
  const key = `${feeKey({ source, itemId, ticketTypeId, legFrom, legTo })} ${fee.detail.passedOn?.by}`
  const known = fees.get(key)
  invariant(
    !known || known.unitPriceMinor === fee.unitPriceMinor,
    'tickets of one type and leg range have one fee',
  )
  fees.set(key, {
    ...fee,
    source,
    kind: 'Service',
    offeringId: null,
    itemId,
    ticketTypeId,
    holdId: null,
    placeId: null,
    poolId: null,
    legFrom,
    legTo,
    quantity: (known?.quantity ?? 0) + ticket.quantity,
  })
}
