/** Admissions with tickets of several uses: the source counts them, under the lock of the ticket's row. */
import { countTicketUse, lockIssue } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Outcome } from '../../outcomes.ts'
import type { CheckInSession } from '../check-in-session.ts'
import type { SeveralUses } from '../entrance-source.ts'
import type { EntrancePorts } from '../ports.ts'
import { validOrders, type ScannedTicket } from '../store.ts'

/** The source's counter of uses for an item's tickets; undefined if a ticket allows one entry. */
export function severalUsesOf(
  { sources }: EntrancePorts,
  { source }: { readonly source: string },
): SeveralUses | undefined {
  return sources.find(({ name }) => name === source)?.severalUses
}

/** Admits the holder and takes a use, or returns the reason of the refusal. */
export async function takeUse(
  context: Context,
  severalUses: SeveralUses,
  scan: {
    readonly session: Pick<CheckInSession, 'typeIds'>
    readonly ticket: ScannedTicket
    readonly issueNumber: number
    readonly scanId: number
    /** The time of the scan. */
    readonly at: Date
  },
): Promise<Outcome> {
  const { session, ticket, issueNumber, scanId, at } = scan
  if (!validOrders.some((status) => status === ticket.orderStatus)) return 'NotPaid'
  if (session.typeIds && !session.typeIds.includes(ticket.ticketTypeId)) return 'WrongGate'
  const isValid = await lockIssue(context, { ticketId: ticket.id, issueNumber })
  if (!isValid) return ticket.issueNumber === issueNumber ? 'Returned' : 'OldCode'
  const taken = await severalUses.take(context, { ticketId: ticket.id, scanId, at })
  if (taken === 'taken') {
    await countTicketUse(context, ticket.id, 1)
    return 'Admitted'
  }
  return taken === 'used-up' ? 'AlreadyUsed' : 'WrongDay'
}
