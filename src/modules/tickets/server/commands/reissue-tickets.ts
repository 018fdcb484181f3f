import { sql } from 'kysely'
import { ticketStatus } from '#contract/enumerations.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { endShares } from '../transfer/end-shares.ts'
import type { TicketState } from './end-tickets.ts'

/**
 * Gives a ticket a new code: the old one is void from then on. Returns `false`, without a change, when it was used,
 * transferred or ended since its state was read.
 */
export async function raiseIssueNumber(
  context: Context,
  state: Pick<TicketState, 'id' | 'issueNumber'>,
): Promise<boolean> {
  const raised = await sql`
    update ticket set issue_number = issue_number + 1
    where id = ${state.id} and issue_number = ${state.issueNumber} and used_at is null
      and status = ${ticketStatus.Active}
      and holder_session_id is null and holder_customer_id is null`.execute(context.db)
  return raised.numAffectedRows === 1n
}

/** The same for several, with their open links; the transaction must be rolled back when one of them is refused. */
export async function reissueTickets(
  context: Context,
  states: readonly Pick<TicketState, 'id' | 'issueNumber'>[],
): Promise<boolean> {
  invariant(context.db.isTransaction, 'tickets get new codes together')
  for (const state of states) if (!(await raiseIssueNumber(context, state))) return false
  await endShares(
    context,
    states.map(({ id }) => id),
  )
  return true
}
