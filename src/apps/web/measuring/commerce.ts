/**
 * E-commerce events in GA4's data layer format, with amounts in lari as major units. Pure functions from page data
 * and call responses to events.
 */

import type { OrderLineKind } from '#contract/enumerations.ts'

export const currency = 'GEL'

/** Number of items reported of each list. */
export const listItemsMax = 25

export interface AnalyticsItem {
  readonly item_id: string
  readonly item_name: string
  readonly item_category?: string
  readonly item_variant?: string
  readonly item_list_id?: string
  readonly location_id?: string
  /** Position in its list, from 0. */
  readonly index?: number
  readonly price?: number
  readonly quantity?: number
}

export interface AnalyticsEvent {
  readonly event:
    | 'view_item_list'
    | 'select_item'
    | 'view_item'
    | 'add_to_cart'
    | 'remove_from_cart'
    | 'begin_checkout'
    | 'purchase'
    | 'refund'
  readonly ecommerce: {
    readonly currency: typeof currency
    readonly item_list_id?: string
    readonly transaction_id?: string
    readonly value?: number
    readonly items: readonly AnalyticsItem[]
  }
}

/** An item of a list, with the fields that cards have. */
export interface Listed {
  readonly itemId: number
  readonly name: string
  readonly slug: string
  readonly minPrice?: number | null
  readonly venueName?: string
  readonly categoryName?: string
  readonly path?: string
}

export interface PageList {
  readonly id: string
  readonly items: readonly Listed[]
}

/** All lists of cards in a page's data, by their property names. */
export function listsOf(loaded: unknown, id = 'page', depth = 0): PageList[] {
  if (typeof loaded !== 'object' || loaded === null || depth > 4) return []
  if (Array.isArray(loaded)) {
    const listed = loaded.map(listedOf).filter((item) => item !== null)
    if (listed.length > 0) return [{ id, items: listed }]
    // Each row of nested arrays is a separate list.
    return loaded.flatMap((row, index) => listsOf(row, `${id}-${index + 1}`, depth + 1))
  }
  return Object.entries(loaded).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? listsOf(value, ['reply', 'items', 'cards'].includes(key) ? id : key, depth + 1)
      : [],
  )
}

function listedOf(value: unknown): Listed | null {
  const item = value as Partial<Listed> & { readonly item?: unknown }
  if (typeof item !== 'object' || item === null) return null
  if (item.item) return listedOf(item.item)
  return typeof item.itemId === 'number' && item.name && typeof item.slug === 'string'
    ? (item as Listed)
    : null
}

function itemOf(
  item: Listed,
  list?: { readonly id: string; readonly index: number },
): AnalyticsItem {
  return {
    item_id: `show-${item.itemId}`,
    item_name: item.name,
    ...(item.categoryName !== undefined && { item_category: item.categoryName }),
    ...(item.venueName !== undefined && { location_id: item.venueName }),
    ...(typeof item.minPrice === 'number' && { price: item.minPrice }),
    ...(list && { item_list_id: list.id, index: list.index }),
  }
}

export function viewItemList({ id, items }: PageList): AnalyticsEvent {
  const first = items.slice(0, listItemsMax)
  return {
    event: 'view_item_list',
    ecommerce: {
      currency,
      item_list_id: id,
      items: first.map((item, index) => itemOf(item, { id, index })),
    },
  }
}

/** The item that a link leads to, in the first list that contains it; null for any other link. */
export function selectItem(lists: readonly PageList[], pathname: string): AnalyticsEvent | null {
  const path = pathname.replace(/^\/en(?=\/)/, '')
  for (const { id, items } of lists) {
    const index = items.findIndex(
      (item) => item.path === pathname || path === (item.path ?? `/shows/${item.slug}`),
    )
    const item = items[index]
    if (item)
      return {
        event: 'select_item',
        ecommerce: { currency, item_list_id: id, items: [itemOf(item, { id, index })] },
      }
  }
  return null
}

/** The subject of a show's or date's page. */
export interface Shown {
  readonly show: { readonly showId: number; readonly name: string; readonly categoryName?: string }
  readonly event?: { readonly eventId: number; readonly minPrice?: number | null }
}

export function shownOn(loaded: unknown): Shown | null {
  const { reply } = (loaded ?? {}) as { readonly reply?: Partial<Shown> }
  return typeof reply?.show?.showId === 'number' && reply.show.name ? (reply as Shown) : null
}

export function viewItem({ show, event }: Shown): AnalyticsEvent {
  const price = event?.minPrice
  return {
    event: 'view_item',
    ecommerce: {
      currency,
      ...(typeof price === 'number' && { value: price }),
      items: [
        {
          item_id: event ? `event-${event.eventId}` : `show-${show.showId}`,
          item_name: show.name,
          ...(show.categoryName !== undefined && { item_category: show.categoryName }),
          ...(typeof price === 'number' && { price }),
        },
      ],
    },
  }
}

