import { invariant, ok } from '#kernel/result.ts'
import { lockOrder } from '#modules/orders/server/public-api.ts'
import {
  claimQuery,
  countChange,
  findPayment,
  isAbandoned,
  isOpenState,
  lockPayment,
  logPayment,
  movePayment,
  wasNeverCharged,
  type Answer,
  type Payment,
  type PaymentProvider,
  type ProviderPayment,
} from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { applyAnswer, type Applied, type Locked } from './apply-answer.ts'
import { applyOwnAnswer } from './apply-own-answer.ts'
import { providerOf, type CheckoutPorts } from './ports.ts'

/**
 * Reconciles a payment and its order with the provider: requests the status outside any transaction, then applies it
 * in one. Only the provider's answer is trusted. Idempotent. Returns the payment afterwards, or null when there is
 * none.
 */
export async function settlePayment(
  context: Context,
  ports: CheckoutPorts,
  paymentId: string,
): Promise<Payment | null> {
  return (await settleNow(context, ports, paymentId))?.payment ?? null
}

/** The same, with what it did to the order. */
export async function settleNow(
  context: Context,
  ports: CheckoutPorts,
  paymentId: string,
): Promise<Applied | null> {
  const seen = await findPayment(context, paymentId)
  return seen && settleKnown(context, ports, seen)
}

/**
 * The same because a caller wants to know. Null when the provider was asked a moment ago: what it said is in the payment,
 * or will be soon.
 * | @param claimed the payment, if its query was claimed with others of its order
 */
export async function settleForCaller(
  context: Context,
  ports: CheckoutPorts,
  paymentId: string,
  claimed?: Payment,
): Promise<Applied | null> {
  const seen = claimed ?? (await claimQuery(context, paymentId))
  return seen && settleKnown(context, ports, seen)
}

/** Settles each payment once, however often one request comes to it. */
export function settlingOnce(settle: typeof settleForCaller): typeof settleForCaller {
  const settled = new Map<string, Applied>()
  return async (context, ports, paymentId, claimed) => {
    const known = settled.get(paymentId) ?? (await settle(context, ports, paymentId, claimed))
    if (known) settled.set(paymentId, known)
    return known
  }
}

/** The same for a payment that has just been read. */
async function settleKnown(
  context: Context,
  ports: CheckoutPorts,
  seen: Payment,
): Promise<Applied> {
  return applyTo(context, ports, seen, await askAbout(context, ports, seen))
}

/**
 * A signed report sent by the provider: applied like the answer to a query. Only for verified signatures; all other
 * callbacks are hints.
 */
export async function applyReport(
  context: Context,
  ports: CheckoutPorts,
  payment: Payment,
  said: ProviderPayment,
): Promise<Payment> {
  return (await applyTo(context, ports, payment, { kind: 'answered', value: said })).payment
}

function neverCharged({ amount: { currency } }: Payment): ProviderPayment {
  return {
    state: 'canceled',
    currency,
    capturedMinor: 0,
    returnedMinor: 0,
    isReturning: false,
    failureCode: null,
    card: null,
    paymentId: null,
  }
}

async function applyTo(
  context: Context,
  ports: CheckoutPorts,
  seen: Payment,
  answer: Answer<ProviderPayment> | null,
): Promise<Applied> {
  let before = seen.state
  if (seen.purpose !== 'order') {
    const payment = await settleOwn(context, ports, seen, answer)
    countChange(before, payment)
    return { payment, finished: null }
  }
  const applied = await withLocks(context, seen, async (inside, locked) => {
    before = locked.payment.state
    // Polling ends only if no callback has arrived since the payment was read, before the provider was queried.
    const payment = { ...locked.payment, nextPollAt: seen.nextPollAt }
    if (answer?.kind === 'answered') {
      const known = await recordFound(inside, payment, answer.value)
      return applyAnswer(inside, ports, { ...locked, payment: known }, answer.value)
    }
    return { payment: await applySilence(inside, payment, answer), finished: null }
  })
  countChange(before, applied.payment)
  return applied
}

/**
 * Queries by the provider's id, or by ours when the provider's never reached us and it supports that; null when neither
 * is possible. An answer about another payment is discarded.
 */
async function askAbout(
  context: Context,
  ports: CheckoutPorts,
  payment: Payment,
): Promise<Answer<ProviderPayment> | null> {
  const provider = providerOf(ports, payment.provider)
  const answer = await readFrom(context, provider, payment)
  if (answer?.kind !== 'answered') return answer
  const { paymentId } = answer.value
  if (paymentId === null || paymentId === payment.id) return answer
  return { kind: 'unknown', detail: `The provider speaks of the payment ${paymentId}` }
}

async function readFrom(
  context: Context,
  provider: PaymentProvider,
  payment: Payment,
): Promise<Answer<ProviderPayment> | null> {
  const { id, externalId, cardId } = payment
  if (externalId !== null) return provider.read(externalId)
  if (cardId !== null && provider.find) return findCharge(context, provider, payment)
  return (await provider.readOwn?.(id)) ?? null
}

/** A charge whose answer was lost: found in the provider's list, or never made if it is not listed there. */
async function findCharge(
  context: Context,
  provider: PaymentProvider,
  payment: Payment,
): Promise<Answer<ProviderPayment> | null> {
  const found = (await provider.find?.(payment.id, payment.createdAt)) ?? null
  if (found?.kind !== 'answered') return found
  if (found.value === null)
    return wasNeverCharged(payment, context.clock.now())
      ? { kind: 'answered', value: neverCharged(payment) }
      : null
  const answer = await provider.read(found.value)
  if (answer.kind !== 'answered') return answer
  return { kind: 'answered', value: { ...answer.value, externalId: found.value } }
}

/** The provider's id, if it becomes known only now. */
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

/** A payment without an order is locked alone. */
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
  work: (context: Context, locked: Locked) => Promise<Applied>,
): Promise<Applied> {
  const result = await inTransaction(context, async (inside) => {
    const order = await lockOrder(inside, { orderKey: payment.orderKey })
    invariant(order.ok, `payment ${payment.id} has its order`)
    const locked = { order: order.value, payment: await lockPayment(inside, payment.id) }
    return ok(await work(inside, locked))
  })
  return result.value
}

/**
 * No answer from the provider: an open payment becomes unknown and is polled again, or is abandoned when no answer is
 * possible any more.
 */
async function applySilence(
  context: Context,
  payment: Payment,
  answer: Exclude<Answer<ProviderPayment>, { kind: 'answered' }> | null,
): Promise<Payment> {
  if (answer) await logPayment(context, payment, `status-${answer.kind}`, { detail: answer.detail })
  if (!isOpenState(payment.state)) return payment
  if (isAbandoned(payment, context.clock.now(), false)) {
    return movePayment(context, payment, 'expired', { askAgainAt: null })
  }
  if (answer && payment.state === 'pending') return movePayment(context, payment, 'unknown')
  return payment
}
