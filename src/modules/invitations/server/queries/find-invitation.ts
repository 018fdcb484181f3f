import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { findOrder, listRepeats, type Order } from '#modules/orders/server/public-api.ts'
import { hashOfToken } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { ownPayments } from '../payers.ts'
import { readInvitation, type Invitation } from '../store.ts'

export interface FoundInvitation {
  readonly invitation: Invitation
  /** The newest repetition of the order that the invitation was created for. */
  readonly order: Order
}

/**
 * The invitation behind a link, with its order. A revoked invitation is not found, except by a person who started a
 * payment through it and needs its outcome.
 */
export async function findInvitation(
  context: Context,
  token: string,
): Promise<Result<FoundInvitation, 'InvitationNotFound'>> {
  const invitation = await readInvitation(context.db, { tokenHash: hashOfToken(token) })
  if (!invitation) return fail('InvitationNotFound')
  if (invitation.revokedAt !== null && (await ownPayments(context, invitation.id)).length === 0)
    return fail('InvitationNotFound')
  return ok({ invitation, order: await findNewest(context, invitation.orderId) })
}

async function findNewest(context: Context, orderId: number): Promise<Order> {
  const newest = (await listRepeats(context, orderId)).at(-1)
  const order = newest === undefined ? undefined : await findOrder(context, { orderId: newest })
  invariant(order, `order ${orderId} of an invitation exists`)
  return order
}
