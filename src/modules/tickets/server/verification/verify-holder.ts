import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOrder, problemOfExtra, tidyExtra } from '#modules/orders/server/public-api.ts'
import { ticketStatus } from '#contract/enumerations.ts'
import type { Context } from '#platform/context.ts'
import { holdsTicket } from '../transfer/holder.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, type HeldTicket } from '../queries/held-tickets.ts'
import { readTicket } from '../store.ts'
import type { DocumentKind } from './store.ts'

export interface HolderDetails {
  readonly ticketIdentifier: string
  readonly fullName: string
  readonly documentKind: DocumentKind
  readonly documentNumber: string
}

/**
 * Stores the attendee entered by a ticket's holder. It is valid for the current issue number: a new holder enters it
 * again. It can be replaced until the ticket is used.
 */
export async function verifyHolder(
  context: Context,
  ports: TicketPorts,
  given: HolderDetails,
): Promise<Result<HeldTicket, ErrorCode>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const found = await findHeld(context, ports, given.ticketIdentifier)
  if (!found) return fail('TicketNotFound')
  const kind = given.documentKind
  if (problemOfExtra({ kind, isRequired: true }, given.documentNumber) !== null) {
    const message = 'Not a number of such a document'
    return fail('BadRequest', { fields: [{ path: 'body.documentNumber', message }] })
  }
  const { ticket } = found
  const kept = await sql`
    insert into ticket_verification (ticket_id, issue_number, full_name, document_kind, document_number, verified_at)
    select id, issue_number, ${given.fullName}, ${kind}, ${tidyExtra(kind, given.documentNumber)}, ${context.clock.now()}
    from ticket
    where id = ${ticket.id} and issue_number = ${ticket.issueNumber}
      and status = ${ticketStatus.Active} and used_at is null
    on conflict (ticket_id) do update set issue_number = excluded.issue_number,
      full_name = excluded.full_name, document_kind = excluded.document_kind,
      document_number = excluded.document_number, verified_at = excluded.verified_at`.execute(
    context.db,
  )
  return kept.numAffectedRows === 1n && found.code !== null ? ok(found) : fail('DetailsClosed')
}

async function findHeld(
  context: Context,
  ports: TicketPorts,
  identifier: string,
): Promise<HeldTicket | undefined> {
  const ticket = await readTicket(context.db, { identifier })
  const order = ticket && (await findOrder(context, { orderId: ticket.orderId }))
  if (!ticket || !order) return undefined
  const held = await holdTickets(context, ports, [order], 'holder')
  return held.find((one) => one.ticket.id === ticket.id && holdsTicket(context.actor, one))
}
