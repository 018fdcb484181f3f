import { sql } from 'kysely'
import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  findOwnOrder,
  itemKey,
  lockOrder,
  ownsOrder,
  soldItemsOf,
  type Order,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { OrderRatingView } from '../../rating-contract.ts'
import type { TicketPorts } from '../ports.ts'
import type { TicketSource, TicketSubject } from '../ticket-source.ts'

/** Assumed duration of a visit without a known end. */
const visitMilliseconds = 2 * 3_600_000
/** End of the rating period: later ratings would not describe the current season. */
const openDays = 90

interface Visit {
  readonly source: TicketSource
  readonly item: SoldItem
  readonly subject: TicketSubject
  readonly opensAt: Date
}

/** The selected item of an order; by default the first one. */
export interface RatedItem {
  readonly source?: string | undefined
  readonly itemId?: number | undefined
}

/** For a journey in several parts the last one, which ends it. */
async function visitOf(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
  { order, of }: { readonly order: Order; readonly of: RatedItem },
): Promise<Visit | null> {
  const items = soldItemsOf(order.lines.filter(({ kind }) => kind === 'Ticket'))
  const named = { source: of.source ?? items[0]?.source, itemId: of.itemId ?? items[0]?.itemId }
  const item = items.findLast((one) => one.source === named.source && one.itemId === named.itemId)
  const source = ports.sources.find(({ name }) => name === item?.source)
  if (!source || !item) return null
  const subject = (await source.describeTickets(context, [item])).get(itemKey(item))
  if (!subject) return null
  const endsAt = subject.endsAt ?? new Date(subject.startsAt.getTime() + visitMilliseconds)
  return { source, item, subject, opensAt: endsAt }
}

function isOpen({ opensAt }: Visit, now: Date): boolean {
  const closesAt = opensAt.getTime() + openDays * 86_400_000
  return opensAt <= now && now.getTime() < closesAt
}

function wasVisited(order: Order): boolean {
  const { Processed, WaitingForTicket, Transferred } = orderStatus
  return [Processed, WaitingForTicket, Transferred].some((status) => status === order.status)
}

/** Whether a ticket of it is left: buyers who returned all tickets did not visit. */
async function hasTicket(context: Context, order: Order, visit: Visit): Promise<boolean> {
  const row = await context.db
    .selectFrom('ticket')
    .select('id')
    .where('order_id', '=', order.id)
    .where('source', '=', visit.source.name)
    .where('item_id', '=', visit.subject.itemId)
    .where('status', '=', ticketStatus.Active)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function ratingOf(context: Context, order: Order, visit: Visit) {
  return context.db
    .selectFrom('order_rating')
    .select(['stars', 'comment'])
    .where('order_id', '=', order.id)
    .where('source', '=', visit.source.name)
    .where('item_id', '=', visit.subject.itemId)
    .executeTakeFirst()
}

async function present(
  context: Context,
  order: Order,
  visit: Visit | null,
): Promise<OrderRatingView> {
  if (!visit || !wasVisited(order))
    return { canRate: false, opensAt: null, stars: null, comment: '' }
  const kept = await ratingOf(context, order, visit)
  return {
    canRate: isOpen(visit, context.clock.now()) && (await hasTicket(context, order, visit)),
    opensAt: visit.opensAt.toISOString(),
    stars: kept?.stars ?? null,
    comment: kept?.comment ?? '',
  }
}

/** How the caller's own order was rated. */
export async function readRating(
  context: Context,
  ports: TicketPorts,
  { orderKey, ...of }: RatedItem & { readonly orderKey: string },
): Promise<Result<OrderRatingView, ErrorCode>> {
  const found = await findOwnOrder(context, { orderKey })
  if (!found.ok) return found
  const order = found.value
  return ok(await present(context, order, await visitOf(context, ports, { order, of })))
}

/**
 * Rates something of the caller's own order, or changes their rating. The vertical's sum changes by the difference, in
 * the transaction that has locked the order, so repeated requests count once.
 */
export async function rateOrder(
  context: Context,
  ports: TicketPorts,
  request: RatedItem & {
    readonly orderKey: string
    readonly stars: number
    readonly comment: string
  },
): Promise<Result<OrderRatingView, ErrorCode>> {
  return inTransaction(context, async (inside): Promise<Result<OrderRatingView, ErrorCode>> => {
    const locked = await lockOrder(inside, { orderKey: request.orderKey })
    if (!locked.ok || !ownsOrder(inside.actor, locked.value)) return fail('OrderNotFound')
    const order = locked.value
    if (!wasVisited(order)) return fail('OrderStatusNotAllowed')
    const visit = await visitOf(inside, ports, { order, of: request })
    const now = inside.clock.now()
    if (!visit || !isOpen(visit, now) || !(await hasTicket(inside, order, visit)))
      return fail('RatingNotOpen')
    const before = await ratingOf(inside, order, visit)
    const { stars, comment } = request
    await sql`
      insert into order_rating (order_id, source, item_id, stars, comment, created_at, updated_at)
      values (${order.id}, ${visit.source.name}, ${visit.subject.itemId}, ${stars}, ${comment},
        ${now}, ${now})
      on conflict (order_id, source, item_id) do update
        set stars = excluded.stars, comment = excluded.comment, updated_at = excluded.updated_at
    `.execute(inside.db)
    const difference = { stars: stars - (before?.stars ?? 0), count: before ? 0 : 1 }
    await visit.source.takeRating?.(inside, visit.item, difference)
    return ok(await present(inside, order, visit))
  })
}
