import { sql, type RawBuilder } from 'kysely'
import type { OrderStatus } from '#contract/enumerations.ts'
import type { Currency } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import { sessionsToInsert } from '#modules/accounts/server/public-api.ts'
import type { CallerKeys } from '#platform/callers.ts'
import type { UnwrittenSession } from '#platform/context.ts'
import { executeLast, type Database } from '#platform/database/database.ts'
import type { NewOrderLine, Order, OrderLine, OrderRequest } from './order.ts'

/** The columns of a new order; its lines are separate. */
export interface NewOrder {
  readonly orderKey: string
  readonly orderNumber: string
  readonly status: OrderStatus
  readonly sessionId: string | null
  readonly customerId: string | null
  readonly channel: string
  readonly host: string
  readonly locale: Order['locale']
  readonly currency: Currency
  readonly totalMinor: number
  readonly buyer: Order['buyer']
  readonly deadlineAt: Date
  readonly heldSince: Date
  /** Where the request came from; null for work of our own. */
  readonly caller: CallerKeys | null
  readonly termsAcceptedAt: Date | null
  readonly request: OrderRequest | null
  readonly externalReference: string
  readonly retryOf: number | null
  readonly createdAt: Date
}

export interface LinesToAdd {
  /** The order of the lines: a new order of the same write by its key, or an existing one by its id. */
  readonly order: { readonly orderKey: string } | { readonly orderId: number }
  readonly lines: readonly NewOrderLine[]
}

/**
 * Writes new orders and new lines of any number of orders in one statement. Values shared by many rows are sent once as
 * JSON, as a shape; the rest is sent as an array for each column, which PostgreSQL reads several times faster than an
 * object for each row. Missing sessions of owners are inserted with them. `isLast` commits the transaction with it.
 * Returns, in the order given, the ids of the new orders and the lines with their ids.
 */
export async function insertOrders(
  db: Database,
  orders: readonly NewOrder[],
  additions: readonly LinesToAdd[],
  {
    sessions = [],
    isLast = false,
  }: { readonly sessions?: readonly UnwrittenSession[]; readonly isLast?: boolean } = {},
): Promise<{ orderIds: number[]; lines: OrderLine[][] }> {
  const lines = additions.flatMap((addition) => addition.lines)
  if (orders.length === 0 && lines.length === 0)
    return { orderIds: [], lines: additions.map(() => []) }
  const [firstOrder] = orders
  const opened =
    firstOrder && sessions.length > 0
      ? sql`opened as (${sessionsToInsert(sessions, firstOrder.createdAt)}),`
      : sql``
  const statement = sql<{ order_ids: number[] | null; line_ids: number[] | null }>`
    with ${opened} fresh as (${ordersToInsert(orders)} returning id, order_key),
    added as (${linesToInsert(additions)} returning id)
    select (select json_agg(id order by id) from fresh) as order_ids,
      (select json_agg(id order by id) from added) as line_ids
  `
  const result = await (isLast ? executeLast(db, statement) : statement.execute(db))
  // Identity values are drawn in the order of the rows, so the sorted ids are the rows in order.
  const orderIds = result.rows[0]?.order_ids ?? []
  const lineIds = result.rows[0]?.line_ids ?? []
  invariant(orderIds.length === orders.length, 'every order was written')
  invariant(lineIds.length === lines.length, 'every line was written')
  let next = 0
  return {
    orderIds,
    lines: additions.map((addition) =>
      addition.lines.map((line) => ({
        ...line,
        id: lineIds[next++] as number,
        amountMinor: line.unitPriceMinor * line.quantity,
      })),
    ),
  }
}

function ordersToInsert(orders: readonly NewOrder[]): RawBuilder<unknown> {
  const shapes = new Shapes()
  const shape = orders.map((order) =>
    shapes.positionOf({
      status: order.status,
      customerId: order.customerId,
      channel: order.channel,
      host: order.host,
      locale: order.locale,
      currency: order.currency,
      ...order.buyer,
      termsAcceptedAt: order.termsAcceptedAt,
      request: order.request,
      externalReference: order.externalReference,
      retryOf: order.retryOf,
    }),
  )
  const column = (read: (order: NewOrder) => number | string | null): string =>
    arrayOf(orders.map(read))
  const time = (read: (order: NewOrder) => Date): string =>
    arrayOf(orders.map((order) => read(order).toISOString()))
  return sql`
    insert into orders (order_key, order_number, status, session_id, customer_id, channel, host,
      locale, currency, total_minor, buyer_name, buyer_email, buyer_phone, deadline_at,
      held_since, network_key, device_key, terms_accepted_at, wish, external_reference, retry_of,
      created_at, updated_at)
    select n.order_key, n.order_number, s.status, n.session_id, s."customerId", s.channel, s.host,
      s.locale, s.currency, n.total, s.name, s.email, s.phone, n.deadline,
      n.held_since, n.network, n.device, s."termsAcceptedAt", s.request, s."externalReference", s."retryOf",
      n.created, n.created
    from unnest(${column((order) => order.orderKey)}::uuid[],
        ${column((order) => order.orderNumber)}::text[],
        ${column((order) => order.sessionId)}::uuid[],
        ${column((order) => order.totalMinor)}::integer[],
        ${time((order) => order.deadlineAt)}::timestamptz[],
        ${time((order) => order.heldSince)}::timestamptz[],
        ${column((order) => order.caller?.network ?? null)}::bigint[],
        ${column((order) => order.caller?.device ?? null)}::bigint[],
        ${time((order) => order.createdAt)}::timestamptz[],
        ${arrayOf(shape)}::integer[]) with ordinality as n(order_key, order_number, session_id,
          total, deadline, held_since, network, device, created, shape, position)
      join rows from (json_to_recordset(${shapes.json}::json) as (
        status smallint, "customerId" uuid, channel text, host text, locale text, currency text,
        name text, email text, phone text, "termsAcceptedAt" timestamptz, request jsonb,
        "externalReference" text, "retryOf" bigint)) with ordinality as s(status, "customerId",
          channel, host, locale, currency, name, email, phone, "termsAcceptedAt", request,
          "externalReference", "retryOf", position) on s.position = n.shape
    order by n.position`
}

