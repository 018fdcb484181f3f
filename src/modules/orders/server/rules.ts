import { orderStatus, orderStatusName, type OrderStatus } from '#contract/enumerations.ts'
import type { OrderStatusName } from '#contract/enumerations.ts'
import type { Actor } from '#platform/context.ts'
import type { NewOrderLine, Order, OrderLine } from './order.ts'

/** Lifetime of an order without places, or whose offering sets no hold time. */
export const holdSecondsDefault = 900

/** Letters and digits of an order number: it is read out, so it is short and unambiguous. */
export const orderNumberLength = 10

/** How often a buyer may extend the hold. */
export const extensionsMax = 2

/** Initial states of an order. Retried orders start at checkout. */
export const entryStates: readonly OrderStatusName[] = [
  'Draft',
  'Checkout',
  'NotForSale',
  'ThirdParty',
  'Imported',
  'Preprint',
]

/**
 * Which state follows which. A state without successors is final; only money that arrives late opens
 * one again (`lateTransitions`).
 */
export const transitions: Readonly<Record<OrderStatusName, readonly OrderStatusName[]>> = {
  Draft: ['Checkout', 'Canceled', 'Timeout'],
  // Back to a draft when every place is released; directly to issued when there is nothing to pay.
  Checkout: ['Draft', 'PaymentPending', 'Processed', 'WaitingForTicket', 'Canceled', 'Timeout'],
  PaymentPending: ['Processed', 'WaitingForTicket', 'Failed', 'Canceled', 'Timeout'],
  WaitingForTicket: ['Processed', 'Canceled'],
  Processed: ['Transferred', 'Canceled'],
  NotForSale: ['Canceled'],
  ThirdParty: ['Canceled'],
  Imported: ['Canceled'],
  Preprint: ['Canceled'],
  // Only when the platform refunds everything: a cancelled date.
  Transferred: ['Canceled'],
  Failed: [],
  Canceled: [],
  Timeout: [],
}

/**
 * A payment captured after its order ended, when the same places were free to take again. These need the reason
 * `late-payment`, so nothing else can reopen an ended order.
 */
export const lateTransitions: Readonly<
  Partial<Record<OrderStatusName, readonly OrderStatusName[]>>
> = {
  Timeout: ['Processed', 'WaitingForTicket'],
  Canceled: ['Processed', 'WaitingForTicket'],
  Failed: ['Processed', 'WaitingForTicket'],
}

/** Why an order changed its state; stored in its log. */
export type MoveReason =
  | 'places-given-back'
  | 'canceled-by-buyer'
  | 'checkout'
  | 'hub-checkout'
  | 'deadline-passed'
  | 'payment-started'
  | 'payment-captured'
  | 'payment-failed'
  | 'payment-expired'
  | 'payment-left'
  | 'late-payment'
  | 'nothing-to-pay'
  | 'tickets-issued'
  | 'transferred'
  | 'passed-back'
  | 'refunded'

export function mayMove(from: OrderStatus, to: OrderStatus, reason: MoveReason): boolean {
  const fromName = orderStatusName(from)
  const toName = orderStatusName(to)
  if (transitions[fromName].includes(toName)) return true
  // When a ticket is transferred back to its buyer, the order can be returned again.
  if (reason === 'passed-back') return fromName === 'Transferred' && toName === 'Processed'
  return reason === 'late-payment' && (lateTransitions[fromName]?.includes(toName) ?? false)
}

export function isFinal(status: OrderStatus): boolean {
  return transitions[orderStatusName(status)].length === 0
}

/** Draft and Checkout: places may still be added and removed. */
export function isOpen(status: OrderStatus): boolean {
  return status === orderStatus.Draft || status === orderStatus.Checkout
}

/** The hold has expired, but the order's state has not been updated yet. */
export function isOverdue(order: Pick<Order, 'status' | 'deadlineAt'>, now: Date): boolean {
  return isOpen(order.status) && order.deadlineAt <= now
}

/** The status to show: an overdue order has timed out, even before the sweep updates it. */
export function shownStatus(order: Pick<Order, 'status' | 'deadlineAt'>, now: Date): OrderStatus {
  return isOverdue(order, now) ? orderStatus.Timeout : order.status
}

/**
 * A signed-in customer owns the orders with their customer id; a session owns the orders it opened until a customer
 * claims them. Background jobs may access every order.
 */
