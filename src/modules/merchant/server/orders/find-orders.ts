/** The organiser's list of orders, page by page, and the search in it. */
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { ReplyOf } from '#contract/call.ts'
import type { OrderStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOwnItem, type EntrancePorts } from '#modules/entrance/server/public-api.ts'
import {
  readPosition,
  sortValueOf,
  statusesInCourse,
  writePosition,
  type OrderSort,
} from '#modules/orders/list-shapes.ts'
import {
  findOrders,
  lookUpOrders,
  type LookUpScope,
  type Order,
} from '#modules/orders/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { findMerchantOrders } from '../../orders-contract.ts'
import { refreshSales } from '../refresh-sales.ts'
import type { OwnItem } from './attendees.ts'
import { amountsOf, ownLines, presentLine } from './read-orders.ts'
import { ordersUndelivered } from './undelivered.ts'

const pageSize = 20
const foundMax = 100

type Page = ReplyOf<typeof findMerchantOrders>

interface ListQuery extends Pick<z.output<typeof findMerchantOrders.body>, 'sort' | 'after'> {
  readonly actor: StaffActor
  /** Null for orders of all items. */
  readonly of: OwnItem | null
}

/**
 * Orders with tickets of the caller's organiser: all, those of one of its items, or those that match a text, sorted as
 * a whole.
 */
export async function findOwnOrders(
  context: Context,
  ports: EntrancePorts,
  query: ListQuery & { readonly text?: string | undefined; readonly isUndelivered?: boolean },
): Promise<Result<Page, 'NotFound'>> {
  const { actor, of, text = '', isUndelivered = false } = query
  if (of) {
    const item = await findOwnItem(context, ports, actor, of)
    if (!item.ok) return item
  }
  if (isUndelivered) {
    const orders = await ordersUndelivered(context, actor)
    const items = sorted(context, orders, query).map((order) => presentLine(order, actor))
    return ok({ items, next: null })
  }
  return text === '' ? listPage(context, query) : ok(await searchOrders(context, query, text))
}

/** All orders that match a text on one page. */
async function searchOrders(
  context: Context,
  { actor, of, sort }: ListQuery,
  text: string,
): Promise<Page> {
  if (!of) await refreshSales(context)
  const found = await lookUpOrders(context, text, foundMax, scopeOf(actor, of))
  const numbers = found.orders.map(({ orderNumber }) => orderNumber)
  const { rows } = await sql<{ id: number }>`
    select order_id::float8 as id from order_summary
    where order_number = any(${numbers}::text[])`.execute(context.db)
  const orders = await readOrders(
    context,
    rows.map(({ id }) => id),
  )
  const own = orders.filter((order) =>
    ownLines(order, actor).some(
      ({ source, itemId }) => !of || (source === of.source && itemId === of.itemId),
    ),
  )
  return {
    items: sorted(context, own, { actor, sort }).map((order) => presentLine(order, actor)),
    next: null,
  }
}

/** Orders of one page, sorted like the whole list. */
function sorted(
  { locale }: Context,
  orders: readonly Order[],
  { actor, sort }: Pick<ListQuery, 'actor' | 'sort'>,
): readonly Order[] {
  const sumOf = (order: Order) => amountsOf(order, actor).paidMinor
  const stageOf = ({ status }: Order) => statusesInCourse.indexOf(status)
  const { compare: compareNames } = new Intl.Collator(locale)
  const isNameless = ({ buyer }: Order) => Number(buyer.name === '')
  const byName = (one: Order, other: Order) =>
    compareNames(one.buyer.name, other.buyer.name) || one.id - other.id
  const compare: Record<OrderSort, (one: Order, other: Order) => number> = {
    newest: (one, other) => other.id - one.id,
    oldest: (one, other) => one.id - other.id,
    dearest: (one, other) => sumOf(other) - sumOf(one) || other.id - one.id,
    cheapest: (one, other) => sumOf(one) - sumOf(other) || one.id - other.id,
    status: (one, other) => stageOf(one) - stageOf(other) || other.id - one.id,
    statusReversed: (one, other) => stageOf(other) - stageOf(one) || other.id - one.id,
    buyer: (one, other) => isNameless(one) - isNameless(other) || byName(one, other),
    buyerReversed: (one, other) => isNameless(one) - isNameless(other) || byName(other, one),
  }
  return orders.toSorted(compare[sort])
}

function scopeOf(actor: StaffActor, of: OwnItem | null): LookUpScope {
  const isOwn = sql`l.kind = 'Ticket' and l.merchant_id = ${actor.merchantId}`
  return of
    ? {
        line: sql`${isOwn} and l.source = ${of.source} and l.item_id = ${of.itemId}`,
        orders: sql`select id as order_id from ${ofItem(actor, of, 'newest')} as sold`,
      }
    : { line: isOwn, orders: sql`select id as order_id from ${ofMerchant(actor)} as sold` }
}

interface ListedRow {
  readonly id: number
  /** Zero if the list is not sorted by it. */
  readonly sumMinor: number
  readonly status: OrderStatus
}

