import {
  matchesRequest,
  isOpenState,
  saveCard,
  loggedPayment,
  logPayment,
  movePayment,
  requestRefund,
  recheckAt,
  isAbandoned,
  type Payment,
  type ProviderPayment,
} from '#modules/payments/server/public-api.ts'
import { customerAccount, logBalance } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { postCapture, postTopUp } from './ledger-entries.ts'
import { providerOf, type CheckoutPorts } from './ports.ts'
import { openSecondPayment } from './second-capture.ts'

/**
 * Applies a provider's answer to a payment without an order, in the transaction that has locked it. A captured top-up
 * is credited to the customer, even when it is late, and so is money sent unrequested; everything else is refunded.
 */
export async function applyOwnAnswer(
  context: Context,
  ports: CheckoutPorts,
  payment: Payment,
  said: ProviderPayment,
): Promise<Payment> {
  if (payment.captured !== null) {
    const second =
      said.state === 'captured' ? await openSecondPayment(context, payment, said) : null
    if (second) return applyCapture(context, ports, second, said, false)
    return movePayment(context, payment, payment.state, { askAgainAt: null })
  }
  if (said.state === 'captured') return applyCapture(context, ports, payment, said, true)
  const now = context.clock.now()
  const askAgainAt = recheckAt(payment, now)
  if (!isOpenState(payment.state))
    return movePayment(context, payment, payment.state, { askAgainAt })
  if (said.state === 'pending') {
    if (!isAbandoned(payment, now, true)) return movePayment(context, payment, 'pending')
    return fallThrough(context, payment, 'expired', null, null)
  }
  const code = said.state === 'declined' ? (said.failureCode ?? 'declined') : null
  return fallThrough(context, payment, said.state, askAgainAt, code)
}

/** Ended without money, as far as is currently known. */
async function fallThrough(
  context: Context,
  payment: Payment,
  state: 'declined' | 'expired' | 'canceled',
  askAgainAt: Date | null,
  failureCode: string | null,
): Promise<Payment> {
  await logTopUp(context, payment, 'top-up-failed')
  const change = failureCode === null ? { askAgainAt } : { askAgainAt, failureCode }
  return movePayment(context, payment, state, change)
}

async function applyCapture(
  context: Context,
  ports: CheckoutPorts,
  payment: Payment,
  said: ProviderPayment,
  isFirst: boolean,
): Promise<Payment> {
  const captured = { amount: said.capturedMinor, currency: said.currency }
  if (captured.amount > 0)
    await postCapture(context, payment, providerOf(ports, payment.provider).name, captured)
  await logPayment(context, payment, 'captured', { captured, was: payment.state })
  const { externalId = payment.externalId } = said
  const taken = await movePayment(context, payment, 'captured', {
    captured,
    askAgainAt: null,
    ...(externalId === null ? {} : { externalId }),
  })
  if (said.card) await saveCard(context, taken, said.card)
  if (captured.amount === 0) return taken
  const { isPush } = providerOf(ports, payment.provider)
  const isSame = matchesRequest(payment.amount, captured)
  const isWelcome = isPush && captured.currency === payment.amount.currency
  const isAsExpected = isFirst && (isSame || isWelcome) && said.returnedMinor === 0
  if (payment.purpose === 'top-up' && payment.customerId !== null && isAsExpected) {
    await postTopUp(context, taken, customerAccount(payment.customerId), captured)
    await logTopUp(context, taken, 'top-up-captured')
    return taken
  }
  context.log.warn({ ...loggedPayment(payment), captured }, 'a top-up of another sum goes back')
  if (isFirst) await logTopUp(context, taken, 'top-up-failed')
  await requestRefund(context, taken, {
    amountMinor: captured.amount,
    reason: isFirst ? 'mismatch' : 'duplicate',
    idempotencyKey: `whole:${payment.id}`,
  })
  return { ...taken, state: 'refunding' }
}

export async function logTopUp(
  context: Context,
  payment: Payment,
  kind: 'top-up-captured' | 'top-up-failed',
): Promise<void> {
  if (payment.purpose !== 'top-up' || payment.customerId === null) return
  const { amount, customerId, id } = payment
  await logBalance(context, customerId, { kind, amount, reference: id })
}
