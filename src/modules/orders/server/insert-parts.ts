/** The parts of the statement that writes orders, and their values. */
import { sql, type RawBuilder } from 'kysely'
import type { OrderStatus } from '#contract/enumerations.ts'
import type { Currency } from '#kernel/money.ts'
import type { HolderKeys } from './holders.ts'
import type { NewOrderLine, Order, OrderRequest } from './order.ts'

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
  /** Whom its unpaid places count for; null for work of our own. */
  readonly caller: HolderKeys | null
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

/** The new total and deadline of an order that is already locked. */
export interface OrderAmount {
  readonly id: number
  readonly totalMinor: number
  readonly deadlineAt: Date
}

/** Marks where a value is sent. */
type Value<Values> = (name: keyof Values) => RawBuilder<unknown>

export type OrderValues = ReturnType<typeof valuesOfOrders>

export function valuesOfOrders(orders: readonly NewOrder[]) {
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
  return {
    orderKeys: column((order) => order.orderKey),
    orderNumbers: column((order) => order.orderNumber),
    sessionsOfOrders: column((order) => order.sessionId),
    totals: column((order) => order.totalMinor),
    deadlines: column((order) => order.deadlineAt.toISOString()),
    heldSince: column((order) => order.heldSince.toISOString()),
    networks: column((order) => order.caller?.network ?? null),
    devices: column((order) => order.caller?.device ?? null),
    createdAt: column((order) => order.createdAt.toISOString()),
    orderShape: arrayOf(shape),
    orderShapes: shapes.json,
  }
}

export function ordersToInsert(value: Value<OrderValues>): RawBuilder<unknown> {
  return sql`
    insert into orders (order_key, order_number, status, session_id, customer_id, channel, host,
      locale, currency, total_minor, buyer_name, buyer_email, buyer_phone, deadline_at,
      held_since, network_key, device_key, terms_accepted_at, wish, external_reference, retry_of,
      created_at, updated_at)
    select n.order_key, n.order_number, s.status, n.session_id, s."customerId", s.channel, s.host,
      s.locale, s.currency, n.total, s.name, s.email, s.phone, n.deadline,
      n.held_since, n.network, n.device, s."termsAcceptedAt", s.request, s."externalReference", s."retryOf",
      n.created, n.created
    from unnest(${value('orderKeys')}::uuid[], ${value('orderNumbers')}::text[],
        ${value('sessionsOfOrders')}::uuid[], ${value('totals')}::integer[],
        ${value('deadlines')}::timestamptz[], ${value('heldSince')}::timestamptz[],
        ${value('networks')}::bigint[], ${value('devices')}::bigint[],
        ${value('createdAt')}::timestamptz[], ${value('orderShape')}::integer[])
        with ordinality as n(order_key, order_number, session_id,
          total, deadline, held_since, network, device, created, shape, position)
      join rows from (json_to_recordset(${value('orderShapes')}::json) as (
        status smallint, "customerId" uuid, channel text, host text, locale text, currency text,
        name text, email text, phone text, "termsAcceptedAt" timestamptz, request jsonb,
        "externalReference" text, "retryOf" bigint)) with ordinality as s(status, "customerId",
          channel, host, locale, currency, name, email, phone, "termsAcceptedAt", request,
          "externalReference", "retryOf", position) on s.position = n.shape
    order by n.position`
}

export type LineValues = ReturnType<typeof valuesOfLines>

export function valuesOfLines(additions: readonly LinesToAdd[]) {
  const shapes = new Shapes()
  const owners: (number | null)[] = []
  const keys: (string | null)[] = []
  const holdIds: (string | null)[] = []
  const placeIds: (number | null)[] = []
  const quantities: number[] = []
  const shape: number[] = []
  const details: unknown[] = []
  for (const { order, lines } of additions) {
    const isFresh = 'orderKey' in order
    for (const line of lines) {
      owners.push(isFresh ? null : order.orderId)
      keys.push(isFresh ? order.orderKey : null)
      holdIds.push(line.holdId)
      placeIds.push(line.placeId)
      quantities.push(line.quantity)
      shape.push(shapes.positionOf(shapeOfLine(line)))
      details.push(line.detail)
    }
  }
  return {
    ordersOfLines: arrayOf(owners),
    keysOfLines: arrayOf(keys),
    holdIds: arrayOf(holdIds),
    placeIds: arrayOf(placeIds),
    quantities: arrayOf(quantities),
    lineShape: arrayOf(shape),
    lineShapes: shapes.json,
    details: JSON.stringify(details),
  }
}

