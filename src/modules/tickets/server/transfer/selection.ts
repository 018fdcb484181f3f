import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOwnOrder, type Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, isValid, type HeldTicket } from '../queries/held-tickets.ts'
import { findOwnTicket } from '../queries/open-documents.ts'
import { isTransferred } from './holder.ts'

/** A selection of tickets: one of the caller's, or all that they hold of one of their orders. */
export interface TicketSelection {
  readonly ticketIdentifier?: string | undefined
  readonly orderNumber?: string | undefined
  readonly orderKey?: string | undefined
}

export interface SelectedTickets {
  readonly order: Order
  /** At least one. */
  readonly held: readonly HeldTicket[]
}

export type SelectionFailure = 'BadRequest' | 'Unauthenticated' | 'TicketNotFound' | 'OrderNotFound'

/** The selected tickets that the caller holds, in any state. Tickets of others are not found. */
export async function findSelected(
  context: Context,
  ports: TicketPorts,
  selection: TicketSelection,
): Promise<Result<SelectedTickets, SelectionFailure>> {
  const { ticketIdentifier, orderNumber, orderKey } = selection
  if (ticketIdentifier !== undefined) {
    const own = await findOwnTicket(context, ports, ticketIdentifier)
    if (!own.ok) return own
    const { order } = own.value
    return isNamed(order, selection) ? ok({ order, held: [own.value] }) : fail('TicketNotFound')
  }
  const handle = orderKey === undefined ? orderNumber && { orderNumber } : { orderKey }
  if (!handle) {
    const message = 'ticketIdentifier, orderNumber or orderKey is needed'
    return fail('BadRequest', { fields: [{ path: 'ticketIdentifier', message }] })
  }
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const order = await findOwnOrder(context, handle)
  if (!order.ok) return order
  if (!isNamed(order.value, selection)) return fail('OrderNotFound')
  const { Processed, WaitingForTicket, Transferred } = orderStatus
  const isSold = [Processed, WaitingForTicket, Transferred].some(
    (status) => status === order.value.status,
  )
  const held = isSold ? await holdTickets(context, ports, [order.value]) : []
  const mine = held.filter(
    ({ ticket }) => !isTransferred(ticket) && ticket.status === ticketStatus.Active,
  )
  return mine.length > 0 ? ok({ order: order.value, held: mine }) : fail('TicketNotFound')
}

/** Whether all given conditions match the order. */
function isNamed(order: Order, { orderNumber, orderKey }: TicketSelection): boolean {
  return (
    (orderNumber === undefined || order.orderNumber === orderNumber.toUpperCase()) &&
    (orderKey === undefined || order.orderKey === orderKey.toLowerCase())
  )
}

/** The same for actions that need valid, unused tickets. */
export async function findPassable(
  context: Context,
  ports: TicketPorts,
  selection: TicketSelection,
): Promise<Result<SelectedTickets, SelectionFailure | 'TicketUsed'>> {
  const selected = await findSelected(context, ports, selection)
  if (!selected.ok) return selected
  const { order, held } = selected.value
  const unused = held.filter(({ ticket }) => ticket.usedAt === null)
  if (unused.length === 0) return fail('TicketUsed')
  const passable = unused.filter(({ ticket }) => isValid(ticket, order))
  return passable.length > 0 ? ok({ order, held: passable }) : fail('TicketNotFound')
}
