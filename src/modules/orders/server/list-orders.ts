/** All orders by state, day and sum, for operators. No check of ownership. */
import { sql } from 'kysely'
import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'
import type { Span } from '#kernel/day-span.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { foundColumns, type FoundOrder } from './look-up.ts'

/** States of orders as operators choose among them, each with the statuses it covers. */
const statusesOf = {
  all: Object.values(orderStatus),
  paid: [orderStatus.Processed, orderStatus.Transferred, orderStatus.WaitingForTicket],
  open: [orderStatus.Draft, orderStatus.Checkout],
  paying: [orderStatus.PaymentPending],
  failed: [orderStatus.Failed],
  ended: [orderStatus.Canceled, orderStatus.Timeout],
} as const satisfies Record<string, readonly OrderStatus[]>

export type ListedState = keyof typeof statusesOf
export type ListedOrder = 'newest' | 'oldest' | 'dearest' | 'cheapest'

interface ListedQuery {
  readonly state: ListedState
  /** Sums order paid orders only. */
  readonly sort: ListedOrder
  readonly span: Span
  /** Number of the last order of the previous page. */
  readonly after?: string | undefined
  readonly most: number
}

/**
 * One page of orders. Each page is read from an index behind the last order of the previous one, whatever came before;
 * `NotFound` when that order does not exist.
 */
export async function listOrders(
  context: Context,
  { state, sort, span, after, most }: ListedQuery,
): Promise<Result<FoundOrder[], 'NotFound'>> {
  const isBySum = sort === 'dearest' || sort === 'cheapest'
  const key = isBySum ? sql.raw('total_minor') : sql.raw('created_at')
  const isFalling = sort === 'newest' || sort === 'dearest'
  const [direction, behind] = isFalling
    ? [sql.raw('desc'), sql.raw('<')]
    : [sql.raw('asc'), sql.raw('>')]
  let position = sql``
  let from = span.from ? sql`and o.created_at >= ${span.from}` : sql``
  let until = span.until ? sql`and o.created_at < ${span.until}` : sql``
  if (after !== undefined) {
    // The value stays text, because a timestamp has digits that a date of JavaScript loses.
    const { rows } = await sql<{ at: string; id: string; isSince: boolean; isBefore: boolean }>`
      select ${key}::text as at, id::text as id,
        coalesce(created_at >= ${span.from}, true) as "isSince",
        coalesce(created_at < ${span.until}, true) as "isBefore"
      from orders o where order_number = ${after}`.execute(context.db)
    const last = rows[0]
    if (!last) return fail('NotFound')
    const at = isBySum ? sql`${last.at}::integer` : sql`${last.at}::timestamptz`
    position = sql`and (o.${key}, o.id) ${behind} (${at}, ${last.id}::bigint)`
    // The position is the nearer bound on its side: beside the farther one, the index is read from there.
    if (sort === 'newest' && last.isBefore) until = sql``
    if (sort === 'oldest' && last.isSince) from = sql``
  }
  const order = sql`order by ${key} ${direction}, id ${direction} limit ${most}`
  const statuses = sql`${[...statusesOf[state]]}::smallint[]`
  const { rows } = await (
    isBySum
      ? sql<FoundOrder>`
          select ${foundColumns} from orders o
          where o.processed_at is not null and o.status = any(${statuses}) ${from} ${until} ${position}
          order by o.${key} ${direction}, o.id ${direction} limit ${most}`
      : // Each status is read in the order of the index, so that a rare one is found at once.
        sql<FoundOrder>`
          select ${foundColumns} from unnest(${statuses}) as wanted (status)
          cross join lateral (
            select * from orders o where o.status = wanted.status ${from} ${until} ${position} ${order}
          ) as o
          order by o.${key} ${direction}, o.id ${direction} limit ${most}`
  ).execute(context.db)
  return ok(rows)
}
