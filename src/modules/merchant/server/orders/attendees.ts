import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { ticketStatus } from '#contract/enumerations.ts'
import type { ReplyOf } from '#contract/call.ts'
import type { Locale, LocalizedText } from '#kernel/locale.ts'
import { ok, type Result } from '#kernel/result.ts'
import {
  findOwnItem,
  passengersOf,
  unitKey,
  type EntranceItem,
  type EntrancePorts,
} from '#modules/entrance/server/public-api.ts'
import {
  answersOfItem,
  findOrders,
  lookUpOrders,
  presentAnswers,
  presentFields,
  ticketPlaceOf,
  type LineDetail,
  type Order,
} from '#modules/orders/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { AttendeeSort, findAttendees } from '../../orders-contract.ts'

/** An item of the organiser with ticket holders. */
export interface OwnItem {
  readonly source: string
  readonly itemId: number
}

export interface AttendeeRow {
  readonly orderId: number
  readonly orderLineId: number
  readonly lineUnit: number
  readonly identifier: string
  readonly ticketTypeId: number
  readonly legFrom: number
  readonly legTo: number
  readonly row: string | null
  readonly seat: string | null
  readonly section: LocalizedText | null
  readonly usedAt: Date | null
  readonly useCount: number
  readonly description: LocalizedText
  readonly detail: LineDetail
}

const ordersAtOnce = 500
/** Orders whose tickets a search shows. */
const foundMax = 1_000

interface Choice {
  readonly state?: 'all' | 'inside' | 'outside'
  /** Only passengers who board there. */
  readonly stop?: number | undefined
  /** Null for all orders. */
  readonly orderIds: readonly number[] | null
  readonly sort?: AttendeeSort
  readonly offset?: number
  readonly most: number
}

/** The passenger's name, or the buyer's, as the list shows it. */
const shownName = sql`lower(coalesce(
  (select p.name from order_passenger_name p where p.order_line_id = t.order_line_id and p.line_unit = t.line_unit),
  (select b.name from order_buyer_name b where b.order_id = t.order_id)))`

/** "2" is before "10", and "A" before "AA". */
const byPlace = (direction: RawBuilder<unknown>, locale: Locale) => sql`
  t.section_name ->> ${locale} ${direction}, length(t.row_label) ${direction}, t.row_label ${direction},
  length(t.seat_label) ${direction}, t.seat_label ${direction}`

/** What the tickets are sorted by, in SQL; the ticket makes it a total order. */
function orderOf(sort: AttendeeSort, locale: Locale): RawBuilder<unknown> {
  const [up, down] = [sql`asc nulls last`, sql`desc nulls last`]
  const wanted = {
    bought: sql`t.leg_from, t.order_id`,
    name: sql`${shownName} ${up}`,
    nameReversed: sql`${shownName} ${down}`,
    place: byPlace(up, locale),
    placeReversed: byPlace(down, locale),
    // Passes by the number of their admissions, tickets by the time.
    admitted: sql`t.used_at ${up}, nullif(t.use_count, 0) ${up}`,
    admittedReversed: sql`t.used_at ${down}, nullif(t.use_count, 0) ${down}`,
  }[sort]
  return sql`${wanted}, t.ticket_id`
}

/** A part of the valid tickets of an item. */
export async function readRows(
  context: Context,
  { source, itemId }: OwnItem,
  { state = 'all', stop, orderIds, sort = 'bought', offset = 0, most }: Choice,
): Promise<AttendeeRow[]> {
  const { rows } = await sql<AttendeeRow>`
    select t.order_id::float8 as "orderId", t.order_line_id::float8 as "orderLineId", t.line_unit as "lineUnit",
      t.identifier, t.ticket_type_id as "ticketTypeId", t.leg_from as "legFrom", t.leg_to as "legTo",
      t.row_label as row, t.seat_label as seat, t.section_name as section, t.used_at as "usedAt",
      t.use_count as "useCount", l.description, l.detail
    from ticket_summary t join order_line_summary l on l.order_line_id = t.order_line_id
    where t.source = ${source} and t.item_id = ${itemId} and t.status = ${ticketStatus.Active}
      and (${state} = 'all' or (t.used_at is not null or t.use_count > 0) = (${state} = 'inside'))
      and (${stop ?? null}::integer is null or t.leg_from = ${stop ?? null}::integer)
      and (${orderIds === null} or t.order_id = any(${[...(orderIds ?? [])]}::bigint[]))
    order by ${orderOf(sort, context.locale)} limit ${most} offset ${offset}`.execute(context.db)
  return rows
}

