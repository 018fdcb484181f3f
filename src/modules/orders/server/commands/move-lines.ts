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

export interface NewSeat {
  readonly lineId: number
  readonly placeId: number
  readonly row: string
  readonly seat: string
  readonly section: LocalizedText
}

/** Stores new seats in lines, in the transaction that moved their places. */
export async function moveLines(context: Context, seats: readonly NewSeat[]): Promise<void> {
  invariant(context.db.isTransaction, 'lines move together with their places')
  if (seats.length === 0) return
  await sql`
    update order_line l set place_id = n."placeId",
      detail = l.detail || jsonb_build_object('row', n."row", 'seat', n.seat, 'section', n.section)
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb)
      as n ("lineId" bigint, "placeId" integer, "row" text, seat text, section jsonb)
    where l.id = n."lineId"`.execute(context.db)
}
