import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import {
  findOwnOrder,
  lockOrder,
  moveOrder,
  ownsOrder,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { findOpenPayment, type Payment } from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { closeLostCreation } from './close-lost-creation.ts'
import { findProvider, type CheckoutPorts } from './ports.ts'
import { repeatOrder } from './retry-order.ts'
import { settleForCaller } from './settle-payment.ts'

/**
 * The buyer has left the bank's page and wants to pay differently or to change places: the order ends unpaid, and its
 * lines, buyer and places are moved to a new order in checkout. The bank is queried first. Money paid on the old page
 * afterwards is refunded in full, as after a declined card. Repeated calls return the same new order.
 *
 * `PaymentInProgress`: nobody knows whether money is being taken (a wallet or a card whose charge got no reply), or
 * cryptocurrency may be on its way; these must be awaited. A page whose address never arrived need not be.
 */
export async function leavePayment(
  context: Context,
  ports: CheckoutPorts,
  orderKey: string,
): Promise<Result<Order, ErrorCode>> {
  const own = await findOwnOrder(context, { orderKey })
  if (!own.ok) return own
  const open = await findOpenPayment(context, orderKey)
  if (open) {
    await settleForCaller(context, ports, open.id)
    await closeLostCreation(context, ports, open)
  }
  return inTransaction(context, async (inside): Promise<Result<Order, ErrorCode>> => {
    const locked = await lockOrder(inside, { orderKey })
    if (!locked.ok || !ownsOrder(inside.actor, locked.value)) return fail('OrderNotFound')
    const order = locked.value
    if (order.status !== orderStatus.PaymentPending) return repeatOrder(inside, order)
    const payment = await findOpenPayment(inside, orderKey)
    if (payment && !mayBeLeft(ports, payment)) return fail('PaymentInProgress')
    const moved = await moveOrder(inside, order, orderStatus.Failed, 'payment-left')
    return moved.ok ? repeatOrder(inside, moved.value) : moved
  })
}

/** The payment can only be made on its open page and can be refunded to its source. */
function mayBeLeft(ports: CheckoutPorts, payment: Payment): boolean {
  const isPush = findProvider(ports, payment.provider)?.isPush ?? true
  return payment.state === 'pending' && payment.cardId === null && !isPush
}
