/** Compares the inventory of a screening with the lines and tickets of its orders. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { placeById } from '#seatmap/expand.ts'
import { findLayout } from '../../../modules/cinema/server/open-screening.ts'
import { readScreenings } from '../../../modules/cinema/server/programme.ts'

interface Named {
  readonly what: string
  readonly placeId: number
  readonly row: string | null
  readonly seat: string | null
}

/**
 * What disagrees: taken places without their line, valid tickets without their sold place, and lines and tickets with a
 * row or seat that their place does not have in the hall.
 */
export async function seatsThatDisagree(context: Context, screeningId: number): Promise<unknown[]> {
  const [screening] = await readScreenings(context, [screeningId])
  const layout = screening && (await findLayout(context, screening.layoutDigest))
  if (!screening || !layout || screening.offeringId === null) return []
  const { offeringId } = screening
  const { rows } = await sql`
    select 'a taken place without a line' as what, p.place_id from place_leg p
      where p.offering_id = ${offeringId} and p.state in (1, 2) and not exists (
        select from order_line l where l.offering_id = p.offering_id and l.place_id = p.place_id
          and l.hold_id = p.hold_id)
    union all
    select 'a ticket without its place', t.place_id from ticket t join order_line l on l.id = t.order_line_id
      where t.offering_id = ${offeringId} and t.status = 1 and t.place_id is not null and not exists (
        select from place_leg p where p.offering_id = t.offering_id and p.place_id = t.place_id
          and p.state = 2 and p.hold_id = l.hold_id)
    union all
    select 'a ticket of another place than its line', t.place_id from ticket t
      join order_line l on l.id = t.order_line_id
      where t.offering_id = ${offeringId} and t.status = 1 and t.place_id is distinct from l.place_id
    union all
    select 'a sold place without a ticket', p.place_id from place_leg p
      where p.offering_id = ${offeringId} and p.state = 2 and not exists (
        select from ticket t join order_line l on l.id = t.order_line_id
        where t.offering_id = p.offering_id and t.place_id = p.place_id and t.status = 1 and l.hold_id = p.hold_id)`.execute(
    context.db,
  )
  const named = await sql<Named>`
    select 'a ticket' as what, place_id as "placeId", row_label as row, seat_label as seat from ticket
      where offering_id = ${offeringId} and status = 1 and place_id is not null
    union all
    select 'a line', l.place_id, l.detail ->> 'row', l.detail ->> 'seat' from order_line l
      join place_leg p on p.offering_id = l.offering_id and p.place_id = l.place_id and p.hold_id = l.hold_id
      where l.offering_id = ${offeringId}`.execute(context.db)
  const misnamed = named.rows.filter(({ placeId, row, seat }) => {
    const place = placeById(layout, placeId)
    return !place || place.rowLabel !== row || place.seatLabel !== seat
  })
  return [...rows, ...misnamed]
}
