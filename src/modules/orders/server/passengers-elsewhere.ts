import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { ticketStatus } from '#contract/enumerations.ts'
import type { Passenger } from '../passenger-fields.ts'
import type { Order, OrderLine } from './order.ts'

/** One ticket of an order, by its line and unit (from 0). */
export interface TicketUnit {
  readonly lineId: number
  readonly unit: number
}

/** Somebody on a ticket of an item that is sold to each person once. */
export interface NamedOnce extends TicketUnit {
  readonly line: OrderLine
  readonly passenger: Passenger
}

/**
 * Passengers who have a valid ticket of another order for the same legs, identified by document, or by name and day of
 * birth. A name alone is not enough. Tickets that this order replaces are ignored.
 */
export async function namedElsewhere(
  { db }: Pick<Context, 'db'>,
  order: Pick<Order, 'id' | 'lines'>,
  named: readonly NamedOnce[],
): Promise<TicketUnit[]> {
  const asked = named
    .filter(({ passenger }) => passenger.documentNumber !== null || passenger.birthDate !== null)
    .map(({ line, passenger, lineId, unit }) => ({
      lineId,
      unit,
      source: line.source,
      itemId: line.itemId,
      legFrom: line.legFrom ?? 0,
      legTo: line.legTo ?? 1,
      document: passenger.documentNumber,
      nationality: passenger.nationality,
      birthDate: passenger.birthDate,
      name: `${passenger.givenName} ${passenger.familyName}`.toUpperCase(),
    }))
  if (asked.length === 0) return []
  const replaced = order.lines.flatMap(({ detail }) => detail.replaces?.ticketIdentifier ?? [])
  const { rows } = await sql<TicketUnit>`
    select distinct one."lineId", one.unit
    from json_to_recordset(${JSON.stringify(asked)}::json) as one ("lineId" bigint, unit integer, source text,
      "itemId" integer, "legFrom" integer, "legTo" integer, document text, nationality text, "birthDate" date, name text)
    join ticket_summary as ticket on ticket.item_id = one."itemId" and ticket.source = one.source
      and ticket.status = ${ticketStatus.Active} and ticket.order_id <> ${order.id}
      and ticket.leg_from < one."legTo" and one."legFrom" < ticket.leg_to
      and not ticket.identifier = any(${replaced}::text[])
    join order_passenger as other on other.order_line_id = ticket.order_line_id and other.line_unit = ticket.line_unit
    where case when one.document is null
      then other.document_number is null and other.birth_date = one."birthDate"
        and upper(other.given_name || ' ' || other.family_name) = one.name
      else other.document_number = one.document and other.nationality is not distinct from one.nationality end`.execute(
    db,
  )
  return rows.map(({ lineId, unit }) => ({ lineId: Number(lineId), unit }))
}