export function ownsOrder(actor: Actor, order: Pick<Order, 'sessionId' | 'customerId'>): boolean {
  if (actor.kind === 'system') return true
  if (actor.kind === 'visitor' || actor.kind === 'staff') return false
  if (actor.kind === 'customer' && order.customerId === actor.customerId) return true
  return order.customerId === null && order.sessionId === actor.sessionId
}

export interface Totals {
  readonly ticketsMinor: number
  readonly feesMinor: number
  /** Sum of balance, discount cards and codes; zero or negative. */
  readonly takenOffMinor: number
  readonly totalMinor: number
}

/** The sum of the lines is the amount charged. */
export function totalsOf(lines: readonly Pick<OrderLine, 'kind' | 'amountMinor'>[]): Totals {
  let ticketsMinor = 0
  let feesMinor = 0
  let takenOffMinor = 0
  for (const line of lines) {
    if (line.kind === 'Ticket') ticketsMinor += line.amountMinor
    else if (line.amountMinor < 0) takenOffMinor += line.amountMinor
    else feesMinor += line.amountMinor
  }
  const totalMinor = ticketsMinor + feesMinor + takenOffMinor
  return { ticketsMinor, feesMinor, takenOffMinor, totalMinor }
}

export function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1_000)
}

/**
 * Until when places taken now are held. An order with holds keeps its deadline, so that further choices do not extend
 * it; an order without holds starts its hold time with its first place.
 */
export function deadlineForChoice(
  order: Pick<Order, 'deadlineAt' | 'lines'> | undefined,
  now: Date,
  holdSeconds: number,
): Date {
  const holdsSomething = order?.lines.some((line) => line.holdId !== null) ?? false
  return order && holdsSomething ? order.deadlineAt : secondsAfter(now, holdSeconds)
}

/** An open order with holds may restart its hold time, at most twice and before it expires. */
export function canExtend(
  order: Pick<Order, 'status' | 'deadlineAt' | 'extendedCount' | 'lines'>,
  now: Date,
): boolean {
  return (
    isOpen(order.status) &&
    order.deadlineAt > now &&
    order.extendedCount < extensionsMax &&
    order.lines.some((line) => line.holdId !== null)
  )
}

/** The changes of the lines when some tickets are removed: their fees are removed too, one unit each. */
export interface LineChanges {
  readonly removedIds: readonly number[]
  /** Fee lines that stay with fewer units. */
  readonly shrunk: readonly { readonly id: number; readonly quantity: number }[]
}

export function removeTickets(
  lines: readonly OrderLine[],
  ticketIds: ReadonlySet<number>,
): LineChanges {
  const removedIds: number[] = []
  const gone = new Map<string, number>()
  for (const line of lines) {
    if (!ticketIds.has(line.id)) continue
    removedIds.push(line.id)
    gone.set(feeKey(line), (gone.get(feeKey(line)) ?? 0) + line.quantity)
  }
  // With each ticket one unit of each of its fees is removed.
  const leaving = new Map<string, number>()
  const shrunk: { id: number; quantity: number }[] = []
  for (const line of lines) {
    if (line.kind !== 'Service') continue
    const fee = `${feeKey(line)} ${line.detail.passedOn?.by}`
    const units = leaving.get(fee) ?? gone.get(feeKey(line)) ?? 0
    if (units === 0) continue
    const taken = Math.min(units, line.quantity)
    leaving.set(fee, units - taken)
    if (taken === line.quantity) removedIds.push(line.id)
    else shrunk.push({ id: line.id, quantity: line.quantity - taken })
  }
  return { removedIds, shrunk }
}

export function applyChanges(lines: readonly OrderLine[], changes: LineChanges): OrderLine[] {
  const removed = new Set(changes.removedIds)
  const quantities = new Map(changes.shrunk.map((line) => [line.id, line.quantity]))
  return lines
    .filter((line) => !removed.has(line.id))
    .map((line) => {
      const quantity = quantities.get(line.id)
      if (quantity === undefined) return line
      return { ...line, quantity, amountMinor: line.unitPriceMinor * quantity }
    })
}

type FeeOf = Pick<NewOrderLine, 'source' | 'itemId' | 'ticketTypeId' | 'legFrom' | 'legTo'>

/** Tickets and their fee lines have the same key: item, leg range and ticket type. */
export function feeKey({ source, itemId, ticketTypeId, legFrom, legTo }: FeeOf): string {
  return `${source} ${itemId} ${ticketTypeId} ${legFrom}-${legTo}`
}
