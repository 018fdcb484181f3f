import { fail, ok, type Result } from '#kernel/result.ts'
import { findOrder, findOwnOrder, type Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { DocumentsQuery } from '../../contract.ts'
import { holdsTicket } from '../transfer/holder.ts'
import type { TicketPorts } from '../ports.ts'
import { readTicket } from '../store.ts'
import { holdTickets, inOrderOfUse, type HeldTicket } from './held-tickets.ts'

/** The order behind a link of an email. A wrong link and a missing order get the same answer. */
export async function findGuestOrder(
  context: Context,
  ports: TicketPorts,
  link: { readonly orderKey: string; readonly token: string },
): Promise<Result<Order, 'OrderNotFound'>> {
  if (!(await ports.guestLinks.isToken(context, link.orderKey, link.token)))
    return fail('OrderNotFound')
  const order = await findOrder(context, { orderKey: link.orderKey })
  return order ? ok(order) : fail('OrderNotFound')
}

/** The caller's own order by its number. Visitors are asked to sign in whether or not the number exists. */
export async function findOrderByNumber(
  context: Context,
  orderNumber: string,
): Promise<Result<Order, 'Unauthenticated' | 'OrderNotFound'>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  return findOwnOrder(context, { orderNumber })
}

/** The ticket that the caller holds. A ticket held by somebody else is reported as not found, even to its buyer. */
export async function findOwnTicket(
  context: Context,
  ports: TicketPorts,
  identifier: string,
): Promise<Result<HeldTicket, 'Unauthenticated' | 'TicketNotFound'>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const ticket = await readTicket(context.db, { identifier })
  const order = ticket && (await findOrder(context, { orderId: ticket.orderId }))
  if (!ticket || !order || !holdsTicket(context.actor, { ticket, order }))
    return fail('TicketNotFound')
  const held = inOrderOfUse(await holdTickets(context, ports, [order], 'holder'))
  const own = held.find((candidate) => candidate.ticket.id === ticket.id)
  return own ? ok(own) : fail('TicketNotFound')
}

type DocumentsFailure = 'BadRequest' | 'Unauthenticated' | 'OrderNotFound' | 'TicketNotFound'

/**
 * Tickets of the requested documents: those of an order, or one of them. Only valid tickets have documents; when
 * there is none, the document is not found.
 */
export async function openDocuments(
  context: Context,
  ports: TicketPorts,
  query: DocumentsQuery,
): Promise<Result<readonly HeldTicket[], DocumentsFailure>> {
  const { ticketIdentifier, orderNumber, orderKey, token } = query
  let held: readonly HeldTicket[]
  if (orderKey !== undefined && token !== undefined) {
    const order = await findGuestOrder(context, ports, { orderKey, token })
    if (!order.ok) return order
    held = await holdTickets(context, ports, [order.value])
  } else if (orderNumber !== undefined) {
    const order = await findOrderByNumber(context, orderNumber)
    if (!order.ok) return order
    held = await holdTickets(context, ports, [order.value])
  } else if (ticketIdentifier !== undefined) {
    const own = await findOwnTicket(context, ports, ticketIdentifier)
    if (!own.ok) return own
    held = [own.value]
  } else {
    const message = 'ticketIdentifier, orderNumber, or orderKey with token is needed'
    return fail('BadRequest', { fields: [{ path: 'query.ticketIdentifier', message }] })
  }
  const good = held.filter(
    ({ ticket, code }) =>
      code !== null && (ticketIdentifier === undefined || ticket.identifier === ticketIdentifier),
  )
  return good.length > 0 ? ok(good) : fail('TicketNotFound')
}
