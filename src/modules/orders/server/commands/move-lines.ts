import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

/** A line with a named place, of an order that holds or has bought it. */
export interface PlacedLine {
  readonly orderId: number
  readonly lineId: number
  readonly placeId: number
  readonly holdId: string
}

/** Lines with named places of an offering, including those whose places were returned since: compare the hold. */
export async function readPlacedLines(context: Context, offeringId: number): Promise<PlacedLine[]> {
  const { rows } = await sql<PlacedLine>`
    select l.order_id as "orderId", l.id as "lineId", l.place_id as "placeId",
      l.hold_id as "holdId" from order_line l
    where l.offering_id = ${offeringId}::bigint and l.place_id is not null and l.hold_id is not null
    order by l.order_id, l.id`.execute(context.db)
  return rows
}

/** A line with a named place on some legs, with its order. */
export interface SeatedLine extends PlacedLine {
  readonly orderKey: string
  readonly orderNumber: string
  readonly status: number
  readonly ticketTypeId: number
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
  readonly unitPriceMinor: number
  readonly section: LocalizedText | null
  readonly seat: string | null
}

/** Ticket lines with named places of an offering and its legs, also those whose hold has ended: compare the hold. */
export async function readSeatedLines(context: Context, offeringId: number): Promise<SeatedLine[]> {
  const { rows } = await sql<SeatedLine>`
    select l.order_id as "orderId", o.order_key as "orderKey", o.order_number as "orderNumber", o.status,
      l.id as "lineId", l.place_id as "placeId", l.hold_id as "holdId", l.leg_from as "legFrom", l.leg_to as "legTo",
      l.ticket_type_id as "ticketTypeId", l.unit_price_minor as "unitPriceMinor",
      l.detail -> 'section' as section, l.detail ->> 'seat' as seat
    from order_line l join orders o on o.id = l.order_id
    where l.offering_id = ${offeringId}::bigint and l.place_id is not null and l.hold_id is not null
    order by l.order_id, l.id`.execute(context.db)
  return rows
}

/**
 * Locks these orders without waiting: false when another transaction has one of them. For commands that lock places
 * first, which must not wait for an order whose transaction waits for the places.
 */
export async function tryLockOrders(
  context: Context,
  orderIds: readonly number[],
): Promise<boolean> {
  invariant(context.db.isTransaction, 'an order is locked outside a transaction')
  const wanted = [...new Set(orderIds)]
  const { rows } = await sql`
    select id from orders where id = any(${wanted}::bigint[]) order by id for update skip locked`.execute(
    context.db,
  )
  return rows.length === wanted.length
}

export interface NewSeat {
  readonly lineId: number
  readonly placeId: number
  /** Null for a place without the name of a row, a section, or a number. */
  readonly row: string | null
  readonly seat: string | null
  readonly section: LocalizedText | null
}

/** Stores new seats in lines, in the transaction that moved their places. */
export async function moveLines(context: Context, seats: readonly NewSeat[]): Promise<void> {
  invariant(context.db.isTransaction, 'lines move together with their places')
  if (seats.length === 0) return
  await sql`
    update order_line l set place_id = n."placeId", detail = (l.detail - array['row', 'seat', 'section'])
      || jsonb_strip_nulls(jsonb_build_object('row', n."row", 'seat', n.seat, 'section', n.section))
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb)
      as n ("lineId" bigint, "placeId" integer, "row" text, seat text, section jsonb)
    where l.id = n."lineId"`.execute(context.db)
}
