import { orderStatusName, type PaymentMethodName } from '#contract/enumerations.ts'
import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import type {
  ListedOrderView,
  OrderItemView,
  OrderLineView,
  OrderSummaryView,
  OrderView,
} from '../contract.ts'
import type { CheckoutView } from '../checkout-contract.ts'
import type { CurrentOrderView } from '../current-contract.ts'
import type { IdentityCheck } from './identity-check.ts'
import {
  describeBySource,
  itemKey,
  soldItemOf,
  soldItemsOf,
  type ItemDescription,
  type ItemDescriptions,
} from './item.ts'
import type { OfferSource } from './offer-source.ts'
import { moneyByMerchant } from './merchant-split.ts'
import { presentItem, presentItems } from './present-items.ts'
import { rateText } from '#modules/rates/server/public-api.ts'
import { readAvailable } from '#modules/wallet/server/public-api.ts'
import { readFormerItems } from './store.ts'
import { countTickets, type ForeignPrice, type Order, type OrderLine } from './order.ts'
import { presentChecks } from './buyer-checks.ts'
import { presentQuestions } from './extras.ts'
import { presentPassengers } from './passengers.ts'
import { placeNameOf } from './place-labels.ts'
import { canExtend, shownStatus, totalsOf } from './rules.ts'

/** An enabled payment method, as the payment module names it. */
export interface PaymentMethod {
  /** Number of the specification. */
  readonly provider: number
  readonly name: string
  readonly method: PaymentMethodName
}

/** Dependencies of the order calls on other modules. */
export interface OrderPorts {
  readonly sources: readonly OfferSource[]
  readonly paymentWays: () => readonly PaymentMethod[]
  /** Applies the caller's automatic benefits to an open order; called before its checkout. */
  readonly beforeCheckout?: (context: Context, orderKey: string) => Promise<void>
  /** Absent: personal numbers are checked by their form only. */
  readonly identityCheck?: IdentityCheck
}

/** Descriptions of the orders' items; each source is called once. */
function descriptionsOf(
  context: Context,
  ports: OrderPorts,
  orders: readonly Order[],
): Promise<ItemDescriptions> {
  const items = soldItemsOf(orders.flatMap((order) => order.lines))
  return describeBySource(ports.sources, items, (source, own) => source.describeItems(context, own))
}

function descriptionOf(
  line: OrderLine | undefined,
  descriptions: ItemDescriptions,
): ItemDescription | undefined {
  const item = line && soldItemOf(line)
  return item ? descriptions.get(itemKey(item)) : undefined
}

/** The first item of an order; a line without an item may come before it. */
function firstOf(order: Order, descriptions: ItemDescriptions): ItemDescription | undefined {
  for (const line of order.lines) {
    const description = descriptionOf(line, descriptions)
    if (description) return description
  }
  return undefined
}

/** The order as its owner may see it, in the language of the request. */
export async function presentOrder(
  context: Context,
  ports: OrderPorts,
  order: Order,
): Promise<OrderView> {
  return orderViewOf(context, order, await descriptionsOf(context, ports, [order]))
}

export async function presentCheckout(
  context: Context,
  ports: OrderPorts,
  order: Order,
): Promise<CheckoutView> {
  const isFree = order.lines.length > 0 && order.totalMinor === 0
  // The part paid from a balance may still be paid in another way.
  const isPaidByBalance = order.lines.some((line) => line.kind === 'Balance')
  return {
    order: await presentOrder(context, ports, order),
    isFree,
    paymentWays:
      isFree && !isPaidByBalance
        ? []
        : [
            ...ports
              .paymentWays()
              .map(({ provider, name, method }) => ({ provider, name, method })),
            ...(isPaidByBalance || (await hasBalance(context, order)) ? [balanceWay] : []),
          ],
    externalReference: order.externalReference === '' ? null : order.externalReference,
    extras: await presentQuestions(context, ports.sources, order),
    passengers: await presentPassengers(context, ports.sources, order),
    checks: await presentChecks(context, ports.sources, order),
  }
}

const balanceWay = { provider: null, name: 'balance', method: 'Balance' } as const

/** Whether the caller has anything on a balance that could pay a part of the order. */
async function hasBalance(context: Context, { currency }: Order): Promise<boolean> {
  const { actor } = context
  return actor.kind === 'customer' && (await readAvailable(context, actor.customerId, currency)) > 0
}

/** The data of an unpaid order for the header. */
export function presentCurrentOrder(context: Context, order: Order): CurrentOrderView {
  return {
    orderKey: order.orderKey,
    deadlineAt: order.deadlineAt.toISOString(),
    serverNow: context.clock.now().toISOString(),
    ...countTickets(order.lines),
  }
}

/** Rows of a list; `onDay` selects orders for items on that day at their venue. */
export async function presentOrders(
  context: Context,
  ports: OrderPorts,
  orders: readonly Order[],
  onDay?: (summary: ItemDescription) => boolean,
): Promise<ListedOrderView[]> {
  const descriptions = await descriptionsOf(context, ports, orders)
  const keys = new Map(orders.map(({ id, orderKey }) => [id, orderKey]))
  return orders
    .filter((order) => {
      if (!onDay) return true
      return order.lines.some((line) => {
        const summary = descriptionOf(line, descriptions)
        return summary !== undefined && onDay(summary)
      })
    })
    .map((order) => ({
      ...orderSummaryOf(context, order, descriptions),
      retryOf: order.retryOf === null ? null : (keys.get(order.retryOf) ?? null),
    }))
}

