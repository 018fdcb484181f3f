import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { findOwnOrder } from '#modules/orders/server/public-api.ts'
import {
  claimWalletToken,
  loggedPayment,
  readWalletToken,
  type Payment,
  type WalletKind,
} from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { paymentAddresses } from './addresses.ts'
import { recordCharge } from './charge-card.ts'
import { closeLostCreation } from './close-lost-creation.ts'
import { recordCreation } from './open-session.ts'
import type { CheckoutPorts } from './ports.ts'
import { settlePayment } from './settle-payment.ts'
import { noteRefusal } from './check-unchanged.ts'
import { beginPayment, closeExpired } from './start-payment.ts'
import { walletProviderOf } from './wallet-provider.ts'

/**
 * Pays the caller's own order with a wallet's encrypted data: payment and token are recorded first, so that no token is
 * sent twice; it is sent once outside any transaction, then the bank's state is applied. When the bank requires 3-D Secure the payment has a page; when its
 * answer is lost the bank is asked for it when the buyer tries again.
 */
export async function payByWallet(
  context: Context,
  ports: CheckoutPorts,
  asked: {
    readonly orderKey: string
    readonly kind: WalletKind
    readonly token: string
    /** Return path on our own origin. */
    readonly continueUrl?: string | undefined
  },
  /** Once, when the open payment turns out to be one that nobody can pay. */
  mayBeginAgain = true,
): Promise<Result<Payment, ErrorCode>> {
  const { orderKey, kind, token, continueUrl } = asked
  const provider = walletProviderOf(ports)
  if (!provider?.walletMethods.some((method) => method.kind === kind)) {
    const own = await findOwnOrder(context, { orderKey })
    return own.ok ? fail('PaymentProviderNotAvailable') : own
  }
  const options = { orderKey, ...(continueUrl === undefined ? {} : { continueUrl }) }
  const read = readWalletToken(token)
  const begun = await inTransaction(context, async (inside) => {
    const begins = await beginPayment(inside, ports, () => provider, options)
    // With a payment that is open already nothing is sent, so the token stays unused.
    if (!begins.ok || begins.value.provider === null) return begins
    const isNew = await claimWalletToken(inside, begins.value.payment.id, read)
    return isNew ? begins : fail('WalletTokenUsed')
  })
  if (!begun.ok) {
    if (begun.code === 'OrderExpired') await closeExpired(context, ports, orderKey)
    await noteRefusal(context, orderKey, begun.code)
    return begun
  }
  const { payment, order, provider: chosen } = begun.value
  // A token pays only once: an already open payment is a different one, unless its reply was lost.
  if (chosen === null) {
    const open = await closeLostCreation(context, ports, payment)
    if (open.state === 'canceled' && mayBeginAgain) return payByWallet(context, ports, asked, false)
    const isFound = open !== payment && (open.state === 'captured' || open.approvalUrl !== null)
    return isFound ? ok(open) : fail('PaymentInProgress')
  }
  const addresses = paymentAddresses(context, payment, { continueUrl })
  invariant(addresses.ok, 'the addresses were accepted before')
  const answer = await provider.payByWallet({
    paymentId: payment.id,
    amount: payment.amount,
    kind,
    token: read.text,
    ...addresses.value,
    description: `Bileti ${order.orderNumber}`,
  })
  if (answer.kind === 'answered' && answer.value.approvalUrl !== null) {
    const { externalId, approvalUrl } = answer.value
    return recordCreation(context, payment, {
      kind: 'answered',
      value: { externalId, approvalUrl },
    })
  }
  await recordCharge(context, payment, answer)
  if (answer.kind === 'refused') {
    context.log.warn({ ...loggedPayment(payment), answer }, 'a wallet was not charged')
    return fail('PaymentProviderFailed', { paymentId: payment.id })
  }
  return ok((await settlePayment(context, ports, payment.id)) ?? payment)
}
