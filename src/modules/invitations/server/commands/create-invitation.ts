import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  missingDetails,
  lockOrder,
  listRepeats,
  missingCheck,
  ownsOrder,
  shownStatus,
  type Order,
} from '#modules/orders/server/public-api.ts'
import {
  hashOfToken,
  readReservation,
  refuseFlood,
  sendingOf,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { invitationMessageJob } from '../jobs.ts'
import type { InvitationPorts } from '../ports.ts'
import { canJoin, ticketCountOf } from '../rules.ts'
import {
  insertInvitation,
  readInvitation,
  readInvitationsOf,
  type Invitation,
  type InvitationPurpose,
} from '../store.ts'

export interface InvitationRequest {
  readonly orderKey: string
  readonly purpose: InvitationPurpose
  readonly email?: string | undefined
  readonly phone?: string | undefined
}

/**
 * Creates an invitation to the caller's own order, and sends it if it has a recipient. An invitation to pay requires an
 * order that is complete for payment, since the payer cannot fill in anything. An invitation to join requires a ticket
 * without an invitation.
 */
export async function createInvitation(
  context: Context,
  ports: InvitationPorts,
  request: InvitationRequest,
): Promise<Result<Invitation, ErrorCode>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  if (request.email !== undefined && request.phone !== undefined) {
    const message = 'Either an e-mail address or a telephone'
    return fail('BadRequest', { fields: [{ path: 'body.email', message }] })
  }
  return inTransaction(context, async (inside): Promise<Result<Invitation, ErrorCode>> => {
    const locked = await lockOrder(inside, { orderKey: request.orderKey })
    if (!locked.ok || !ownsOrder(inside.actor, locked.value)) return fail('OrderNotFound')
    const order = locked.value
    const refusal =
      request.purpose === 'pay'
        ? await paymentObstacle(inside, ports, order)
        : await joinObstacle(inside, ports, order)
    if (refusal) return fail(refusal)
    const sending = sendingOf(request)
    const flood = await refuseFlood(inside, ports.tickets, sending.recipient)
    if (flood) return flood
    const id = inside.random.uuid()
    const tokenHash = hashOfToken(
      await ports.tickets.shareTokens.token(inside, id, 'order invitation'),
    )
    await insertInvitation(inside, {
      id,
      tokenHash,
      orderId: order.id,
      purpose: request.purpose,
      ...sending,
    })
    if (sending.channel !== 'link') {
      const payload = { invitationId: id, locale: inside.locale }
      await enqueue(inside, invitationMessageJob, payload, { singletonKey: id })
    }
    const written = await readInvitation(inside.db, { id })
    invariant(written, 'the inserted invitation exists')
    return ok(written)
  })
}

/** The error that the owner would get when paying, or null when somebody else may pay the order. */
async function paymentObstacle(
  context: Context,
  ports: InvitationPorts,
  order: Order,
): Promise<ErrorCode | null> {
  const { Draft, Checkout, PaymentPending, Timeout } = orderStatus
  const status = shownStatus(order, context.clock.now())
  if (status === Timeout) return 'OrderExpired'
  if (status === Draft) return order.lines.length === 0 ? 'OrderEmpty' : 'BuyerDetailsMissing'
  if (status !== Checkout && status !== PaymentPending) return 'OrderStatusNotAllowed'
  if (order.deadlineAt <= context.clock.now()) return 'OrderExpired'
  if (order.lines.length === 0) return 'OrderEmpty'
  if (order.buyer.email === '') return 'BuyerDetailsMissing'
  // Nothing is due.
  if (order.totalMinor === 0) return 'OrderStatusNotAllowed'
  const { sources } = ports.tickets.orders
  return (await missingDetails(context, sources, order)) ?? missingCheck(context, sources, order)
}

async function joinObstacle(
  context: Context,
  ports: InvitationPorts,
  order: Order,
): Promise<ErrorCode | null> {
  const now = context.clock.now()
  if (shownStatus(order, now) === orderStatus.Timeout) return 'OrderExpired'
  if (!canJoin(order, now)) return 'OrderStatusNotAllowed'
  const ticketCount = ticketCountOf(order)
  if (ticketCount === 0) return 'OrderEmpty'
  const existing = await readInvitationsOf(context.db, await listRepeats(context, order.id))
  let invited = 0
  for (const { purpose, shareId } of existing) {
    if (purpose !== 'join') continue
    const reserved =
      shareId === null ? null : await readReservation(context, ports.tickets, shareId)
    if (reserved?.state !== 'gone') invited += 1
  }
  return invited < ticketCount ? null : 'InvitationsUsedUp'
}
