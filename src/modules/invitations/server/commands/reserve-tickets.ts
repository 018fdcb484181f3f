import { orderStatus } from '#contract/enumerations.ts'
import { ok } from '#kernel/result.ts'
import { findOrder, listRepeats, lockOrder, type Order } from '#modules/orders/server/public-api.ts'
import { reserveTicket } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { invitationTicketsJob } from '../jobs.ts'
import type { InvitationPorts } from '../ports.ts'
import { saveReservation, readInvitationsOf, type Invitation } from '../store.ts'

/**
 * Reserves a ticket of a paid order for each accepted invitation without one, in order of acceptance. The order is
 * locked, so no ticket is reserved twice. Invitations beyond the available tickets get none.
 */
export async function reserveTickets(
  context: Context,
  ports: InvitationPorts,
  order: Order,
): Promise<void> {
  const { Processed, WaitingForTicket } = orderStatus
  if (order.status !== Processed && order.status !== WaitingForTicket) return
  const localized = { ...context, locale: order.locale }
  for (const invitation of await listWaiting(context, order.id)) {
    const { channel, recipient, recipientHint } = invitation
    const isKnown = recipient !== null
    const sending = isKnown
      ? { channel, recipient, recipientHint }
      : { channel: 'link' as const, recipient: null, recipientHint: '' }
    const shareId = await reserveTicket(localized, ports.tickets, order, sending)
    if (shareId === null) return
    await saveReservation(context, invitation.id, shareId)
  }
}

/** Job handler: reserves tickets of an order that has just been processed. */
export async function reserveTicketsOf(
  context: Context,
  ports: InvitationPorts,
  { orderId }: { readonly orderId: number },
): Promise<void> {
  const order = await findOrder(context, { orderId })
  if (!order) return
  await inTransaction(context, async (inside) => {
    const locked = await lockOrder(inside, order)
    if (locked.ok) await reserveTickets(inside, ports, locked.value)
    return ok(null)
  })
}

/** Enqueues the reservation, in the transaction that issues an order's tickets, if any invitation waits for one. */
export async function requestReservations(context: Context, orderId: number): Promise<void> {
  if ((await listWaiting(context, orderId)).length === 0) return
  await enqueue(context, invitationTicketsJob, { orderId }, { singletonKey: `${orderId}` })
}

async function listWaiting(context: Context, orderId: number): Promise<Invitation[]> {
  const existing = await readInvitationsOf(context.db, await listRepeats(context, orderId))
  const since = ({ acceptedAt }: Invitation) => acceptedAt?.getTime() ?? 0
  return existing
    .filter(({ acceptedAt, shareId }) => acceptedAt !== null && shareId === null)
    .toSorted((left, right) => since(left) - since(right) || (left.id < right.id ? -1 : 1))
}
