/** What one request to take places means for the order it names; pure, so that it can be tried by itself. */
import { orderStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { NewOrderLine, Order, OrderLine } from './order.ts'
import type { Quote, QuotedTicket } from './offer-source.ts'
import { isOpen, isOverdue, removeTickets, type LineChanges } from './rules.ts'

export interface ChoicePlan {
  /** Tickets whose places are still to be held. */
  readonly toHold: readonly QuotedTicket[]
  /** Tickets whose places this order holds already, under another ticket type. */
  readonly retyped: readonly (QuotedTicket & { readonly holdId: string })[]
  /** What leaves the order for the retyped ones. */
  readonly changes: LineChanges
}

export type ChoiceRefusal =
  | 'OrderExpired'
  | 'OrderStatusNotAllowed'
  | 'TotalCountIsInvalid'
  | 'TicketTypesMerchantsNotMet'

/**
 * Choosing a place the order holds already changes nothing, under another ticket type (or, a table, for
 * another number of guests) only its price.
 * Limits count what the order would hold afterwards.
 */
export function planChoice(
  order: Order | undefined,
  quote: Quote,
  now: Date,
): Result<ChoicePlan, ChoiceRefusal> {
  const refusal = order ? refusalOfState(order, now) : null
  if (refusal) return fail(refusal)
  const held = heldOf(order, quote)
  const byPlace = new Map(held.map((line) => [line.placeId, line]))
  const toHold: QuotedTicket[] = []
  const retyped: (QuotedTicket & { holdId: string })[] = []
  const leaving = new Set<number>()
  for (const ticket of quote.tickets) {
    const line = ticket.placeId === null ? undefined : byPlace.get(ticket.placeId)
    if (!line?.holdId) toHold.push(ticket)
    // A part of a package stays what it is: at another price the package would be no package.
    else if (line.detail.package === undefined && isAnother(line, ticket)) {
      retyped.push({ ...ticket, holdId: line.holdId })
      leaving.add(line.id)
    }
  }
  const staying = held.filter((line) => !leaving.has(line.id))
  const exceeded = exceededLimit([...staying, ...toHold, ...retyped], quote)
  if (exceeded) return fail('TotalCountIsInvalid', exceeded)
  const merchants = new Set([...staying, ...quote.tickets].map((line) => line.merchantId))
  if (merchants.size > 1) return fail('TicketTypesMerchantsNotMet')
  return ok({ toHold, retyped, changes: removeTickets(order?.lines ?? [], leaving) })
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

function exceededLimit(
  tickets: readonly { ticketTypeId: number | null; quantity: number }[],
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

/** The lines of a granted choice: its tickets, then one fee line for each ticket type. */
export function linesOf(quote: Quote, plan: ChoicePlan, holdId: string): NewOrderLine[] {
  const tickets: NewOrderLine[] = []
  const units = new Map<number, number>()
  const add = (ticket: QuotedTicket, hold: string): void => {
    units.set(ticket.ticketTypeId, (units.get(ticket.ticketTypeId) ?? 0) + ticket.quantity)
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
      detail: ticket.detail,
    })
  }
  for (const ticket of plan.toHold) add(ticket, holdId)
  for (const ticket of plan.retyped) add(ticket, ticket.holdId)
  const fees: NewOrderLine[] = []
  for (const [ticketTypeId, quantity] of units) {
    const fee = quote.fees.get(ticketTypeId)
    if (!fee || fee.unitPriceMinor === 0) continue
    fees.push({
      source: quote.source,
      kind: 'Service',
      offeringId: null,
      itemId: quote.itemId,
      ticketTypeId,
      merchantId: null,
      holdId: null,
      placeId: null,
      poolId: null,
      legFrom: null,
      legTo: null,
      quantity,
      unitPriceMinor: fee.unitPriceMinor,
      description: fee.description,
      detail: {},
    })
  }
  return [...tickets, ...fees]
}
