import { ticketStatus } from '#contract/enumerations.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { ticketEmailJob } from '../jobs.ts'
import type { TicketState } from './end-tickets.ts'
import { reissueTickets } from './reissue-tickets.ts'

/**
 * Gives tickets of an order new codes, in the caller's transaction: older codes and links become void, and the new ones
 * are emailed to the buyer. All or none: a ticket that was used, has ended or was transferred is refused. The order and
 * its tickets are locked by the caller.
 */
export async function renewCodes(
  context: Context,
  orderId: number,
  states: readonly TicketState[],
): Promise<Result<null, 'TicketUsed' | 'TicketGoneBack' | 'TicketPassedOn'>> {
  invariant(context.db.isTransaction, 'codes change together with what is written down of it')
  if (states.some(({ status }) => status !== ticketStatus.Active)) return fail('TicketGoneBack')
  if (states.some(({ isUsed }) => isUsed)) return fail('TicketUsed')
  if (states.some(({ holderSessionId, holderCustomerId }) => holderSessionId ?? holderCustomerId))
    return fail('TicketPassedOn')
  const isDone = await reissueTickets(context, states)
  invariant(isDone, 'locked tickets stay as they were')
  const [first] = states
  if (!first) return ok(null)
  const reissue = `again-${first.id}-${first.issueNumber + 1}`
  const singletonKey = `${orderId} ${reissue}`
  await enqueue(context, ticketEmailJob, { orderId, reissue }, { singletonKey })
  return ok(null)
}
