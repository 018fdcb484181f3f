import { sql, type RawBuilder } from 'kysely'
import type { OrderLineKind, OrderStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Currency } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import type { Database } from '#platform/database/database.ts'
import type { HolderKeys } from './holders.ts'
import type { LineDetail, Order, OrderLine, OrderRequest } from './order.ts'
import { openStatuses, unpaidStatuses } from './statuses.ts'

interface OrderRow {
  id: number
  order_key: string
  order_number: string
  status: number
  session_id: string | null
  customer_id: string | null
  channel: string
  host: string
  locale: string
  currency: string
  total_minor: number
  buyer_name: string
  buyer_email: string
  buyer_phone: string
  deadline_at: Date
  extended_count: number
  held_since: Date
  network_key: string | null
  device_key: string | null
  terms_accepted_at: Date | null
  request: OrderRequest | null
  external_reference: string
  retry_of: number | null
  created_at: Date
  processed_at: Date | null
}

interface LineRow {
  id: number
  order_id: number
  source: string
  kind: string
  offering_id: number | null
  item_id: number | null
  ticket_type_id: number | null
  merchant_id: number | null
  hold_id: string | null
  place_id: number | null
  pool_id: number | null
  leg_from: number | null
  leg_to: number | null
  quantity: number
  unit_price_minor: number
  amount_minor: number
  description: LocalizedText
  detail: LineDetail
}

const orderColumns = sql.raw(`o.id, o.order_key, o.order_number, o.status, o.session_id,
  o.customer_id, o.channel, o.host, o.locale, o.currency, o.total_minor, o.buyer_name,
  o.buyer_email, o.buyer_phone, o.deadline_at, o.extended_count, o.held_since,
  o.network_key::text, o.device_key::text, o.terms_accepted_at, o.wish as request,
  o.external_reference, o.retry_of, o.created_at, o.processed_at`)

const lineColumns = sql.raw(`l.id, l.order_id, l.source, l.kind, l.offering_id, l.item_id,
  l.ticket_type_id, l.merchant_id, l.hold_id, l.place_id, l.pool_id, l.leg_from, l.leg_to,
  l.quantity, l.unit_price_minor, l.amount_minor, l.description, l.detail`)

function orderOf(row: OrderRow, lines: readonly OrderLine[]): Order {
  return {
    id: row.id,
    orderKey: row.order_key,
    orderNumber: row.order_number,
    status: row.status as OrderStatus,
    sessionId: row.session_id,
    customerId: row.customer_id,
    channel: row.channel,
    host: row.host,
    locale: row.locale as Order['locale'],
    currency: row.currency as Currency,
    totalMinor: row.total_minor,
    buyer: { name: row.buyer_name, email: row.buyer_email, phone: row.buyer_phone },
    deadlineAt: row.deadline_at,
    extendedCount: row.extended_count,
    heldSince: row.held_since,
    caller: callerOf(row),
    termsAcceptedAt: row.terms_accepted_at,
    request: row.request,
    externalReference: row.external_reference,
    retryOf: row.retry_of,
    createdAt: row.created_at,
    processedAt: row.processed_at,
    lines,
  }
}

function callerOf({ network_key, device_key }: OrderRow): HolderKeys | null {
  return network_key === null || device_key === null
    ? null
    : { network: network_key, device: device_key }
}

function lineOf(row: LineRow): OrderLine {
  return {
    id: row.id,
    source: row.source,
    kind: row.kind as OrderLineKind,
    offeringId: row.offering_id,
    itemId: row.item_id,
    ticketTypeId: row.ticket_type_id,
    merchantId: row.merchant_id,
    holdId: row.hold_id,
    placeId: row.place_id,
    poolId: row.pool_id,
    legFrom: row.leg_from,
    legTo: row.leg_to,
    quantity: row.quantity,
    unitPriceMinor: row.unit_price_minor,
    amountMinor: row.amount_minor,
    description: row.description,
    detail: row.detail,
  }
}

/** Adds the lines to their orders; one query for all of them. */
async function withLines(db: Database, rows: readonly OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const found = await sql<LineRow>`
    select ${lineColumns} from order_line l where l.order_id = any(${ids}::bigint[]) order by l.id
  `.execute(db)
  const lines = new Map<number, OrderLine[]>(ids.map((id) => [id, []]))
  for (const row of found.rows) lines.get(row.order_id)?.push(lineOf(row))
  return rows.map((row) => orderOf(row, lines.get(row.id) ?? []))
}

/**
 * Locks orders in the order of their ids, then reads them and their lines, in one round trip (migration 0046). One
 * plain statement is not enough: with `for update` it would still see the lines as before the wait.
 */
export async function lockOrders(db: Database, orderKeys: readonly string[]): Promise<Order[]> {
  invariant(db.isTransaction, 'an order is locked outside a transaction')
  const { rows } = await sql<OrderRow & { lines: LineRow[] | null }>`
    select ${orderColumns}, o.lines
    from (select (found).*, lines from lock_orders(${orderKeys}::uuid[])) o
  `.execute(db)
  return rows.map((row) => orderOf(row, (row.lines ?? []).map(lineOf)))
}

