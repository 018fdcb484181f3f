import { invariant, ok } from '#kernel/result.ts'
import { lockOrder } from '#modules/orders/server/door.ts'
import {
  findPayment,
  isGivenUp,
  isOpenState,
  lockPayment,
  logPayment,
  movePayment,
  type Answer,
  type Payment,
  type PaymentProvider,
  type ProviderPayment,
} from '#modules/payments/server/door.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { applyAnswer, type Locked } from './apply-answer.ts'
import { applyOwnAnswer } from './apply-own-answer.ts'
import { providerOf, type CheckoutPorts } from './ports.ts'

/**
 * Brings a payment and its order to where the provider says they are: asks the provider, outside any
 * transaction, then applies its word in one. Nobody else's word is believed. May be run at any time and as
 * often as one likes. Answers the payment as it is afterwards, or null when there is none.
 */
export async function settlePayment(
  context: Context,
  ports: CheckoutPorts,
  paymentId: string,
): Promise<Payment | null> {
  const seen = await findPayment(context, paymentId)
  if (!seen) return null
  const answer = await askAbout(providerOf(ports, seen.provider), seen)
  if (seen.purpose !== 'order') return settleOwn(context, ports, seen, answer)
  return withLocks(context, seen, async (inside, locked) => {
    // Polling ends only if no callback has come since the payment was read, before the provider was asked.
    const payment = { ...locked.payment, nextPollAt: seen.nextPollAt }
    if (answer?.kind === 'answered') {
      const known = await recordFound(inside, payment, answer.value)
      return applyAnswer(inside, ports, { ...locked, payment: known }, answer.value)
    }
    return applySilence(inside, payment, answer)
  })
}

/**
 * Asks by the provider's id, or by our own where that id never reached us and the provider knows ours; null when
 * nothing can be asked. A provider that speaks of another payment has not answered.
 */
async function askAbout(
  provider: PaymentProvider,
  payment: Payment,
): Promise<Answer<ProviderPayment> | null> {
  const { id, externalId } = payment
  const answer: Answer<ProviderPayment> | null =
    externalId === null ? ((await provider.readOwn?.(id)) ?? null) : await provider.read(externalId)
  if (answer?.kind !== 'answered') return answer
  const { paymentId } = answer.value
  if (paymentId === null || paymentId === id) return answer
  return { kind: 'unknown', detail: `The provider speaks of the payment ${paymentId}` }
}

/** The provider's id, where it is learned only now. */
async function recordFound(
  context: Context,
  payment: Payment,
  said: ProviderPayment,
): Promise<Payment> {
  const { externalId } = said
  if (payment.externalId !== null || externalId === undefined) return payment
  const { nextPollAt } = payment
  return { ...(await movePayment(context, payment, payment.state, { externalId })), nextPollAt }
}

/** A payment that pays no order is locked alone. */
async function settleOwn(
  context: Context,
  ports: CheckoutPorts,
  seen: Payment,
  answer: Answer<ProviderPayment> | null,
): Promise<Payment> {
  const result = await inTransaction(context, async (inside) => {
    const locked = await lockPayment(inside, seen.id)
    const payment = { ...locked, nextPollAt: seen.nextPollAt }
    if (answer?.kind !== 'answered') return ok(await applySilence(inside, payment, answer))
    const known = await recordFound(inside, payment, answer.value)
    return ok(await applyOwnAnswer(inside, ports, known, answer.value))
  })
  return result.value
}

/** Locks the order, then the payment. */
async function withLocks(
  context: Context,
  payment: Payment,
  work: (context: Context, locked: Locked) => Promise<Payment>,
): Promise<Payment> {
  const result = await inTransaction(context, async (inside) => {
    const order = await lockOrder(inside, { orderKey: payment.orderKey })
    invariant(order.ok, `payment ${payment.id} has its order`)
    const locked = { order: order.value, payment: await lockPayment(inside, payment.id) }
    return ok(await work(inside, locked))
  })
  return result.value
}

/** Nobody could say anything: an open payment is unknown and asked for again, or given up when nobody ever can. */
async function applySilence(
  context: Context,
  payment: Payment,
  answer: Exclude<Answer<ProviderPayment>, { kind: 'answered' }> | null,
): Promise<Payment> {
  if (answer) await logPayment(context, payment, `status-${answer.kind}`, { detail: answer.detail })
  if (!isOpenState(payment.state)) return payment
  if (isGivenUp(payment, context.clock.now(), false)) {
    return movePayment(context, payment, 'expired', { askAgainAt: null })
  }
  if (answer && payment.state === 'pending') return movePayment(context, payment, 'unknown')
  return payment
}
