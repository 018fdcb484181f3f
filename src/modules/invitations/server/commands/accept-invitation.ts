import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { lockOrder, ownsOrder } from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { InvitationPorts } from '../ports.ts'
import { findInvitation } from '../queries/find-invitation.ts'
import { canJoin } from '../rules.ts'
import { isPerson, markAccepted } from '../store.ts'
import { reserveTickets } from './reserve-tickets.ts'

/**
 * Accepts an invitation to join; the update is conditional on the open state, so one of any number of concurrent calls
 * succeeds. If the order is already paid, a ticket is reserved at once. Repeating the call is allowed for the person
 * who accepted.
 */
export async function acceptInvitation(
  context: Context,
  ports: InvitationPorts,
  given: { readonly token: string; readonly name: string },
): Promise<Result<null, ErrorCode>> {
  const found = await findInvitation(context, given.token)
  if (!found.ok) return found
  const { invitation, order } = found.value
  if (invitation.purpose !== 'join') return fail('InvitationNotFound')
  if (ownsOrder(context.actor, order)) return fail('Forbidden')
  // Checked without a lock, so that concurrent visitors of one link do not queue for the lock on the order.
  if (invitation.acceptedAt !== null)
    return isPerson(context.actor, takerOf(invitation)) ? ok(null) : fail('InvitationTaken')
  return inTransaction(context, async (inside): Promise<Result<null, ErrorCode>> => {
    const locked = await lockOrder(inside, { orderKey: order.orderKey })
    if (!locked.ok || !canJoin(locked.value, inside.clock.now())) return fail('InvitationEnded')
    if (!(await markAccepted(inside, invitation.id, given.name))) return fail('InvitationTaken')
    if (locked.value.status === orderStatus.Processed)
      await reserveTickets(inside, ports, locked.value)
    return ok(null)
  })
}

export function takerOf(invitation: {
  readonly takerSessionId: string | null
  readonly takerCustomerId: string | null
}) {
  return { sessionId: invitation.takerSessionId, customerId: invitation.takerCustomerId }
}
