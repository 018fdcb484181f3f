import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  findOwnOrder,
  findOwnOrders,
  lockOrder,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { sourceName } from './offer-source.ts'

interface CommentedSeat {
  readonly sessionId: number
  readonly placeId: number
  readonly comment: string
}

/** Stores a comment on a seat of the caller's order; an empty one deletes it. */
export async function commentOnOrder(
  context: Context,
  { orderKey, ...seat }: CommentedSeat & { readonly orderKey: string },
): Promise<Result<{ readonly done: true }, ErrorCode>> {
  const order = await findOwnOrder(context, { orderKey })
  if (!order.ok) return order
  return writeComment(context, order.value, seat)
}

/** The same for the caller's order that contains this seat. */
export async function commentOnSession(
  context: Context,
  seat: CommentedSeat,
): Promise<Result<{ readonly done: true }, ErrorCode>> {
  const orders = await findOwnOrders(context, {})
  if (!orders.ok) return orders
  const order = orders.value.find((candidate) => hasSeat(candidate, seat))
  return order ? writeComment(context, order, seat) : fail('NotFound')
}

const endedStatuses: readonly number[] = [
  orderStatus.Canceled,
  orderStatus.Timeout,
  orderStatus.Failed,
]

function hasSeat(order: Order, { sessionId, placeId }: CommentedSeat): boolean {
  return (
    !endedStatuses.includes(order.status) &&
    order.lines.some(
      (line) => line.source === sourceName && line.itemId === sessionId && line.placeId === placeId,
    )
  )
}

/** Under the order's lock, because a change of the hall moves its seats and their comments. */
async function writeComment(
  context: Context,
  order: Order,
  seat: CommentedSeat,
): Promise<Result<{ readonly done: true }, ErrorCode>> {
  return inTransaction<Result<{ readonly done: true }, ErrorCode>>(context, async (inside) => {
    const locked = await lockOrder(inside, order)
    if (!locked.ok || !hasSeat(locked.value, seat)) return fail('NotFound')
    await storeComment(inside, order, seat)
    return ok({ done: true })
  })
}

async function storeComment(
  context: Context,
  order: Order,
  { sessionId, placeId, comment }: CommentedSeat,
): Promise<void> {
  if (comment === '')
    await sql`delete from seat_comment where screening_id = ${sessionId} and place_id = ${placeId}
      and order_id = ${order.id}`.execute(context.db)
  else
    await sql`
      insert into seat_comment (screening_id, place_id, order_id, comment, created_at)
      values (${sessionId}, ${placeId}, ${order.id}, ${comment}, ${context.clock.now()})
      on conflict (screening_id, place_id, order_id)
      do update set comment = excluded.comment, created_at = excluded.created_at`.execute(
      context.db,
    )
}

/** The comments on seats of an order. */
export async function readComments(
  context: Context,
  orderId: number,
): Promise<{ sessionId: number; placeId: number; comment: string }[]> {
  const { rows } = await sql<{ sessionId: number; placeId: number; comment: string }>`
    select screening_id as "sessionId", place_id as "placeId", comment from seat_comment
    where order_id = ${orderId} order by screening_id, place_id`.execute(context.db)
  return rows
}

/** The comments on seats of a screening, with their orders. */
export async function readCommentsOfScreening(
  context: Context,
  screeningId: number,
): Promise<{ orderId: number; placeId: number; comment: string }[]> {
  const { rows } = await sql<{ orderId: number; placeId: number; comment: string }>`
    select order_id::int8 as "orderId", place_id as "placeId", comment from seat_comment
    where screening_id = ${screeningId} order by place_id, order_id`.execute(context.db)
  return rows
}

/** Moves comments to new seats, in the transaction that reseats their orders. */
export async function moveComments(
  context: Context,
  screeningId: number,
  moves: ReadonlyMap<number, number>,
): Promise<void> {
  const { rows } = await sql<{ place_id: number; order_id: number }>`
    delete from seat_comment where screening_id = ${screeningId}
      and place_id = any(${[...moves.keys()]}::int[])
    returning screening_id, place_id, order_id::int8, comment, created_at`.execute(context.db)
  if (rows.length === 0) return
  const moved = rows.map((row) => ({ ...row, place_id: moves.get(row.place_id) }))
  await sql`
    insert into seat_comment (screening_id, place_id, order_id, comment, created_at)
    select screening_id, place_id, order_id, comment, created_at
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as n (screening_id integer, place_id integer, order_id bigint, comment text, created_at timestamptz)
    on conflict (screening_id, place_id, order_id) do nothing`.execute(context.db)
}

/** The comments on seats of orders, for the data export. */
export async function exportSeatComments(context: Context, orderIds: readonly number[]) {
  const { rows } = await sql<{ comment: string; createdAt: Date }>`
    select comment, created_at as "createdAt" from seat_comment
    where order_id = any(${[...orderIds]}::bigint[]) order by created_at`.execute(context.db)
  return rows.map(({ comment, createdAt }) => ({ comment, createdAt: createdAt.toISOString() }))
}

/** Deletes the comments on seats of these orders. */
export async function eraseSeatComments(
  context: Context,
  orderIds: readonly number[],
): Promise<void> {
  await sql`delete from seat_comment where order_id = any(${[...orderIds]}::bigint[])`.execute(
    context.db,
  )
}
