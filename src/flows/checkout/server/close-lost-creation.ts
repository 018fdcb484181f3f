import { invariant, ok } from '#kernel/result.ts'
import { lockOrder } from '#modules/orders/server/public-api.ts'
import {
  isOpenState,
  lockPayment,
  logPayment,
  movePayment,
  recheckAt,
  type Payment,
} from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { findProvider, type CheckoutPorts } from './ports.ts'
import { settlePayment } from './settle-payment.ts'

/** A creation that is not recorded after this long was cut off by the end of its process; no provider is awaited longer. */
const creationSecondsMax = 120

/**
 * A payment whose creation got no reply, when its buyer tries again. The provider is asked for it by our own reference,
 * where it can be. If no money is reported and the page's address was never received, the page was shown to nobody and
 * nothing can be paid there: the payment ends as canceled, and the order may begin another, at any provider. Should
 * money be reported for it after all, it is settled or refunded like any late payment.
 */
export async function closeLostCreation(
  context: Context,
  ports: CheckoutPorts,
  open: Payment,
): Promise<Payment> {
  if (!isLost(context, ports, open)) return open
  const asked = (await settlePayment(context, ports, open.id)) ?? open
  if (!isOpenState(asked.state) || asked.cardId !== null) return asked
  const closed = await inTransaction(context, async (inside) => {
    const order = await lockOrder(inside, { orderKey: open.orderKey })
    invariant(order.ok, `payment ${open.id} has its order`)
    const payment = await lockPayment(inside, open.id)
    if (!isLost(inside, ports, payment)) return ok(payment)
    await logPayment(inside, payment, 'creation-lost', { was: payment.state })
    return ok(
      await movePayment(inside, payment, 'canceled', {
        failureCode: 'creation-lost',
        nextPollAt: recheckAt(payment, inside.clock.now()),
      }),
    )
  })
  return closed.value
}

/**
 * Whether the reply to the creation will not arrive any more. A charge of a card counts as well, because its provider
 * can be asked for it; a wallet or a terminal does not, because the money may be taken without a page.
 */
function isLost(context: Context, ports: CheckoutPorts, payment: Payment): boolean {
  if (!isOpenState(payment.state) || payment.approvalUrl !== null) return false
  const provider = findProvider(ports, payment.provider)
  if (payment.cardId !== null) return payment.state === 'unknown' && provider?.find !== undefined
  if (provider?.opensPage !== true) return false
  const ageMs = context.clock.now().getTime() - payment.createdAt.getTime()
  return payment.state !== 'created' || ageMs >= creationSecondsMax * 1_000
}
