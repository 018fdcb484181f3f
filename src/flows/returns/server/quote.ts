import { ticketStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  findOwnOrder,
  readReturned,
  type Order,
  type SupplierReturnTerms,
} from '#modules/orders/server/public-api.ts'
import { ticketsPerQuoteMax } from '#modules/returns/contract.ts'
import { readPolicies, returnsEndAt, type QuoteClaim } from '#modules/returns/server/public-api.ts'
import {
  findTicketStates,
  holdTickets,
  holdTicketsBeside,
  readTicketStates,
  type HeldTicket,
  type TicketState,
} from '#modules/tickets/server/public-api.ts'
import { type Actor, type Context } from '#platform/context.ts'
import { allocationOf, planReturn } from './plan.ts'
import type { Plan } from './planned.ts'
import type { ReturnPorts } from './ports.ts'
import { refundAllocationOf } from './refund-allocation.ts'
import { cancelledItemOf, suppliedTicketOf } from './supplier-cancellation.ts'

/** Which tickets a caller asks about: by their identifiers with commas between, or all of an order. */
export interface WhichTickets {
  readonly orderKey?: string | undefined
  readonly ticketIdentifier?: string | undefined
  /** Narrow them to a row or a seat. */
  readonly ticketRowNumber?: string | undefined
  readonly ticketSeatNumber?: string | undefined
}

/** The refund that the caller would get now for their tickets. Changes nothing. */
export async function quoteTickets(
  context: Context,
  ports: ReturnPorts,
  kind: 'return' | 'resale',
  which: WhichTickets,
): Promise<Result<QuotedPlan, ErrorCode>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const found = await findTickets(context, which)
  if (!found.ok) return found
  const { order, states, identifiers } = found.value
  const held = await holdTickets(context, ports.tickets, [order])
  const { ticketRowNumber: row, ticketSeatNumber: seat } = which
  const chosen = held
    .map(({ ticket }) => ticket)
    .filter(
      (ticket) =>
        (identifiers === null || identifiers.has(ticket.identifier)) &&
        (row === undefined || ticket.row === row) &&
        (seat === undefined || ticket.seat === seat),
    )
  if (chosen.length === 0) return fail('TicketNotFound')
  const ids = new Set(chosen.map(({ id }) => id))
  const policies = await readPolicies(context)
  const supplied = kind === 'return' ? await askTerms(context, ports, order, held, ids) : new Map()
  if (supplied === null) return fail('ServiceUnavailable')
  return ok({
    ...planReturn({
      kind,
      order,
      held,
      states,
      policies,
      beside: await holdTicketsBeside(context, ports.tickets, { order, held, policies }),
      chosen: ids,
      returnedBeforeMinor: await readReturned(context, order.id),
      now: context.clock.now(),
      supplied,
      cancelledItemOf: cancelledItemOf(ports),
    }),
    supplied,
  })
}

/** A plan with the terms that suppliers gave for it. */
export interface QuotedPlan extends Plan {
  readonly supplied: ReadonlyMap<number, SupplierReturnTerms>
}

/**
 * Each supplier is asked once for its own terms of the chosen tickets, outside transactions; null when one does not
 * answer.
 */
async function askTerms(
  context: Context,
  { suppliers }: ReturnPorts,
  order: Order,
  held: readonly HeldTicket[],
  chosen: ReadonlySet<number>,
): Promise<ReadonlyMap<number, SupplierReturnTerms> | null> {
  const terms = new Map<number, SupplierReturnTerms>()
  const { tickets: allocations } = refundAllocationOf(order)
  for (const supplier of suppliers) {
    const own = held.filter(
      ({ ticket }) =>
        ticket.source === supplier.name &&
        ticket.bookingNumber !== null &&
        ticket.status === ticketStatus.Active &&
        chosen.has(ticket.id),
    )
    if (!supplier.quoteReturn || own.length === 0) continue
    const asked = own.map((one) => suppliedTicketOf(one, allocationOf(allocations, one)))
    try {
      for (const [id, each] of await supplier.quoteReturn(context, asked)) terms.set(id, each)
    } catch (error) {
      context.log.warn({ err: error, source: supplier.name }, 'a supplier gave no terms')
      return null
    }
  }
  return terms
}

