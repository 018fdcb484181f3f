import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { listRepeats, lockOrder, ownsOrder } from '#modules/orders/server/public-api.ts'
import { endReservation, readReservation } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { InvitationPorts } from '../ports.ts'
import { endInvitation, readInvitation } from '../store.ts'

/**
 * Revokes an invitation: its link is void, and its reserved ticket is available to the owner again. Refused once the
 * ticket has been received. A payment that has been started continues, since its payer is at the bank.
 */
export async function revokeInvitation(
  context: Context,
  ports: InvitationPorts,
  request: { readonly orderKey: string; readonly invitationId: string },
): Promise<Result<null, ErrorCode>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  return inTransaction(context, async (inside): Promise<Result<null, ErrorCode>> => {
    const locked = await lockOrder(inside, request)
    if (!locked.ok || !ownsOrder(inside.actor, locked.value)) return fail('OrderNotFound')
    const invitation = await readInvitation(inside.db, { id: request.invitationId })
    const repeats = await listRepeats(inside, locked.value.id)
    if (!invitation || !repeats.includes(invitation.orderId)) return fail('InvitationNotFound')
    const { shareId } = invitation
    if (shareId !== null && !(await endReservation(inside, shareId))) {
      const { state } = await readReservation(inside, ports.tickets, shareId)
      if (state === 'taken') return fail('TicketPassedOn')
    }
    return (await endInvitation(inside, invitation.id)) ? ok(null) : fail('InvitationNotFound')
  })
}