/** One page, read behind the last order of the previous one. */
async function listPage(context: Context, query: ListQuery): Promise<Result<Page, 'NotFound'>> {
  const { actor, of, sort } = query
  if (!of) await refreshSales(context)
  const position = await positionOf(context, query)
  if (!position) return fail('NotFound')
  const { rows } = await sql<ListedRow>`
    select own.id::float8 as id, own.sum::float8 as "sumMinor", o.status
    from ${of ? ofItem(actor, of, sort) : ofMerchant(actor)} as own join order_summary o on o.order_id = own.id
    ${isByBuyer(sort) ? sql`join order_buyer_name b on b.order_id = own.id` : sql``}
    where ${position} order by ${orderOf(sort)} limit ${pageSize + 1}`.execute(context.db)
  const shown = rows.slice(0, pageSize)
  const orders = new Map(
    (
      await readOrders(
        context,
        shown.map(({ id }) => id),
      )
    ).map((order) => [order.id, order]),
  )
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  const lastNumber = last && orders.get(last.id)?.orderNumber
  return ok({
    items: shown.flatMap(({ id }) => {
      const order = orders.get(id)
      return order ? [presentLine(order, actor)] : []
    }),
    next:
      last && lastNumber
        ? writePosition({ orderNumber: lastNumber, value: sortValueOf(sort, last) })
        : null,
  })
}

/** Read from an index; counted when their tickets change, so that no other orders are read. */
function ofMerchant({ merchantId }: StaffActor): RawBuilder<unknown> {
  return sql`(select order_id as id, sold_minor as sum from merchant_order where merchant_id = ${merchantId})`
}

/** Counted now, so that no sale is missing: an item has at most as many orders as places. */
function ofItem(
  { merchantId }: StaffActor,
  { source, itemId }: OwnItem,
  sort: OrderSort,
): RawBuilder<unknown> {
  const ids = sql`
    select distinct order_id as id, 0::bigint as sum from ticket_sale
    where source = ${source} and item_id = ${itemId} and merchant_id = ${merchantId}`
  if (sort !== 'dearest' && sort !== 'cheapest') return sql`(${ids})`
  return sql`(
    select order_id as id, sum(paid_minor) as sum from ticket_sale
    where merchant_id = ${merchantId} and order_id in (select id from (${ids}) as of_item) group by order_id)`
}

function isByBuyer(sort: OrderSort): boolean {
  return sort === 'buyer' || sort === 'buyerReversed'
}

/** Null without a name, which is the end of the list in both directions. */
const buyerName = sql`nullif(lower(b.name), '')`
const stage = sql`array_position(${[...statusesInCourse]}::smallint[], o.status)`

function orderOf(sort: OrderSort): RawBuilder<unknown> {
  return {
    newest: sql`own.id desc`,
    oldest: sql`own.id`,
    dearest: sql`own.sum desc, own.id desc`,
    cheapest: sql`own.sum, own.id`,
    status: sql`${stage}, own.id desc`,
    statusReversed: sql`${stage} desc, own.id desc`,
    buyer: sql`${buyerName} asc nulls last, own.id`,
    buyerReversed: sql`${buyerName} desc nulls last, own.id desc`,
  }[sort]
}

/** What is behind the last order of the previous page; null when the organiser has no such order. */
async function positionOf(
  context: Context,
  { actor, sort, after }: ListQuery,
): Promise<RawBuilder<unknown> | null> {
  if (after === undefined) return sql`true`
  const { orderNumber, value } = readPosition(after)
  const { rows } = await sql<ListedRow & { name: string | null }>`
    select o.order_id::float8 as id, o.status, sum(t.paid_minor)::float8 as "sumMinor", ${buyerName} as name
    from order_summary o join ticket_sale t on t.order_id = o.order_id
    join order_buyer_name b on b.order_id = o.order_id
    where o.order_number = ${orderNumber} and t.merchant_id = ${actor.merchantId}
    group by 1, 2, 4`.execute(context.db)
  const [last] = rows
  if (!last) return null
  const { id, name } = last
  const key = value ?? sortValueOf(sort, last)
  const lastStage = statusesInCourse.findIndex((status) => status === key) + 1
  if (lastStage === 0 && (sort === 'status' || sort === 'statusReversed')) return null
  return {
    newest: sql`own.id < ${id}`,
    oldest: sql`own.id > ${id}`,
    dearest: sql`(own.sum, own.id) < (${key}::bigint, ${id}::bigint)`,
    cheapest: sql`(own.sum, own.id) > (${key}::bigint, ${id}::bigint)`,
    status: sql`(${stage}, -own.id) > (${lastStage}, -${id}::bigint)`,
    statusReversed: sql`(${stage}, own.id) < (${lastStage}, ${id}::bigint)`,
    buyer: behindName(sql`>`, { id, name }),
    buyerReversed: behindName(sql`<`, { id, name }),
  }[sort]
}

function behindName(
  behind: RawBuilder<unknown>,
  { id, name }: { readonly id: number; readonly name: string | null },
): RawBuilder<unknown> {
  return name === null
    ? sql`${buyerName} is null and own.id ${behind} ${id}::bigint`
    : sql`(${buyerName} is null or (${buyerName}, own.id) ${behind} (${name}::text, ${id}::bigint))`
}

async function readOrders(context: Context, ids: readonly number[]): Promise<readonly Order[]> {
  return ids.length === 0 ? [] : findOrders(context, ids)
}