interface FoundTickets {
  readonly order: Order
  readonly states: readonly TicketState[]
  /** Null: all of the order. */
  readonly identifiers: ReadonlySet<string> | null
}

async function findTickets(
  context: Context,
  { orderKey, ticketIdentifier }: WhichTickets,
): Promise<Result<FoundTickets, ErrorCode>> {
  if (ticketIdentifier === undefined) {
    if (orderKey === undefined) {
      const message = 'orderKey or ticketIdentifier is needed'
      return fail('BadRequest', { fields: [{ path: 'query.orderKey', message }] })
    }
    const order = await findOwnByKey(context, orderKey)
    if (!order.ok) return order
    const states = await readTicketStates(context, order.value.id, { isLocked: false })
    return ok({ order: order.value, states, identifiers: null })
  }
  const identifiers = new Set(ticketIdentifier.split(',').map((each) => each.trim().toUpperCase()))
  if (identifiers.size > ticketsPerQuoteMax) return fail('BadRequest')
  const named = await findTicketStates(context, [...identifiers])
  const [first] = named
  const isComplete = first && named.length === identifiers.size
  if (!isComplete || named.some(({ orderId }) => orderId !== first.orderId))
    return fail('TicketNotFound')
  const order = await findOwnOrder(context, { orderId: first.orderId })
  if (!order.ok || (orderKey !== undefined && order.value.orderKey !== orderKey.toLowerCase()))
    return fail(
      named.every((state) => holds(context.actor, state)) ? 'TicketReceived' : 'TicketNotFound',
    )
  const states = await readTicketStates(context, first.orderId, { isLocked: false })
  return ok({ order: order.value, states, identifiers })
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

async function findOwnByKey(
  context: Context,
  orderKey: string,
): Promise<Result<Order, 'OrderNotFound'>> {
  return uuidPattern.test(orderKey) ? findOwnOrder(context, { orderKey }) : fail('OrderNotFound')
}

/** Whether the caller received this ticket from its buyer. */
function holds(actor: Actor, state: TicketState): boolean {
  if (actor.kind === 'customer' && state.holderCustomerId === actor.customerId) return true
  return 'sessionId' in actor && state.holderSessionId === actor.sessionId
}

/** The contents of a quote of this plan; null when nothing can be returned. */
export function claimOf(context: Context, plan: QuotedPlan): QuoteClaim | null {
  const { kind, going, order } = plan
  if ((kind !== 'return' && kind !== 'resale') || going.length === 0) return null
  const now = context.clock.now().getTime()
  const minutes = Math.min(...going.map(({ quoteMinutes }) => quoteMinutes))
  const starts = going.map(({ held: { subject } }) => {
    const { startsAt, promised, fullRefundUntil } = subject
    const soldStartsAt = promised?.soldStartsAt
    const mostUntil = kind === 'resale' ? null : fullRefundUntil
    return returnsEndAt({ startsAt, soldStartsAt, fullRefundUntil: mostUntil }).getTime()
  })
  const supplied = going.flatMap(({ held }) => {
    const terms = plan.supplied.get(held.ticket.id)
    if (terms?.kind !== 'terms') return []
    const { deductionMinor, isFeeReturned, until } = terms
    const end = until?.getTime() ?? null
    return [{ ticketId: held.ticket.id, deductionMinor, isFeeReturned, until: end }]
  })
  const ends = supplied.flatMap(({ until }) => until ?? [])
  return {
    id: context.random.uuid(),
    kind,
    orderKey: order.orderKey,
    ticketIdentifiers: going.map(({ state }) => state.identifier),
    quotedAt: now,
    validUntil: Math.min(now + minutes * 60_000, ...starts, ...ends),
    backMinor: plan.backMinor,
    deductionMinor: plan.deductionMinor,
    cardMinor: plan.cardMinor,
    ...(supplied.length > 0 ? { supplied } : {}),
  }
}
