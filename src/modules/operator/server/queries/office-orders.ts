import type { z } from 'zod'
import { orderStatusName } from '#contract/enumerations.ts'
import { spanOf } from '#kernel/day-span.ts'
import { ok, type Result } from '#kernel/result.ts'
import { lookUpCustomers } from '#modules/accounts/server/public-api.ts'
import {
  readPosition,
  sortValueOf,
  writePosition,
  type OrderSort,
} from '#modules/orders/list-shapes.ts'
import {
  findOrder,
  listOrders,
  lookUpOrders,
  placeNameOf,
  readConfirmations,
  readOrderMoves,
  soldItemOf,
  soldItemsOf,
  type FoundOrder,
  type Order,
  type OrderLine,
} from '#modules/orders/server/public-api.ts'
import { listPayments, sumPendingRefunds } from '#modules/payments/server/public-api.ts'
import { readPendingReturns, readReturns } from '#modules/returns/server/public-api.ts'
import { countsInKind, presentExtras } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import type {
  FoundOrderView,
  listOfficeOrders,
  LookUpView,
  OfficeOrdersView,
  OfficeOrderView,
} from '../../sales-contract.ts'
import { readOfficeTickets } from './office-tickets.ts'
import { nameItems, type SoldPorts } from './sold-items.ts'

const foundMax = 50

/** Searches orders and customers. The operator, the kind of search and the orders shown are logged. */
export async function lookUp(context: Context, text: string): Promise<LookUpView> {
  const { kind, orders } = await lookUpOrders(context, text, foundMax)
  const customers = kind === 'number' ? [] : await lookUpCustomers(context, kind, text, foundMax)
  await logOperatorAction(context, {
    action: 'operator.look-up',
    subject: `orders by ${kind}`,
    detail: {
      orderNumbers: orders.map(({ orderNumber }) => orderNumber),
      customerCount: customers.length,
    },
  })
  return {
    by: kind,
    orders: orders.map(presentFound),
    customers: customers.map(({ name, email, phone, createdAt }) => ({
      name,
      email,
      phone,
      joinedAt: createdAt.toISOString(),
    })),
  }
}

const pageSize = 50

/** One page of all orders. The operator, the filters and the orders shown are logged. */
export async function listOrdersLogged(
  context: Context,
  query: z.output<typeof listOfficeOrders.query>,
): Promise<Result<OfficeOrdersView, 'NotFound'>> {
  const { state, sort, after, dateFrom, dateTo } = query
  const span = spanOf({ dateFrom, dateTo })
  const found = await listOrders(context, {
    state,
    sort,
    span,
    after: after === undefined ? undefined : readPosition(after),
    most: pageSize + 1,
  })
  if (!found.ok) return found
  const page = found.value.slice(0, pageSize)
  const orderNumbers = page.map(({ orderNumber }) => orderNumber)
  await logOperatorAction(context, {
    action: 'operator.list-orders',
    subject: 'orders',
    detail: { state, ...(dateFrom && { dateFrom }), ...(dateTo && { dateTo }), orderNumbers },
  })
  const last = found.value.length > pageSize ? page.at(-1) : undefined
  return ok({ orders: page.map(presentFound), next: last ? positionOf(sort, last) : null })
}

function positionOf(sort: OrderSort, { orderNumber, totalMinor, status }: FoundOrder): string {
  return writePosition({ orderNumber, value: sortValueOf(sort, { sumMinor: totalMinor, status }) })
}

function presentFound(order: FoundOrder): FoundOrderView {
  const { orderNumber, status, buyerName, buyerEmail, buyerPhone, totalMinor, currency } = order
  return {
    orderNumber,
    statusName: orderStatusName(status),
    buyerName,
    buyerEmail,
    buyerPhone,
    totalMinor,
    currency,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.processedAt?.toISOString() ?? null,
  }
}

/** One order with all details that operators need; null when it does not exist. Access is logged. */
export async function readOfficeOrder(
  context: Context,
  ports: SoldPorts,
  orderNumber: string,
): Promise<OfficeOrderView | null> {
  const order = await findOrder(context, { orderNumber: orderNumber.toUpperCase() })
  if (!order) return null
  await logOperatorAction(context, {
    action: 'operator.look-up',
    subject: `order ${order.orderNumber}`,
  })
  const items = soldItemsOf(order.lines)
  const named = await nameItems(context, ports, items)
  const [tickets, payments, returns, pending, moves, confirmations] = await Promise.all([
    readOfficeTickets(context, order),
    listPayments(context, order.orderKey),
    readReturns(context, { orderId: order.id }),
    readPendingReturns(context, { orderId: order.id }),
    readOrderMoves(context, order.id),
    readConfirmations(context, [order.id]),
  ])
  const refunding = await sumPendingRefunds(
    context,
    payments.map(({ id }) => id),
  )
  const countBack = await countsInKind(context, order)
  return {
    ...presentFound(foundOf(order)),
    items: items.map(named),
    lines: order.lines.map((line) => {
      const item = soldItemOf(line)
      return { ...presentLine(context, line), item: item && named(item) }
    }),
    tickets,
    payments: payments.map((payment) => ({
      paymentId: payment.id,
      provider: payment.provider,
      state: payment.state,
      amountMinor: (payment.captured ?? payment.amount).amount,
      refundedMinor: payment.refundedMinor,
      refundingMinor: refunding.get(payment.id) ?? 0,
      currency: (payment.captured ?? payment.amount).currency,
      createdAt: payment.createdAt.toISOString(),
    })),
    confirmations: confirmations.map((one) => ({
      confirmationId: one.id,
      source: one.source,
      itemId: one.itemId,
      state: one.state,
      attemptCount: one.attemptCount,
      confirmBy: one.confirmBy.toISOString(),
      isOverdue: one.state === 'pending' && one.overdueAt !== null,
      detail: one.refusalCode ?? one.lastDetail,
    })),
    pendingReturns: pending
      .filter(({ state }) => state === 'pending')
      .map((one) => ({
        returnId: one.id,
        source: one.source,
        itemId: one.itemId,
        ...countBack(one.tickets),
        amountMinor: one.tickets.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        attemptCount: one.attemptCount,
        createdAt: one.createdAt.toISOString(),
        isOverdue: one.overdueAt !== null,
        detail: one.lastDetail,
      })),
    returns: returns.map((made) => ({
      kind: made.kind,
      amountMinor: made.amountMinor,
      ...countBack(made.tickets),
      at: made.createdAt.toISOString(),
    })),
    extras: await presentExtras(context, order),
    moves: moves.map(({ at, from, to, reason }) => ({
      at: at.toISOString(),
      from: orderStatusName(from),
      to: orderStatusName(to),
      reason,
    })),
  }
}

function presentLine(
  { locale }: Context,
  line: OrderLine,
): Omit<OfficeOrderView['lines'][number], 'item'> {
  const { section, row, seat } = line.detail
  return {
    lineId: line.id,
    kind: line.kind,
    description: { ...line.description },
    placeName: placeNameOf(line.detail, locale),
    section: section?.[locale] ?? null,
    row: row ?? null,
    seat: seat ?? null,
    quantity: line.quantity,
    amountMinor: line.amountMinor,
  }
}

function foundOf(order: Order): FoundOrder {
  const { name, email, phone } = order.buyer
  return { ...order, buyerName: name, buyerEmail: email, buyerPhone: phone }
}
