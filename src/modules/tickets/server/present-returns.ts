import { money } from '#kernel/money.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import { findRefund, supportsRefundOf } from '#modules/payments/server/public-api.ts'
import { readReturns, type TicketReturn } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { OrderTicketsView } from '../contract.ts'
import type { HeldTicket } from './queries/held-tickets.ts'

type ReturnView = OrderTicketsView['returns'][number]

/** What of an order went back, where the money goes and whether it is there. */
export async function presentReturns(
  context: Context,
  order: Order,
  held: readonly HeldTicket[],
): Promise<ReturnView[]> {
  // An order whose tickets all stand as they were sold has no returns to look for.
  const sold = order.lines.reduce(
    (sum, { kind, quantity }) => sum + (kind === 'Ticket' ? quantity : 0),
    0,
  )
  if (held.length === sold && held.every(({ ticket }) => ticket.status === 1)) return []
  const returns = await readReturns(context, { orderId: order.id })
  const supportsRefund = returns.length === 0 || (await supportsRefundOf(context, order.orderKey))
  return Promise.all(returns.map((made) => presentReturn(context, made, { held, supportsRefund })))
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
    back: money(made.amountMinor, currency),
    ticketIdentifiers: held
      .filter(({ ticket }) => ids.has(ticket.id))
      .map(({ ticket }) => ticket.identifier),
    to: to.filter(({ amount }) => amount.amount > 0),
  }
}
