import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

export interface NewTicketSeat {
  readonly lineId: number
  readonly placeId: number
  readonly row: string | null
  readonly seat: string | null
  readonly section: LocalizedText | null
}

/** Stores new seats in tickets, in the transaction that moved their places. Their codes stay valid. */
export async function moveTickets(
  context: Context,
  seats: readonly NewTicketSeat[],
): Promise<void> {
  invariant(context.db.isTransaction, 'tickets move together with their places')
  if (seats.length === 0) return
  await sql`
    update ticket t set place_id = n."placeId", row_label = n."row", seat_label = n.seat, section_name = n.section
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb)
      as n ("lineId" bigint, "placeId" integer, "row" text, seat text, section jsonb)
    where t.order_line_id = n."lineId"`.execute(context.db)
}
