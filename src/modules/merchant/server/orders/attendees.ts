import { sql } from 'kysely'
import type { z } from 'zod'
import { ticketStatus } from '#contract/enumerations.ts'
import type { ReplyOf } from '#contract/call.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { ok, type Result } from '#kernel/result.ts'
import { findOrders, lookUpOrders, type Order } from '#modules/orders/server/public-api.ts'
import { findStaffEvent } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { findAttendees } from '../../orders-contract.ts'
import type { Cell } from '../export.ts'

interface AttendeeRow {
  readonly orderId: number
  readonly identifier: string
  readonly type: LocalizedText | null
  readonly row: string | null
  readonly seat: string | null
  readonly section: LocalizedText | null
  readonly usedAt: Date | null
}

const ordersAtOnce = 500
const attendeesMost = 100_000
const pageSize = 50
const foundMost = 100

interface Choice {
  readonly state?: 'all' | 'inside' | 'outside'
  /** Null: of all orders. */
  readonly orderIds: readonly number[] | null
  readonly offset?: number
  readonly most: number
}

/** Valid tickets of a date, order by order. */
async function readRows(
  context: Context,
  eventId: number,
  { state = 'all', orderIds, offset = 0, most }: Choice,
): Promise<AttendeeRow[]> {
  const { rows } = await sql<AttendeeRow>`
    select t.order_id::float8 as "orderId", t.identifier, type.name as type, t.row_label as row,
      t.seat_label as seat, t.section_name as section, t.used_at as "usedAt"
    from ticket_summary t left join ticket_type_summary type on type.ticket_type_id = t.ticket_type_id
    where t.source = 'event' and t.item_id = ${eventId} and t.status = ${ticketStatus.Active}
      and (${state} = 'all' or (t.used_at is not null) = (${state} = 'inside'))
      and (${orderIds === null} or t.order_id = any(${[...(orderIds ?? [])]}::bigint[]))
    order by t.order_id, t.ticket_id limit ${most} offset ${offset}`.execute(context.db)
  return rows
}

async function readBuyers(
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

/** Who holds valid tickets of a date of the caller's organiser: all of them, or those that fit a text. */
export async function searchAttendees(
  context: Context,
  actor: StaffActor,
  request: z.output<typeof findAttendees.body>,
): Promise<Result<Found, 'NotFound'>> {
  const { eventId, text = '', state, offset } = request
  const event = await findStaffEvent(context, actor, eventId)
  if (!event.ok) return event
  const orderIds = text === '' ? null : await idsOfText(context, text)
  const rows = await readRows(context, eventId, { state, orderIds, offset, most: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const orders = await readBuyers(context, shown)
  const notes = await countNotes(context, actor, [...orders.keys()])
  const { locale } = context
  return ok({
    items: shown.map(({ orderId, identifier, type, row, seat, section, usedAt }) => {
      const order = orders.get(orderId)
      return {
        ticketIdentifier: identifier,
        orderNumber: order?.orderNumber ?? '',
        buyerName: order?.buyer.name ?? '',
        buyerEmail: order?.buyer.email ?? '',
        buyerPhone: order?.buyer.phone ?? '',
        typeName: type?.[locale] ?? '',
        place: [section?.[locale], row, seat].filter(Boolean).join(' · '),
        usedAt: usedAt?.toISOString() ?? null,
        noteCount: notes.get(orderId) ?? 0,
      }
    }),
    next: rows.length > pageSize ? offset + pageSize : null,
    ...(await countAttendees(context, eventId)),
  })
}

async function idsOfText(context: Context, text: string): Promise<number[]> {
  const { orders } = await lookUpOrders(context, text, foundMost)
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

async function countAttendees(context: Context, eventId: number) {
  const { rows } = await sql<Pick<Found, 'totalCount' | 'insideCount'>>`
    select count(*)::int as "totalCount", (count(*) filter (where used_at is not null))::int as "insideCount"
    from ticket_summary
    where source = 'event' and item_id = ${eventId} and status = ${ticketStatus.Active}`.execute(
    context.db,
  )
  return rows[0] ?? { totalCount: 0, insideCount: 0 }
}

const heading = [
  'order',
  'name',
  'email',
  'phone',
  'ticket',
  'type',
  'section',
  'row',
  'seat',
  'let in',
]

/** Everybody with a valid ticket of a date of the caller's organiser, as a table with its heading. */
export async function tableOfAttendees(
  context: Context,
  actor: StaffActor,
  eventId: number,
): Promise<Result<Cell[][], 'NotFound'>> {
  const event = await findStaffEvent(context, actor, eventId)
  if (!event.ok) return event
  const rows = await readRows(context, eventId, { orderIds: null, most: attendeesMost })
  const orders = await readBuyers(context, rows)
  const { locale } = context
  return ok([
    heading,
    ...rows.map(({ orderId, identifier, type, section, row, seat, usedAt }) => {
      const order = orders.get(orderId)
      return [
        order?.orderNumber ?? '',
        order?.buyer.name ?? '',
        order?.buyer.email ?? '',
        order?.buyer.phone ?? '',
        identifier,
        type?.[locale] ?? '',
        section?.[locale] ?? '',
        row ?? '',
        seat ?? '',
        usedAt?.toISOString() ?? '',
      ]
    }),
  ])
}