/** Reads the ids of new orders from the expression `fresh`. */
export function linesToInsert(value: Value<LineValues>, hasFresh: boolean): RawBuilder<unknown> {
  const orderId = hasFresh ? sql`coalesce(n.order_id, fresh.id)` : sql`n.order_id`
  const fresh = hasFresh ? sql`left join fresh on fresh.order_key = n.order_key` : sql``
  return sql`
    insert into order_line (order_id, source, kind, offering_id, item_id, ticket_type_id,
      merchant_id, hold_id, place_id, pool_id, leg_from, leg_to, quantity, unit_price_minor,
      amount_minor, description, detail)
    select ${orderId}, s.source, s.kind, s."offeringId", s."itemId", s."ticketTypeId",
      s."merchantId", n.hold_id, n.place_id, s."poolId", s."legFrom", s."legTo", n.quantity,
      s."unitPriceMinor", s."unitPriceMinor" * n.quantity, s.description, n.detail
    from rows from (unnest(${value('ordersOfLines')}::bigint[], ${value('keysOfLines')}::uuid[],
        ${value('holdIds')}::uuid[], ${value('placeIds')}::integer[],
        ${value('quantities')}::integer[], ${value('lineShape')}::integer[]),
        jsonb_array_elements(${value('details')}::jsonb)) with ordinality
        as n(order_id, order_key, hold_id, place_id, quantity, shape, detail, position)
      join rows from (json_to_recordset(${value('lineShapes')}::json) as (
        source text, kind text, "offeringId" bigint, "itemId" integer, "ticketTypeId" integer,
        "merchantId" integer, "poolId" integer, "legFrom" smallint, "legTo" smallint,
        "unitPriceMinor" integer, description jsonb)) with ordinality as s(source, kind,
          "offeringId", "itemId", "ticketTypeId", "merchantId", "poolId", "legFrom", "legTo",
          "unitPriceMinor", description, position) on s.position = n.shape
      ${fresh}
    order by n.position`
}

export type AmountValues = ReturnType<typeof valuesOfAmounts>

export function valuesOfAmounts(amounts: readonly OrderAmount[], now: Date | undefined) {
  return {
    changedIds: arrayOf(amounts.map(({ id }) => id)),
    changedTotals: arrayOf(amounts.map(({ totalMinor }) => totalMinor)),
    changedDeadlines: arrayOf(amounts.map(({ deadlineAt }) => deadlineAt.toISOString())),
    changedAt: now ?? null,
  }
}

export function amountsToUpdate(value: Value<AmountValues>): RawBuilder<unknown> {
  return sql`
    update orders o
    set total_minor = n.total, deadline_at = n.deadline, updated_at = ${value('changedAt')}::timestamptz
    from unnest(${value('changedIds')}::bigint[], ${value('changedTotals')}::integer[],
      ${value('changedDeadlines')}::timestamptz[]) as n(id, total, deadline)
    where o.id = n.id`
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

/** Shapes that a further one is compared with before its text is made. */
const comparedMax = 8

/** The distinct values shared by rows of one statement. */
class Shapes<Shape extends object> {
  readonly #positions = new Map<string, number>()
  readonly #compared: Shape[] = []

  /** Counted from 1. */
  positionOf(shape: Shape): number {
    // Most rows of a statement share a few shapes, and their texts are the same objects.
    for (let index = 0; index < this.#compared.length; index += 1)
      if (hasSameFields(this.#compared[index] as Shape, shape)) return index + 1
    const text = JSON.stringify(shape)
    let position = this.#positions.get(text)
    if (position === undefined) {
      this.#positions.set(text, (position = this.#positions.size + 1))
      if (position <= comparedMax) this.#compared.push(shape)
    }
    return position
  }

  get json(): string {
    return `[${[...this.#positions.keys()].join()}]`
  }
}

function hasSameFields<Shape extends object>(one: Shape, other: Shape): boolean {
  for (const name in one) if (one[name] !== other[name]) return false
  return true
}

/** Numbers, ids and times, none of which needs quoting: cheaper than letting the driver quote each element. */
function arrayOf(values: readonly (number | string | null)[]): string {
  let text = ''
  for (const value of values) text += `${text === '' ? '' : ','}${value ?? 'null'}`
  return `{${text}}`
}