/** Rows of the wallet's lists, one per order, with the fields used to select them. */
export async function presentHistory(
  context: Context,
  ports: OrderPorts,
  orders: readonly Order[],
): Promise<{ view: OrderSummaryView; startsAt: Date | null; category: number | null }[]> {
  const empty = orders.filter(({ lines }) => soldItemsOf(lines).length === 0)
  const former = await readFormerItems(
    context.db,
    empty.map(({ id }) => id),
  )
  const items = [
    ...soldItemsOf(orders.flatMap((order) => order.lines)),
    ...[...former.values()].map(wholeItem),
  ]
  const descriptions = await describeBySource(ports.sources, items, (source, own) =>
    source.describeItems(context, own),
  )
  return orders.map((order) => {
    const gone = former.get(order.id)
    const all = gone
      ? [descriptions.get(itemKey(wholeItem(gone))) ?? []].flat()
      : order.lines.flatMap((line) => descriptionOf(line, descriptions) ?? [])
    const starts = all.map((summary) => summary.startsAt.getTime())
    const view = orderSummaryOf(context, order, descriptions)
    return {
      view: gone ? { ...view, event: itemViewOf(all[0], context.locale) } : view,
      // An order for several items is upcoming until the last of them has begun.
      startsAt: starts.length === 0 ? null : new Date(Math.max(...starts)),
      category: all[0]?.category ?? null,
    }
  })
}

/** An item that an order has no line of any more, as it is described. */
function wholeItem(item: { readonly source: string; readonly itemId: number }) {
  return { ...item, legFrom: 0, legTo: 1 }
}

function orderSummaryOf(
  context: Context,
  order: Order,
  descriptions: ItemDescriptions,
): OrderSummaryView {
  const status = shownStatus(order, context.clock.now())
  return {
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    status,
    statusName: orderStatusName(status),
    createdAt: order.createdAt.toISOString(),
    deadlineAt: order.deadlineAt.toISOString(),
    ...countTickets(order.lines),
    total: money(order.totalMinor, order.currency),
    event: itemViewOf(firstOf(order, descriptions), context.locale),
    items: soldItemsOf(order.lines).flatMap((item) => {
      const description = descriptions.get(itemKey(item))
      return description ? [presentItem(item, description, context.locale)] : []
    }),
  }
}

function orderViewOf(context: Context, order: Order, descriptions: ItemDescriptions): OrderView {
  const now = context.clock.now()
  const status = shownStatus(order, now)
  const totals = totalsOf(order.lines)
  return {
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    status,
    statusName: orderStatusName(status),
    createdAt: order.createdAt.toISOString(),
    deadlineAt: order.deadlineAt.toISOString(),
    serverNow: now.toISOString(),
    canExtend: canExtend(order, now),
    lines: order.lines.map((line) =>
      lineViewOf(order, line, descriptionOf(line, descriptions), context.locale),
    ),
    totals: {
      tickets: money(totals.ticketsMinor, order.currency),
      fees: money(totals.feesMinor, order.currency),
      takenOff: money(totals.takenOffMinor, order.currency),
      total: money(totals.totalMinor, order.currency),
    },
    buyer: { name: order.buyer.name, email: order.buyer.email, phone: order.buyer.phone },
    event: itemViewOf(firstOf(order, descriptions), context.locale),
    items: presentItems(order, descriptions, context.locale),
    byMerchant: moneyByMerchant(order).map(({ merchantId, amountMinor }) => ({
      merchantId,
      amount: money(amountMinor, order.currency),
    })),
  }
}

function lineViewOf(
  order: Order,
  line: OrderLine,
  summary: ItemDescription | undefined,
  locale: Locale,
): OrderLineView {
  return {
    lineId: line.id,
    orderKey: order.orderKey,
    kind: line.kind,
    description: line.description[locale],
    quantity: line.quantity,
    price: money(line.unitPriceMinor, order.currency),
    amount: money(line.amountMinor, order.currency),
    imageUrl: summary?.imageUrl ?? null,
    source: line.source,
    eventId: line.itemId,
    legFrom: line.legFrom,
    legTo: line.legTo,
    ticketTypeId: line.ticketTypeId,
    placeId: line.placeId,
    row: line.detail.row ?? null,
    seat: line.detail.seat ?? null,
    section: line.detail.section?.[locale] ?? null,
    placeName: placeNameOf(line.detail, locale),
    guests: line.detail.guests ?? null,
    foreign: foreignViewOf(line.detail.foreign),
    package: line.detail.package
      ? { key: line.detail.package.key, name: line.detail.package.name[locale] }
      : null,
    together: line.detail.together ?? null,
    isGoods: line.detail.isGoods ?? false,
    isBaggage: line.detail.isBaggage ?? false,
  }
}

function foreignViewOf(foreign: ForeignPrice | undefined): OrderLineView['foreign'] {
  if (!foreign) return null
  return {
    price: money(foreign.unitPriceMinor, foreign.currency),
    rate: rateText(foreign.lariMillionths),
    ratedOn: foreign.ratedOn,
  }
}

function itemViewOf(summary: ItemDescription | undefined, locale: Locale): OrderItemView | null {
  if (!summary) return null
  return {
    eventId: summary.itemId,
    name: summary.name[locale],
    venue: summary.venue[locale],
    startsAt: summary.startsAt.toISOString(),
    timeZone: summary.timeZone,
    imageUrl: summary.imageUrl,
  }
}
