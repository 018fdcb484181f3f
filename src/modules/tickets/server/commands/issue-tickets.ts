import { sql } from 'kysely'
import { readableCode } from '#kernel/ids.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import { takeMailOf } from '#modules/accounts/server/public-api.ts'
import { notifyCustomers } from '#modules/notifications/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { ticketEmailJob } from '../jobs.ts'

/** The data of an order needed for issuing; an `Order` of the orders module has all of it. */
export interface OrderToIssue {
  readonly id: number
  readonly orderNumber: string
  /** Null for a guest's. */
  readonly customerId: string | null
  readonly buyer?: { readonly email: string }
  /** What was to be paid; nothing for an exchange of equal value. */
  readonly totalMinor?: number
  /** The tickets are not sent: their holders have them already, or get them on paper. */
  readonly isUnsent?: boolean
  readonly lines: readonly LineToIssue[]
}

export interface LineToIssue {
  readonly id: number
  /** Only lines of the kind `Ticket` become tickets. */
  readonly kind: string
  readonly source: string
  readonly offeringId: number | null
  readonly itemId: number | null
  readonly ticketTypeId: number | null
  readonly placeId: number | null
  readonly poolId: number | null
  readonly legFrom: number | null
  /** Exclusive. */
  readonly legTo: number | null
  readonly quantity: number
  readonly amountMinor?: number
  readonly detail: {
    readonly row?: string
    readonly seat?: string
    readonly section?: LocalizedText
  }
}

/** 31 characters, 20 of them: about 99 bits, so an identifier cannot be guessed. */
const identifierLength = 20

/** Tickets that a supplier has confirmed, with its identifier of each. */
export interface ConfirmedTickets {
  readonly confirmationId: string
  readonly units: readonly {
    readonly lineId: number
    readonly unit: number
    readonly bookingNumber: string
    readonly ticketNumber: string | null
  }[]
}

/**
 * Issues the tickets of an order, one for each place or unit of its ticket lines, in the caller's transaction, and
 * enqueues the email with them. Idempotent: a unit of a line has only one ticket, and a repetition sends no email.
 */
export async function issueTickets(
  context: Context,
  order: OrderToIssue,
  confirmed?: ConfirmedTickets,
): Promise<void> {
  invariant(context.db.isTransaction, 'tickets are issued outside a transaction')
  const added = await insertTickets(context, order, confirmed?.units ?? [])
  if (added === 0 || order.isUnsent) return
  const { id: orderId, orderNumber, customerId } = order
  // The tickets of each confirmation are sent in a separate email.
  const part = confirmed ? { confirmationId: confirmed.confirmationId } : {}
  const keyEnd = confirmed ? ` ${confirmed.confirmationId}` : ''
  const singletonKey = `${orderId}${keyEnd}`
  if (await mayBeSent(context, order))
    await enqueue(context, ticketEmailJob, { orderId, ...part }, { singletonKey })
  await notifyCustomers(context, {
    key: `ticket-ready ${orderNumber}${keyEnd}`,
    kind: 'ticket-ready',
    subject: { orderNumber },
    customerIds: customerId === null ? [] : [customerId],
  })
}

/**
 * Anybody can order what costs nothing to any address, and exchange a ticket for another of its price again and again;
 * the tickets are on the page of the order too.
 */
async function mayBeSent(
  context: Context,
  { buyer, lines, totalMinor, customerId }: OrderToIssue,
): Promise<boolean> {
  const isFree =
    (totalMinor !== undefined && totalMinor <= 0) ||
    lines.every(({ amountMinor }) => amountMinor === 0)
  return !isFree || buyer === undefined || takeMailOf(context, customerId, { email: buyer.email })
}

/** Number of newly issued tickets. */
async function insertTickets(
  context: Context,
  order: OrderToIssue,
  confirmed: ConfirmedTickets['units'],
): Promise<number> {
  const tickets = order.lines.filter((line) => line.kind === 'Ticket').flatMap(unitsOf)
  if (tickets.length === 0) return 0
  const rows = tickets.map((ticket) => ({
    ...ticket,
    ...referencesOf(ticket, confirmed),
    identifier: readableCode(context.random, identifierLength),
  }))
  const result = await sql`
    insert into ticket (identifier, order_id, order_line_id, line_unit, offering_id, source,
      item_id, leg_from, leg_to, ticket_type_id, place_id, pool_id, row_label, seat_label, section_name, issued_at,
      booking_number, supplier_ticket_number)
    select identifier, ${order.id}, line, unit, offering, source, item, leg_from,
      leg_to, type, place, pool, row, seat,
      section, ${context.clock.now()}, booking, ticket_number
    from json_to_recordset(${JSON.stringify(rows)}::json) as n(
      identifier text, line bigint, unit integer, offering bigint, source text, item integer,
      leg_from smallint, leg_to smallint, type integer,
      place integer, pool integer, row text, seat text, section jsonb, booking text, ticket_number text)
    on conflict (order_line_id, line_unit) do nothing
  `.execute(context.db)
  return Number(result.numAffectedRows ?? 0)
}

function referencesOf(
  { line, unit }: { readonly line: number; readonly unit: number },
  confirmed: ConfirmedTickets['units'],
) {
  const found = confirmed.find((one) => one.lineId === line && one.unit === unit)
  return { booking: found?.bookingNumber ?? null, ticket_number: found?.ticketNumber ?? null }
}

function unitsOf(line: LineToIssue) {
  invariant(
    line.offeringId !== null &&
      line.itemId !== null &&
      line.ticketTypeId !== null &&
      line.legFrom !== null &&
      line.legTo !== null,
    'a ticket line names its offering, its item, its legs and its type',
  )
  return Array.from({ length: line.quantity }, (_, unit) => ({
    line: line.id,
    unit,
    offering: line.offeringId,
    source: line.source,
    item: line.itemId,
    leg_from: line.legFrom,
    leg_to: line.legTo,
    type: line.ticketTypeId,
    place: line.placeId,
    pool: line.poolId,
    row: line.detail.row ?? null,
    seat: line.detail.seat ?? null,
    section: line.detail.section ?? null,
  }))
}