interface Money {
  /** In minor units. */
  readonly amount: number
}

/** The reported part of an order: neither the buyer nor the key of the order. */
export interface OrderSeen {
  readonly orderNumber: string
  readonly orderKey: string
  readonly statusName: string
  readonly lines: readonly {
    readonly lineId: number
    readonly kind: OrderLineKind
    readonly description: string
    readonly quantity: number
    readonly price: Money
    readonly source: string
    readonly eventId: number | null
  }[]
  readonly totals: { readonly total: Money }
  readonly items: readonly {
    readonly source: string
    readonly itemId: number
    readonly name: string
    readonly venue: string
    readonly lineIds: readonly number[]
  }[]
}

/** The order in a call's response or in a page's data; null when there is none. */
export function orderIn(reply: unknown): OrderSeen | null {
  if (typeof reply !== 'object' || reply === null) return null
  const { order, checkout, lines, totals, orderNumber } = reply as Partial<OrderSeen> & {
    readonly order?: unknown
    readonly checkout?: unknown
  }
  if (Array.isArray(lines) && totals && typeof orderNumber === 'string') return reply as OrderSeen
  return orderIn(order) ?? orderIn(checkout)
}

const major = ({ amount }: Money): number => amount / 100

type Line = OrderSeen['lines'][number]

/** Fees are part of the total but not items that the buyer chose. */
function chosenLines({ lines }: OrderSeen): Line[] {
  return lines.filter(({ kind }) => kind === 'Ticket')
}

function itemsOf(order: OrderSeen, lines: readonly Line[]): AnalyticsItem[] {
  return lines.map((line) => {
    const item = order.items.find(({ lineIds }) => lineIds.includes(line.lineId))
    return {
      item_id: `${line.source}-${line.eventId ?? 0}`,
      item_name: item?.name ?? line.description,
      item_variant: line.description,
      item_category: line.source,
      ...(item && { location_id: item.venue }),
      price: major(line.price),
      quantity: line.quantity,
    }
  })
}

const sumOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { price, quantity }) => sum + price.amount * quantity, 0) / 100

/**
 * Lines added to and removed from an open order since the last report.
 *
 * @param isReported whether an earlier page has reported a line
 */
export function cartEvents(
  before: OrderSeen | null,
  now: OrderSeen,
  isReported: (lineId: number) => boolean = () => false,
): AnalyticsEvent[] {
  const known = before?.orderKey === now.orderKey ? before : null
  const knownIds = new Set(known?.lines.map(({ lineId }) => lineId))
  const ids = new Set(now.lines.map(({ lineId }) => lineId))
  const added = chosenLines(now).filter(
    ({ lineId }) => !knownIds.has(lineId) && !isReported(lineId),
  )
  const removed = known ? chosenLines(known).filter(({ lineId }) => !ids.has(lineId)) : []
  const event = (
    name: 'add_to_cart' | 'remove_from_cart',
    order: OrderSeen,
    lines: Line[],
  ): AnalyticsEvent => ({
    event: name,
    ecommerce: { currency, value: sumOf(lines), items: itemsOf(order, lines) },
  })
  return [
    ...(removed.length > 0 && known ? [event('remove_from_cart', known, removed)] : []),
    ...(added.length > 0 ? [event('add_to_cart', now, added)] : []),
  ]
}

export function beginCheckout(order: OrderSeen): AnalyticsEvent {
  return {
    event: 'begin_checkout',
    ecommerce: {
      currency,
      value: major(order.totals.total),
      items: itemsOf(order, chosenLines(order)),
    },
  }
}

export function isPaid({ statusName }: OrderSeen): boolean {
  return statusName === 'Processed' || statusName === 'WaitingForTicket'
}

export function purchase(order: OrderSeen): AnalyticsEvent {
  return {
    event: 'purchase',
    ecommerce: {
      currency,
      transaction_id: order.orderNumber,
      value: major(order.totals.total),
      items: itemsOf(order, chosenLines(order)),
    },
  }
}

interface Returned {
  readonly orderNumber: string
  readonly back: Money
  readonly ticketIdentifiers: readonly string[]
}

/** The refund event for a response of a return or resale; null for any other response. */
export function refund(reply: unknown): AnalyticsEvent | null {
  const { orderNumber, back, ticketIdentifiers } = (reply ?? {}) as Partial<Returned>
  if (orderNumber === undefined || !back || !ticketIdentifiers) return null
  return {
    event: 'refund',
    ecommerce: {
      currency,
      transaction_id: orderNumber,
      value: major(back),
      items: ticketIdentifiers.map((_, index) => ({
        item_id: `ticket-${index + 1}`,
        item_name: orderNumber,
        quantity: 1,
      })),
    },
  }
}