/** Locks overdue drafts and checkouts, skipping those that another transaction has locked. */
export async function lockOverdueOrders(
  db: Database,
  options: { now: Date; most: number },
): Promise<Order[]> {
  const rows = await sql<OrderRow>`
    select ${orderColumns} from orders o
    where o.status in ${openStatuses} and o.deadline_at <= ${options.now}
    order by o.id limit ${options.most} for update skip locked
  `.execute(db)
  return withLines(db, rows.rows)
}

/** The lines of the order `o` as one JSON value of its row; none of their columns is a timestamp. */
const linesOfOrder = sql`(select json_agg(to_json(found)) from (
    select ${lineColumns} from order_line l where l.order_id = o.id order by l.id
  ) as found) as lines`

/** Orders with their lines, in one statement. Commands that change them lock them instead. */
async function readWhere(db: Database, condition: RawBuilder<unknown>): Promise<Order[]> {
  const { rows } = await sql<OrderRow & { lines: LineRow[] | null }>`
    select ${orderColumns}, ${linesOfOrder} from orders o where ${condition}
  `.execute(db)
  return rows.map((row) => orderOf(row, (row.lines ?? []).map(lineOf)))
}

/** Reference to one order. */
export type OrderHandle =
  | { readonly orderKey: string }
  | { readonly orderNumber: string }
  | { readonly orderId: number }

export async function readOrder(db: Database, handle: OrderHandle): Promise<Order | undefined> {
  if ('orderKey' in handle) return (await readWhere(db, sql`o.order_key = ${handle.orderKey}`))[0]
  if ('orderNumber' in handle)
    // Order numbers are typed by people; they have upper-case letters only.
    return (await readWhere(db, sql`o.order_number = ${handle.orderNumber.toUpperCase()}`))[0]
  return (await readWhere(db, sql`o.id = ${handle.orderId}`))[0]
}

export interface OwnerFilter {
  readonly sessionId: string
  readonly customerId: string | null
}

/** The owner's orders, newest first. */
export async function readOrdersOf(
  db: Database,
  owner: OwnerFilter,
  most: number,
): Promise<Order[]> {
  const mine = sql`(o.session_id = ${owner.sessionId} and o.customer_id is null)`
  const condition =
    owner.customerId === null ? mine : sql`(o.customer_id = ${owner.customerId} or ${mine})`
  return readWhere(db, sql`${condition} order by o.created_at desc, o.id desc limit ${most}`)
}

/** The other orders of an order's owner that are paid and have tickets of one of these items. */
export async function readOrdersBeside(
  db: Database,
  { id, customerId, sessionId }: Pick<Order, 'id' | 'customerId' | 'sessionId'>,
  items: readonly { readonly source: string; readonly itemId: number }[],
): Promise<Order[]> {
  const owner =
    customerId === null
      ? sql`o.session_id = ${sessionId} and o.customer_id is null`
      : sql`o.customer_id = ${customerId}`
  return readWhere(
    db,
    sql`${owner} and o.id <> ${id} and o.processed_at is not null and exists (
      select from order_line l join json_to_recordset(${JSON.stringify(items)}::json)
        as i(source text, "itemId" integer) on i.source = l.source and i."itemId" = l.item_id
      where l.order_id = o.id and l.kind = 'Ticket')`,
  )
}

/** Position after which a list of orders continues. Dates are compared to the millisecond, as a cursor writes them. */
export interface OrderPosition {
  readonly createdAt: Date
  readonly id: number
}

/** A customer's orders after a position, newest first. */
export async function readCustomerOrders(
  db: Database,
  customerId: string,
  after: OrderPosition | null,
  most: number,
): Promise<Order[]> {
  const moment = sql`date_trunc('milliseconds', o.created_at)`
  const position = after
    ? sql`and (${moment}, o.id) < (${after.createdAt}::timestamptz, ${after.id}::bigint)`
    : sql``
  return readWhere(
    db,
    sql`o.customer_id = ${customerId} ${position} order by ${moment} desc, o.id desc limit ${most}`,
  )
}

/** What orders without lines were for, by order id. */
export async function readFormerItems(
  db: Database,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly source: string; readonly itemId: number }>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; source: string; itemId: number }>`
    select id, former_source as source, former_item_id as "itemId" from orders
    where id = any(${orderIds}::bigint[]) and former_item_id is not null`.execute(db)
  return new Map(rows.map(({ id, ...item }) => [Number(id), item]))
}

export function readOrdersById(db: Database, orderIds: readonly number[]): Promise<Order[]> {
  return readWhere(db, sql`o.id = any(${orderIds}::bigint[]) order by o.id`)
}

/** Keys of orders in one of these states whose deadline has passed, the oldest first. */
export async function readOverdueKeys(
  db: Database,
  options: { now: Date; statuses: readonly OrderStatus[]; most: number },
): Promise<string[]> {
  const rows = await sql<{ order_key: string }>`
    select order_key from orders
    where status in ${unpaidStatuses} and status = any(${options.statuses}::smallint[])
      and deadline_at <= ${options.now}
    order by deadline_at limit ${options.most}
  `.execute(db)
  return rows.rows.map((row) => row.order_key)
}

export async function readRetryOf(db: Database, orderId: number): Promise<Order | undefined> {
  return (await readWhere(db, sql`o.retry_of = ${orderId}`))[0]
}
