/** All orders by state and day, in any of their sorts, for operators. No check of ownership. */
import { sql, type RawBuilder } from 'kysely'
import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'
import type { Span } from '#kernel/day-span.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import {
  sortValueOf,
  statusesInCourse,
  type OrderPosition,
  type OrderSort,
} from '../list-shapes.ts'
import { listByBuyer } from './list-by-buyer.ts'
import { foundColumns, listedColumns, type FoundOrder } from './look-up.ts'

/** States of orders as operators choose among them, each with the statuses it covers. */
const statusesOf = {
  all: Object.values(orderStatus),
  paid: [orderStatus.Processed, orderStatus.Transferred, orderStatus.WaitingForTicket],
  open: [orderStatus.Draft, orderStatus.Checkout],
  paying: [orderStatus.PaymentPending],
  failed: [orderStatus.Failed],
  ended: [orderStatus.Canceled, orderStatus.Timeout],
  notForSale: [orderStatus.NotForSale],
  thirdParty: [orderStatus.ThirdParty],
  imported: [orderStatus.Imported],
  preprint: [orderStatus.Preprint],
} as const satisfies Record<string, readonly OrderStatus[]>

export type ListedState = keyof typeof statusesOf

interface ListedQuery {
  readonly state: ListedState
  readonly sort: OrderSort
  readonly span: Span
  /** The last order of the previous page. */
  readonly after?: OrderPosition | undefined
  readonly most: number
}

/**
 * One page of orders. Each page is read from an index behind the last order of the previous one, whatever came before;
 * `NotFound` when that order does not exist.
 */
export async function listOrders(
  context: Context,
  query: ListedQuery,
): Promise<Result<FoundOrder[], 'NotFound'>> {
  const { state, sort, span, after, most } = query
  if (sort === 'buyer' || sort === 'buyerReversed')
    return listByBuyer(context, {
      statuses: statusesOf[state],
      isReversed: sort === 'buyerReversed',
      bounds: daysOf(span),
      after: after?.orderNumber,
      most,
    })
  const isByStatus = sort === 'status' || sort === 'statusReversed'
  const last = after && (await findLast(context, query, after))
  if (after && !last) return fail('NotFound')
  const course = sort === 'statusReversed' ? statusesInCourse.toReversed() : statusesInCourse
  const wanted = new Set<OrderStatus>(statusesOf[state])
  // By status, those before the one of the last order have been listed.
  const begun = isByStatus && last ? course.findIndex((status) => status === last.value) : 0
  if (begun < 0) return fail('NotFound')
  const statuses = course.slice(begun).filter((status) => wanted.has(status))
  const isWithin = (status: OrderStatus) => !isByStatus || !last || status === last.value
  const key = sql.raw(isBySum(sort) ? 'total_minor' : 'created_at')
  const isRising = sort === 'oldest' || sort === 'cheapest'
  const direction = sql.raw(isRising ? 'asc' : 'desc')
  const order = sql`o.${key} ${direction}, o.id ${direction}`
  const { from, until, position } = boundsOf(sort, span, last)
  // Each status is read in the order of an index, so that a rare one is found at once.
  const part = (all: readonly OrderStatus[], bounds: RawBuilder<unknown>) => sql`
    select ${listedColumns} from unnest(${[...all]}::smallint[]) as wanted (status)
    cross join lateral (
      select ${listedColumns} from orders o where o.status = wanted.status ${bounds} order by ${order} limit ${most}
    ) as o`
  const { rows } = await sql<FoundOrder>`
    select ${foundColumns} from (
      ${part(statuses.filter(isWithin), sql`${from} ${until} ${position}`)}
      union all
      ${part(
        statuses.filter((status) => !isWithin(status)),
        daysOf(span),
      )}
    ) as o
    order by ${isByStatus ? sql`array_position(${[...statuses]}::smallint[], o.status),` : sql``} ${order}
    limit ${most}`.execute(context.db)
  return ok(rows)
}

function isBySum(sort: OrderSort): boolean {
  return sort === 'dearest' || sort === 'cheapest'
}

interface Last {
  /** The sum or status by which it was listed, otherwise the one of now; null by time. */
  readonly value: number | null
  /** Text, because a timestamp has digits that a date of JavaScript loses. */
  readonly at: string
  readonly id: string
  readonly isSince: boolean
  readonly isBefore: boolean
}

async function findLast(
  context: Context,
  { sort, span }: ListedQuery,
  { orderNumber, value }: OrderPosition,
): Promise<Last | null> {
  const { rows } = await sql<Omit<Last, 'value'> & { sumMinor: number; status: OrderStatus }>`
    select created_at::text as at, id::text as id, total_minor as "sumMinor", status,
      coalesce(created_at >= ${span.from}, true) as "isSince",
      coalesce(created_at < ${span.until}, true) as "isBefore"
    from orders o where order_number = ${orderNumber}`.execute(context.db)
  const [last] = rows
  if (!last) return null
  const current = sortValueOf(sort, last)
  return { ...last, value: current === null ? null : (value ?? current) }
}

function daysOf({ from, until }: Span): RawBuilder<unknown> {
  return sql`${from ? sql`and o.created_at >= ${from}` : sql``} ${until ? sql`and o.created_at < ${until}` : sql``}`
}

/** The days, and the position behind the last order of the previous page. */
function boundsOf(sort: OrderSort, { from, until }: Span, last: Last | null | undefined) {
  // The position is the nearer bound on its side: beside the farther one, the index is read from there.
  const isFromPassed = sort === 'oldest' && last?.isSince
  const isUntilPassed = sort !== 'oldest' && !isBySum(sort) && last?.isBefore
  const behind = sql.raw(sort === 'oldest' || sort === 'cheapest' ? '>' : '<')
  const id = sql`${last?.id ?? null}::bigint`
  const position = isBySum(sort)
    ? sql`and (o.total_minor, o.id) ${behind} (${last?.value ?? null}::bigint, ${id})`
    : sql`and (o.created_at, o.id) ${behind} (${last?.at ?? null}::timestamptz, ${id})`
  return {
    from: isFromPassed ? sql`` : daysOf({ from, until: null }),
    until: isUntilPassed ? sql`` : daysOf({ from: null, until }),
    position: last ? position : sql``,
  }
}