export async function readBuyers(
  context: Context,
  rows: readonly AttendeeRow[],
): Promise<ReadonlyMap<number, Order>> {
  const ids = [...new Set(rows.map(({ orderId }) => orderId))]
  const orders = new Map<number, Order>()
  for (let at = 0; at < ids.length; at += ordersAtOnce)
    for (const order of await findOrders(context, ids.slice(at, at + ordersAtOnce)))
      orders.set(order.id, order)
  return orders
}

type Found = ReplyOf<typeof findAttendees>

/** Holders of valid tickets for an item of the caller's organiser: all of them, or those that match a text. */
export async function searchAttendees(
  context: Context,
  ports: EntrancePorts,
  request: { readonly actor: StaffActor; readonly of: OwnItem } & Pick<
    z.output<typeof findAttendees.body>,
    'text' | 'state' | 'stop' | 'sort' | 'offset' | 'most'
  >,
): Promise<Result<Found, 'NotFound'>> {
  const { actor, of, text = '', state, stop, sort, offset, most } = request
  const item = await findOwnItem(context, ports, actor, of)
  if (!item.ok) return item
  const orderIds = text === '' ? null : await idsOfText(context, of, text)
  const rows = await readRows(context, of, { state, stop, orderIds, sort, offset, most: most + 1 })
  const shown = rows.slice(0, most)
  const orders = await readBuyers(context, shown)
  const names = await passengersOf(context, shown)
  const answers = await answersOfItem(context, ports.tickets.orders.sources, of, shown)
  const notes = await countNotes(context, actor, [...orders.keys()])
  const { locale } = context
  return ok({
    items: shown.map((row) => {
      const order = orders.get(row.orderId)
      return {
        ticketIdentifier: row.identifier,
        orderNumber: order?.orderNumber ?? '',
        buyerName: order?.buyer.name ?? '',
        buyerEmail: order?.buyer.email ?? '',
        buyerPhone: order?.buyer.phone ?? '',
        typeName: typeOf(item.value, row)[locale],
        place: ticketPlaceOf(row, locale) ?? '',
        passengerName: names.get(unitKey(row))?.name ?? null,
        from: item.value.stops[row.legFrom]?.name[locale] ?? null,
        to: item.value.stops[row.legTo]?.name[locale] ?? null,
        usedAt: row.usedAt?.toISOString() ?? null,
        useCount: row.useCount,
        noteCount: notes.get(row.orderId) ?? 0,
        answers: presentAnswers(answers.of(row), locale),
      }
    }),
    fields: presentFields(answers.fields, locale),
    next: rows.length > most ? offset + most : null,
    ...(await countAttendees(context, of, stop)),
  })
}

export function typeOf(item: EntranceItem, row: AttendeeRow): LocalizedText {
  return item.ticketTypes.get(row.ticketTypeId) ?? row.description
}

async function idsOfText(
  context: Context,
  { source, itemId }: OwnItem,
  text: string,
): Promise<number[]> {
  const { orders } = await lookUpOrders(context, text, foundMax, {
    line: sql`l.source = ${source} and l.item_id = ${itemId}`,
    orders: sql`select distinct order_id from ticket_summary
      where source = ${source} and item_id = ${itemId} and status = ${ticketStatus.Active}`,
  })
  const numbers = orders.map(({ orderNumber }) => orderNumber)
  const { rows } = await sql<{ id: number }>`
    select order_id::float8 as id from order_summary where order_number = any(${numbers}::text[])`.execute(
    context.db,
  )
  return rows.map(({ id }) => id)
}

async function countNotes(
  context: Context,
  { merchantId }: StaffActor,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select order_id::float8 as id, count(*)::int as count from order_note
    where merchant_id = ${merchantId} and order_id = any(${[...orderIds]}::bigint[]) group by 1`.execute(
    context.db,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/**
 * All valid tickets of the item, or those of passengers who board at a stop; and the people let in with them: used
 * tickets, and uses of passes.
 */
async function countAttendees(context: Context, { source, itemId }: OwnItem, stop?: number) {
  const { rows } = await sql<Pick<Found, 'totalCount' | 'insideCount'>>`
    select count(*)::int as "totalCount", (coalesce(sum(use_count), 0) + count(used_at))::int as "insideCount"
    from ticket_summary
    where source = ${source} and item_id = ${itemId} and status = ${ticketStatus.Active}
      and (${stop ?? null}::integer is null or leg_from = ${stop ?? null}::integer)`.execute(
    context.db,
  )
  return rows[0] ?? { totalCount: 0, insideCount: 0 }
}
