import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Actor, Context } from '#platform/context.ts'
import type { SoldItem } from './item.ts'
import type { Order } from './order.ts'
import { internationalPhone } from '#kernel/phone.ts'
import { isOpen, ownsOrder, shownStatus } from './rules.ts'
import {
  readOrder,
  readOrdersBeside,
  readOrdersOf,
  type OrderHandle,
  type OwnerFilter,
} from './store.ts'

/** Maximum orders searched for one list. */
const lookedThroughMax = 500

/** An active draft is among its owner's newest orders. */
const newestMax = 20

/** The caller's own order; other orders are reported as not found. */
export async function findOwnOrder(
  context: Context,
  handle: OrderHandle,
): Promise<Result<Order, 'OrderNotFound'>> {
  const order = await readOrder(context.db, handle)
  return order && ownsOrder(context.actor, order) ? ok(order) : fail('OrderNotFound')
}

/** Identifiers of a caller's order; all that are given must match. */
export interface NamedOrder {
  readonly orderKey?: string | undefined
  readonly orderNumber?: string | undefined
  /** A partner's own number of the sale. */
  readonly eventHubBookingId?: string | undefined
}

/** The caller's own order that matches the given identifiers; null without one. */
export async function findNamedOrder(
  context: Context,
  { orderKey, orderNumber, eventHubBookingId }: NamedOrder,
): Promise<Result<Order, 'OrderNotFound'> | null> {
  let found: Result<Order, 'OrderNotFound'>
  if (orderKey !== undefined) found = await findOwnOrder(context, { orderKey })
  else if (orderNumber !== undefined) found = await findOwnOrder(context, { orderNumber })
  else if (eventHubBookingId !== undefined)
    found = await findOrderOfBooking(context, eventHubBookingId)
  else return null
  if (!found.ok) return found
  const order = found.value
  const isMeant =
    (orderNumber === undefined || isNumberOf(order, orderNumber)) &&
    (eventHubBookingId === undefined || order.externalReference === eventHubBookingId)
  return isMeant ? found : fail('OrderNotFound')
}

function isNumberOf(order: Pick<Order, 'orderNumber'>, given: string): boolean {
  return order.orderNumber === given.toUpperCase()
}

/** The caller's own order that a partner opened under this booking id of theirs; the newest if there are several. */
export async function findOrderOfBooking(
  context: Context,
  externalReference: string,
): Promise<Result<Order, 'OrderNotFound'>> {
  const { actor } = context
  if (actor.kind !== 'guest' && actor.kind !== 'customer') return fail('OrderNotFound')
  const orders = await readOrdersOf(context.db, ownerOf(actor), lookedThroughMax)
  const found = orders.find((order) => order.externalReference === externalReference)
  return found ? ok(found) : fail('OrderNotFound')
}

/** The caller's newest matching draft before its deadline. */
export async function findNewestDraft(
  context: Context,
  isMeant: (order: Order) => boolean = () => true,
): Promise<Result<Order, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'guest' && actor.kind !== 'customer') return fail('Unauthenticated')
  const orders = await readOrdersOf(context.db, ownerOf(actor), newestMax)
  const now = context.clock.now()
  const draft = orders.find(
    (order) => shownStatus(order, now) === orderStatus.Draft && isMeant(order),
  )
  return draft ? ok(draft) : fail('OrderNotFound')
}

/** The caller's newest unpaid order with places, before its deadline; a visitor has none. */
export async function findCurrentOrder(context: Context): Promise<Order | null> {
  const { actor } = context
  if (actor.kind !== 'guest' && actor.kind !== 'customer') return null
  const orders = await readOrdersOf(context.db, ownerOf(actor), newestMax)
  const now = context.clock.now()
  const current = orders.find(
    (order) =>
      (isOpen(order.status) || order.status === orderStatus.PaymentPending) &&
      order.deadlineAt > now &&
      order.lines.length > 0,
  )
  return current ?? null
}

/** The other paid orders of an order's owner for some of these items: an exchange has an order of its own. */
export function findOrdersBeside(
  context: Pick<Context, 'db'>,
  order: Order,
  items: readonly Pick<SoldItem, 'source' | 'itemId'>[],
): Promise<Order[]> {
  return readOrdersBeside(context.db, order, items)
}

export interface OrderFilter {
  /** As shown: an overdue draft counts as timed out. */
  readonly status?: number
  /** The buyer's phone, in any notation. */
  readonly phoneNumber?: string
  readonly host?: string
}

/** The caller's own orders, newest first. */
export async function findOwnOrders(
  context: Context,
  filter: OrderFilter,
): Promise<Result<Order[], ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'guest' && actor.kind !== 'customer') return fail('Unauthenticated')
  const orders = await readOrdersOf(context.db, ownerOf(actor), lookedThroughMax)
  const now = context.clock.now()
  const phone = filter.phoneNumber === undefined ? undefined : comparable(filter.phoneNumber)
  return ok(
    orders.filter(
      (order) =>
        (filter.status === undefined || shownStatus(order, now) === filter.status) &&
        (phone === undefined || (phone !== '' && comparable(order.buyer.phone) === phone)) &&
        (filter.host === undefined || order.host === filter.host),
    ),
  )
}

function ownerOf(actor: Extract<Actor, { readonly sessionId: string }>): OwnerFilter {
  const customerId = actor.kind === 'customer' ? actor.customerId : null
  return { sessionId: actor.sessionId, customerId }
}

/** The same for any notation of a phone, with or without the country code. */
function comparable(phone: string): string {
  return (internationalPhone(phone) ?? phone).replaceAll(/\D/g, '')
}
