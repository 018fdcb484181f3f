import { invariant, ok } from '#kernel/result.ts'
import { orderStatus } from '#contract/enumerations.ts'
import { extendLockedOrder, lockOrder } from '#modules/orders/server/public-api.ts'
import {
  isOpenState,
  lockPayment,
  logPayment,
  movePayment,
  recheckAt,
  type Payment,
} from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logTopUp } from './apply-own-answer.ts'
import { findLostWallet } from './find-lost-wallet.ts'
import { findProvider, type CheckoutPorts } from './ports.ts'
import { settlePayment } from './settle-payment.ts'

/** A creation that is not recorded after this long was cut off by the end of its process; no provider is awaited longer. */
const creationSecondsMax = 120
/** A wallet's token that was sent to a known order of the bank may still arrive for this long. */
const tokenSecondsMax = 20
/** The most that is given back of the time that a lost reply took from the buyer. */
const lostMinutesMax = 12

/**
 * A payment whose creation got no reply, when its buyer tries again. The provider is asked for it by our own reference,
 * where it can be. If no money is reported and the page's address was never received, the page was shown to nobody and
 * nothing can be paid there: the payment ends as canceled, and the order may begin another, at any provider. The places
 * stay held for as long as the lost reply took. Should money be reported for it after all, it is settled or refunded
 * like any late payment.
 */
export async function closeLostCreation(
  context: Context,
  ports: CheckoutPorts,
  open: Payment,
): Promise<Payment> {
  if (!isLost(context, ports, open)) return open
  const wallet = await findLostWallet(context, ports, open)
  const asked = (await settlePayment(context, ports, open.id)) ?? open
  if (!isOpenState(asked.state) || asked.cardId !== null) return asked
  if (wallet === 'unclear' || wallet === 'page') return asked
  const { payment, isClosed } = await close(context, asked)
  // Of attempts at the same moment, the one that has closed it.
  if (isClosed && payment.purpose === 'order') await giveTimeBack(context, payment)
  return payment
}

async function close(
  context: Context,
  open: Payment,
): Promise<{ readonly payment: Payment; readonly isClosed: boolean }> {
  const closed = await inTransaction(context, async (inside) => {
    if (open.purpose === 'order') {
      const order = await lockOrder(inside, { orderKey: open.orderKey })
      invariant(order.ok, `payment ${open.id} has its order`)
    }
    const payment = await lockPayment(inside, open.id)
    // Another attempt may have closed it, or its page may have arrived.
    if (!isOpenState(payment.state) || payment.approvalUrl !== null)
      return ok({ payment, isClosed: false })
    await logPayment(inside, payment, 'creation-lost', { was: payment.state })
    await logTopUp(inside, payment, 'top-up-failed')
    const ended = await movePayment(inside, payment, 'canceled', {
      failureCode: 'creation-lost',
      nextPollAt: recheckAt(payment, inside.clock.now()),
    })
    return ok({ payment: ended, isClosed: true })
  })
  return closed.value
}

/** The next attempt has the time that this one had. Places that have been given up meanwhile stay given up. */
async function giveTimeBack(context: Context, lost: Payment): Promise<void> {
  await inTransaction(context, async (inside) => {
    const locked = await lockOrder(inside, { orderKey: lost.orderKey })
    const now = inside.clock.now()
    if (!locked.ok || locked.value.status !== orderStatus.PaymentPending) return locked
    const order = locked.value
    if (order.deadlineAt <= now) return ok(order)
    const took = Math.min(now.getTime() - lost.createdAt.getTime(), lostMinutesMax * 60_000)
    return extendLockedOrder(inside, order, new Date(order.deadlineAt.getTime() + took))
  })
}

/**
 * Whether the reply to the creation will not arrive any more. A charge of a card counts as well, because its provider
 * can be asked for it, and so does a wallet's; a terminal is asked by its counter.
 */
function isLost(context: Context, ports: CheckoutPorts, payment: Payment): boolean {
  if (!isOpenState(payment.state) || payment.approvalUrl !== null) return false
  const provider = findProvider(ports, payment.provider)
  if (payment.cardId !== null) return payment.state === 'unknown' && provider?.find !== undefined
  if (provider === undefined) return false
  const isWallet = 'payByWallet' in provider
  if (provider.opensPage !== true && !isWallet) return false
  const ageMs = context.clock.now().getTime() - payment.createdAt.getTime()
  if (isWallet && payment.externalId !== null) return ageMs >= tokenSecondsMax * 1_000
  return payment.state !== 'created' || ageMs >= creationSecondsMax * 1_000
}
