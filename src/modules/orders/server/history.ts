import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { OrderSummaryView } from '../contract.ts'
import type { Order } from './order.ts'
import { presentHistory, type OrderPorts } from './presenters.ts'
import { shownStatus } from './rules.ts'
import { readCustomerOrders, type OrderPosition } from './store.ts'

export interface HistoryRequest {
  readonly part: 'history' | 'upcoming'
  readonly orderStatus?: number
  readonly category?: number
  readonly integrationChannel?: string
  readonly cursorPointer?: string
  readonly pageSize: number
}

/** Orders read at a time, and the maximum searched for one page: a page may end early and continue from there. */
const batchSize = 50
const lookedThroughMax = 500

/**
 * One page of the caller's orders, newest first. Upcoming are those paid for something that has not begun, and
 * open ones when their status is asked for; all that are not paid for something to come are history. The cursor is the date and number of the last order examined, so pages neither overlap nor skip orders.
 */
export async function readHistory(
  context: Context,
  ports: OrderPorts,
  request: HistoryRequest,
): Promise<Result<{ orders: OrderSummaryView[]; nextCursor: string | null }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const page: OrderSummaryView[] = []
  let after = request.cursorPointer === undefined ? null : positionOf(request.cursorPointer)
  if (after === 'none') return fail('BadRequest', { fields: [cursorField] })
  for (let seen = 0; seen < lookedThroughMax;) {
    const batch = await readCustomerOrders(context.db, actor.customerId, after, batchSize)
    const shown = await presentHistory(context, ports, batch)
    for (const [index, order] of batch.entries()) {
      const summary = shown[index]
      after = { createdAt: order.createdAt, id: order.id }
      if (!summary || !fits(context, order, summary, request)) continue
      page.push(summary.view)
      if (page.length === request.pageSize) return ok({ orders: page, nextCursor: cursorOf(after) })
    }
    if (batch.length < batchSize) return ok({ orders: page, nextCursor: null })
    seen += batch.length
  }
  return ok({ orders: page, nextCursor: after && cursorOf(after) })
}

const { Draft, Checkout, PaymentPending, Processed, WaitingForTicket } = orderStatus
const isPaid = (status: number) => status === Processed || status === WaitingForTicket
const isOpen = (status: number) =>
  status === Draft || status === Checkout || status === PaymentPending

const cursorField = { path: 'query.cursorPointer', message: 'Not a cursor' }

function fits(
  context: Context,
  order: Order,
  summary: { readonly startsAt: Date | null; readonly category: number | null },
  request: HistoryRequest,
): boolean {
  const now = context.clock.now()
  const status = shownStatus(order, now)
  const isToCome = summary.startsAt !== null && summary.startsAt > now
  const isUpcoming = isPaid(status) && isToCome
  const isInPart =
    request.part === 'history'
      ? !isUpcoming
      : isUpcoming || (isToCome && isOpen(status) && request.orderStatus === status)
  return (
    isInPart &&
    (request.orderStatus === undefined || status === request.orderStatus) &&
    (request.category === undefined || summary.category === request.category) &&
    (request.integrationChannel === undefined || order.channel === request.integrationChannel)
  )
}

/** `2026-11-21T12:00:00.000Z~17`; an instant alone starts before that instant. */
function positionOf(cursor: string): OrderPosition | 'none' {
  const [instant = '', id] = cursor.split('~')
  const createdAt = new Date(instant)
  if (Number.isNaN(createdAt.getTime())) return 'none'
  return { createdAt, id: id === undefined ? 0 : Number(id) }
}

function cursorOf({ createdAt, id }: OrderPosition): string {
  return `${createdAt.toISOString()}~${id}`
}
