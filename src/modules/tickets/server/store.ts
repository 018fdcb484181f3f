import type { Selectable } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Database } from '#platform/database/database.ts'
import type { Ticket as TicketTable } from '#platform/database/types.ts'

/** A stored ticket. */
export interface Ticket {
  readonly id: number
  readonly identifier: string
  readonly orderId: number
  readonly orderLineId: number
  /** Which unit of the line it is, from 0. */
  readonly lineUnit: number
  readonly offeringId: number
  readonly source: string
  readonly itemId: number
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
  readonly ticketTypeId: number
  readonly row: string | null
  readonly seat: string | null
  readonly section: LocalizedText | null
  readonly issueNumber: number
  /** Number of the specification's ticket status. */
  readonly status: number
  readonly issuedAt: Date
  readonly usedAt: Date | null
  /** The holder after a transfer; both null while the buyer holds it. */
  readonly holderSessionId: string | null
  readonly holderCustomerId: string | null
  readonly note: string
  /** The supplier's number of the booking; null for places of our own. */
  readonly bookingNumber: string | null
  /** The supplier's number of this ticket; null without one. */
  readonly supplierTicketNumber: string | null
}

const ticketColumns = [
  'id',
  'identifier',
  'order_id',
  'order_line_id',
  'line_unit',
  'offering_id',
  'source',
  'item_id',
  'leg_from',
  'leg_to',
  'ticket_type_id',
  'row_label',
  'seat_label',
  'section_name',
  'issue_number',
  'status',
  'issued_at',
  'used_at',
  'holder_session_id',
  'holder_customer_id',
  'holder_note',
  'booking_number',
  'supplier_ticket_number',
] as const satisfies readonly (keyof TicketTable)[]

function ticketOf(row: Pick<Selectable<TicketTable>, (typeof ticketColumns)[number]>): Ticket {
  return {
    id: row.id,
    identifier: row.identifier,
    orderId: row.order_id,
    orderLineId: row.order_line_id,
    lineUnit: row.line_unit,
    offeringId: row.offering_id,
    source: row.source,
    itemId: row.item_id,
    legFrom: row.leg_from,
    legTo: row.leg_to,
    ticketTypeId: row.ticket_type_id,
    row: row.row_label,
    seat: row.seat_label,
    section: row.section_name as LocalizedText | null,
    issueNumber: row.issue_number,
    status: row.status,
    issuedAt: row.issued_at,
    usedAt: row.used_at,
    holderSessionId: row.holder_session_id,
    holderCustomerId: row.holder_customer_id,
    note: row.holder_note,
    bookingNumber: row.booking_number,
    supplierTicketNumber: row.supplier_ticket_number,
  }
}

/** The tickets of orders, in the order of their lines. */
export async function readTicketsOfOrders(
  db: Database,
  orderIds: readonly number[],
): Promise<Ticket[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('ticket')
    .select(ticketColumns)
    .where('order_id', 'in', orderIds)
    .orderBy('order_line_id')
    .orderBy('line_unit')
    .execute()
  return rows.map(ticketOf)
}

/** One ticket by its printed identifier, or by the id in its code. */
export async function readTicket(
  db: Database,
  handle: { readonly identifier: string } | { readonly id: number },
): Promise<Ticket | undefined> {
  const tickets = db.selectFrom('ticket').select(ticketColumns)
  const row = await (
    'id' in handle
      ? tickets.where('id', '=', handle.id)
      : tickets.where('identifier', '=', handle.identifier)
  ).executeTakeFirst()
  return row && ticketOf(row)
}
