import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { localizedPath } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { repeatOrder } from '#flows/checkout/server/retry-order.ts'
import { startPayment, type InvitedPayer } from '#flows/checkout/server/start-payment.ts'
import {
  findInvitation,
  invitationPath,
  ownPayments,
  recordPayer,
} from '#modules/invitations/server/public-api.ts'
import { lockOrder, type Order } from '#modules/orders/server/public-api.ts'
import { supportsRefund } from '#modules/payments/server/public-api.ts'
import { firstNameOf } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { InvitePorts } from './ports.ts'

export interface PayForAnotherRequest {
  readonly token: string
  /** When absent the shop chooses the acquirer of cards. */
  readonly provider?: number | undefined
  readonly totalMinor: number
  readonly name?: string | undefined
}

/**
 * Starts the payment of another person's order, unchanged and for the total shown, and returns the bank's page. The
 * order has one open payment: its payer can continue it, others see that it is in progress. After a declined card the
 * order is retried, as its owner could.
 */
export async function payForAnother(
  context: Context,
  ports: InvitePorts,
  request: PayForAnotherRequest,
): Promise<Result<string, ErrorCode>> {
  const found = await findInvitation(context, request.token)
  if (!found.ok) return found
  const { invitation } = found.value
  if (invitation.purpose !== 'pay') return fail('InvitationNotFound')
  if (invitation.revokedAt !== null) return fail('InvitationEnded')
  // Money that cannot be refunded to its source would be credited to the buyer instead of the payer.
  if (request.provider !== undefined && !supportsRefund(request.provider))
    return fail('PaymentProviderNotAvailable')
  const order = await repeatRefused(context, found.value.order)
  if (!order.ok) return order
  const payment = await startPayment(context, ports.checkout, {
    orderKey: order.value.orderKey,
    provider: request.provider,
    continueUrl: localizedPath(context.locale, invitationPath(request.token)),
    payer: payerOf(invitation.id, request),
  })
  if (!payment.ok) return payment
  const { approvalUrl } = payment.value
  return approvalUrl === null ? fail('PaymentInProgress') : ok(approvalUrl)
}

function payerOf(invitationId: string, request: PayForAnotherRequest): InvitedPayer {
  return {
    async began(context, payment) {
      const own = await ownPayments(context, invitationId)
      return own.some(({ paymentId }) => paymentId === payment.id)
    },
    async begin(context, order, payment) {
      if (order.totalMinor !== request.totalMinor) return fail('QuoteChanged')
      await recordPayer(context, payment.id, {
        invitationId,
        name: firstNameOf(request.name ?? ''),
      })
      return ok(null)
    },
  }
}

async function repeatRefused(context: Context, order: Order): Promise<Result<Order, ErrorCode>> {
  if (order.status !== orderStatus.Failed) return ok(order)
  return inTransaction(context, async (inside): Promise<Result<Order, ErrorCode>> => {
    const locked = await lockOrder(inside, order)
    return locked.ok ? repeatOrder(inside, locked.value) : locked
  })
}
