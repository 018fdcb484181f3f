import { sql } from 'kysely'
import type { ReplyOf } from '#contract/call.ts'
import { ticketStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { ticketPlaceOf, type LineDetail } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { entrancePassengers, PassengerLine } from '../../contract.ts'
import type { CheckInSession } from '../check-in-session.ts'
import { passengersOf, unitKey } from '../passenger-of.ts'
import { validOrders } from '../store.ts'

/** Above the capacity of any vehicle. */
const linesMax = 5_000

interface Row {
  readonly id: number
  readonly identifier: string
  readonly orderId: number
  readonly orderLineId: number
  readonly lineUnit: number
  readonly ticketTypeId: number
  readonly legFrom: number
  readonly legTo: number
  readonly usedAt: Date | null
  readonly row: string | null
  readonly seat: string | null
  readonly section: LocalizedText | null
  readonly detail: LineDetail
  readonly description: LocalizedText
}

/** Passengers who board and leave at the device's stop, and those who are missing. */
export async function listPassengers(
  context: Context,
  { source, itemId, item, stop }: CheckInSession,
): Promise<ReplyOf<typeof entrancePassengers>> {
  const { locale } = context
  const { rows } = await sql<Row>`
    select t.ticket_id as id, t.identifier, t.order_id as "orderId", t.order_line_id as "orderLineId",
      t.line_unit as "lineUnit", t.ticket_type_id as "ticketTypeId", t.leg_from as "legFrom", t.leg_to as "legTo",
      t.used_at as "usedAt", t.row_label as row, t.seat_label as seat, t.section_name as section, l.detail,
      l.description
    from ticket_summary t
    join order_summary o on o.order_id = t.order_id
    join order_line_summary l on l.order_line_id = t.order_line_id
    where t.source = ${source} and t.item_id = ${itemId} 
      and (${stop}::smallint is null or ${stop} between t.leg_from and t.leg_to
        or (t.leg_to < ${stop} and t.used_at is not null))
      and (t.used_at is not null or not t.is_without_place)
      and t.status = ${ticketStatus.Active} and o.status = any(${validOrders}::smallint[])
    order by t.section_name->>'en' nulls first, t.row_label nulls first, t.seat_label nulls first, t.ticket_id
    limit ${linesMax}`.execute(context.db)
  const names = await passengersOf(context, rows)
  const line = (row: Row): PassengerLine => ({
    ticketId: row.id,
    identifierEnding: row.identifier.slice(-5),
    typeName: (item.ticketTypes.get(row.ticketTypeId) ?? row.description)[locale],
    place: ticketPlaceOf(row, locale),
    name: names.get(unitKey(row))?.name ?? null,
    from: item.stops[row.legFrom]?.name[locale] ?? null,
    to: item.stops[row.legTo]?.name[locale] ?? null,
    usedAt: row.usedAt?.toISOString() ?? null,
  })
  const now = context.clock.now()
  const hasLeft = ({ legFrom }: Row): boolean => {
    const departsAt = item.stops[legFrom]?.departsAt
    return departsAt !== null && departsAt !== undefined && departsAt <= now
  }
  return {
    boarding: rows.filter(({ legFrom }) => stop === null || legFrom === stop).map(line),
    alighting: rows.filter(({ legTo, usedAt }) => legTo === stop && usedAt !== null).map(line),
    overdue: rows
      .filter((row) => row.usedAt === null && (stop === null || row.legTo > stop) && hasLeft(row))
      .map(line),
    past: rows.filter(({ legTo }) => stop !== null && legTo < stop).map(line),
  }
}
