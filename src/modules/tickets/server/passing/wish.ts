import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOwnOrder, type Order } from '#modules/orders/server/door.ts'
import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, isGood, type HeldTicket } from '../queries/held-tickets.ts'
import { findOwnTicket } from '../queries/open-papers.ts'
import { isPassed } from './holder.ts'

/** Which tickets somebody means: one of theirs, or all that they hold of an order of theirs. */
export interface TicketWish {
  readonly ticketIdentifier?: string | undefined
  readonly orderNumber?: string | undefined
  readonly orderKey?: string | undefined
}

export interface WishedTickets {
  readonly order: Order
  /** At least one. */
  readonly held: readonly HeldTicket[]
}

export type WishFailure = 'BadRequest' | 'Unauthenticated' | 'TicketNotFound' | 'OrderNotFound'

/** The tickets that the caller means and holds, whatever their state. What is somebody else's does not exist. */
export async function findWished(
  context: Context,
  ports: TicketPorts,
  wish: TicketWish,
): Promise<Result<WishedTickets, WishFailure>> {
  const { ticketIdentifier, orderNumber, orderKey } = wish
  if (ticketIdentifier !== undefined) {
    const own = await findOwnTicket(context, ports, ticketIdentifier)
    return own.ok ? ok({ order: own.value.order, held: [own.value] }) : own
  }
  const handle = orderKey === undefined ? orderNumber && { orderNumber } : { orderKey }
  if (!handle) {
    const message = 'ticketIdentifier, orderNumber or orderKey is needed'
    return fail('BadRequest', { fields: [{ path: 'ticketIdentifier', message }] })
  }
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const order = await findOwnOrder(context, handle)
  if (!order.ok) return order
  const { Processed, Transferred } = orderStatus
  const isSold = order.value.status === Processed || order.value.status === Transferred
  const held = isSold ? await holdTickets(context, ports, [order.value]) : []
  const mine = held.filter(
    ({ ticket }) => !isPassed(ticket) && ticket.status === ticketStatus.Active,
  )
  return mine.length > 0 ? ok({ order: order.value, held: mine }) : fail('TicketNotFound')
}

/** The same, for what needs tickets that still open the door and have not opened it. */
export async function findPassable(
  context: Context,
  ports: TicketPorts,
  wish: TicketWish,
): Promise<Result<WishedTickets, WishFailure | 'TicketUsed'>> {
  const wished = await findWished(context, ports, wish)
  if (!wished.ok) return wished
  const { order, held } = wished.value
  const unused = held.filter(({ ticket }) => ticket.usedAt === null)
  if (unused.length === 0) return fail('TicketUsed')
  const passable = unused.filter(({ ticket }) => isGood(ticket, order))
  return passable.length > 0 ? ok({ order, held: passable }) : fail('TicketNotFound')
}
