import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { findOwnTicket } from '../queries/open-documents.ts'

/** Stores the holder's note, if they still hold the ticket in the state they saw. */
export async function writeNote(
  context: Context,
  ports: TicketPorts,
  given: { readonly ticketIdentifier: string; readonly comment: string },
): Promise<Result<{ ticketIdentifier: string; comment: string }, TicketFailure>> {
  const own = await findOwnTicket(context, ports, given.ticketIdentifier)
  if (!own.ok) return own
  const { id, issueNumber, identifier } = own.value.ticket
  const written = await sql`
    update ticket set holder_note = ${given.comment} where id = ${id} and issue_number = ${issueNumber}
  `.execute(context.db)
  if (written.numAffectedRows !== 1n) return fail('TicketNotFound')
  return ok({ ticketIdentifier: identifier, comment: given.comment })
}

type TicketFailure = 'Unauthenticated' | 'TicketNotFound'