/** Reads the ids of new orders from the expression `fresh`. */
function linesToInsert(additions: readonly LinesToAdd[]): RawBuilder<unknown> {
  const shapes = new Shapes()
  const owners: (number | string | null)[] = []
  const keys: (number | string | null)[] = []
  const columns: Record<'holdId' | 'placeId' | 'quantity' | 'shape', (number | string | null)[]> = {
    holdId: [],
    placeId: [],
    quantity: [],
    shape: [],
  }
  const details: unknown[] = []
  for (const { order, lines } of additions) {
    const isFresh = 'orderKey' in order
    for (const line of lines) {
      owners.push(isFresh ? null : order.orderId)
      keys.push(isFresh ? order.orderKey : null)
      columns.holdId.push(line.holdId)
      columns.placeId.push(line.placeId)
      columns.quantity.push(line.quantity)
      columns.shape.push(shapes.positionOf(shapeOfLine(line)))
      details.push(line.detail)
    }
  }
  return sql`
    insert into order_line (order_id, source, kind, offering_id, item_id, ticket_type_id,
      merchant_id, hold_id, place_id, pool_id, leg_from, leg_to, quantity, unit_price_minor,
      amount_minor, description, detail)
    select coalesce(n.order_id, fresh.id), s.source, s.kind, s."offeringId", s."itemId", s."ticketTypeId",
      s."merchantId", n.hold_id, n.place_id, s."poolId", s."legFrom", s."legTo", n.quantity,
      s."unitPriceMinor", s."unitPriceMinor" * n.quantity, s.description, n.detail
    from rows from (unnest(${arrayOf(owners)}::bigint[], ${arrayOf(keys)}::uuid[],
        ${arrayOf(columns.holdId)}::uuid[], ${arrayOf(columns.placeId)}::integer[],
        ${arrayOf(columns.quantity)}::integer[], ${arrayOf(columns.shape)}::integer[]),
        jsonb_array_elements(${JSON.stringify(details)}::jsonb)) with ordinality
        as n(order_id, order_key, hold_id, place_id, quantity, shape, detail, position)
      join rows from (json_to_recordset(${shapes.json}::json) as (
        source text, kind text, "offeringId" bigint, "itemId" integer, "ticketTypeId" integer,
        "merchantId" integer, "poolId" integer, "legFrom" smallint, "legTo" smallint,
        "unitPriceMinor" integer, description jsonb)) with ordinality as s(source, kind,
          "offeringId", "itemId", "ticketTypeId", "merchantId", "poolId", "legFrom", "legTo",
          "unitPriceMinor", description, position) on s.position = n.shape
      left join fresh on fresh.order_key = n.order_key
    order by n.position`
}

function shapeOfLine(line: NewOrderLine): object {
  const { source, kind, offeringId, itemId, ticketTypeId, merchantId } = line
  const { poolId, legFrom, legTo, unitPriceMinor, description } = line
  return {
    source,
    kind,
    offeringId,
    itemId,
    ticketTypeId,
    merchantId,
    poolId,
    legFrom,
    legTo,
    unitPriceMinor,
    description,
  }
}

/** The distinct values shared by rows of one statement. */
class Shapes {
  readonly #positions = new Map<string, number>()

  /** Counted from 1. */
  positionOf(shape: object): number {
    const text = JSON.stringify(shape)
    let position = this.#positions.get(text)
    if (position === undefined) this.#positions.set(text, (position = this.#positions.size + 1))
    return position
  }

  get json(): string {
    return `[${[...this.#positions.keys()].join()}]`
  }
}

/** Numbers, ids and times, none of which needs quoting: cheaper than letting the driver quote each element. */
function arrayOf(values: readonly (number | string | null)[]): string {
  let text = ''
  for (const value of values) text += `${text === '' ? '' : ','}${value ?? 'null'}`
  return `{${text}}`
}
