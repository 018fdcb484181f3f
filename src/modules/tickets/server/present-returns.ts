import { money } from '#kernel/money.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import { findRefund, supportsRefundOf } from '#modules/payments/server/public-api.ts'
import {
  readPendingReturns,
  readReturns,
  type PendingReturn,
  type TicketReturn,
} from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { OrderTicketsView } from '../contract.ts'
import { contentsOf, type HeldTicket } from './queries/held-tickets.ts'

type ReturnView = OrderTicketsView['returns'][number]

/** Returns of an order, with target and state of their refunds. */
export async function presentReturns(
  context: Context,
  order: Order,
  held: readonly HeldTicket[],
): Promise<ReturnView[]> {
  // An order with all tickets as sold has no returns, so none are read.
  const sold = order.lines.reduce(
    (sum, { kind, quantity }) => sum + (kind === 'Ticket' ? quantity : 0),
    0,
  )
  const isWhole = order.lines.every(({ detail }) => detail.givenBackMinor === undefined)
  if (isWhole && held.length === sold && held.every(({ ticket }) => ticket.status === 1)) return []
  const returns = await readReturns(context, { orderId: order.id })
  const supportsRefund = returns.length === 0 || (await supportsRefundOf(context, order.orderKey))
  const made = await Promise.all(
    returns.map((one) => presentReturn(context, one, { held, supportsRefund })),
  )
  const pending = await readPendingReturns(context, { orderId: order.id })
  const open = pending.filter(({ state }) => state === 'pending')
  return [...made, ...open.map((one) => presentPending(order, one, held))]
}

/** Its refund is not yet divided between card and balance. */
function presentPending(
  { currency }: Order,
  { tickets, createdAt }: PendingReturn,
  held: readonly HeldTicket[],
): ReturnView {
  const ids = new Set(tickets.map(({ ticketId }) => ticketId))
  const backMinor = tickets.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return {
    kind: 'return',
    at: createdAt.toISOString(),
    back: money(backMinor, currency),
    isExchange: false,
    ...ticketsOf(held, ids),
    isPending: true,
    to: [],
  }
}

function ticketsOf(held: readonly HeldTicket[], ids: ReadonlySet<number>) {
  const own = held.filter(({ ticket }) => ids.has(ticket.id))
  return {
    ticketIdentifiers: own.map(({ ticket }) => ticket.identifier),
    ...contentsOf(own),
  }
}

async function presentReturn(
  context: Context,
  made: TicketReturn,
  { held, supportsRefund }: { held: readonly HeldTicket[]; supportsRefund: boolean },
): Promise<ReturnView> {
  const { currency, cardMinor, balanceMinor } = made
  const refunds = await Promise.all(made.refundIds.map((id) => findRefund(context, id)))
  const isDone = refunds.every((refund) => refund?.state === 'done')
  const ids = new Set(made.tickets.map(({ ticketId }) => ticketId))
  const to: ReturnView['to'] = [
    {
      kind: supportsRefund ? ('card' as const) : ('balance' as const),
      amount: money(cardMinor, currency),
      isDone,
    },
    { kind: 'balance' as const, amount: money(balanceMinor, currency), isDone: true },
  ]
  return {
    kind: made.kind,
    at: made.createdAt.toISOString(),
    back: money(cardMinor + balanceMinor, currency),
    isExchange: made.carriedMinor > 0,
    ...ticketsOf(held, ids),
    isPending: false,
    to: to.filter(({ amount }) => amount.amount > 0),
  }
}
