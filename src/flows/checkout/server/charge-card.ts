import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  countAnswer,
  lockPayment,
  loggedPayment,
  logPayment,
  movePayment,
  type Answer,
  type ChargeableCard,
  type Payment,
} from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { paymentAddresses } from './addresses.ts'
import { providerOf, type CheckoutPorts } from './ports.ts'
import { settlePayment } from './settle-payment.ts'

const firstPollSeconds = 5

/**
 * Charges a saved card for a recorded payment, once: without an answer the payment is unknown, and the provider is
 * queried until it reports an outcome or that it does not know the charge. Returns the updated payment: taken,
 * declined or unknown.
 */
export async function chargeCard(
  context: Context,
  ports: CheckoutPorts,
  asked: {
    readonly payment: Payment
    readonly card: ChargeableCard
    readonly description: string
  },
): Promise<Result<Payment, ErrorCode>> {
  const { payment, card, description } = asked
  const addresses = paymentAddresses(context, payment, {})
  invariant(addresses.ok, 'whoever begins a charge has made sure of it')
  const { callbackUrl } = addresses.value
  return sendCharge(context, ports, { payment, token: card.token, callbackUrl, description })
}

/** The same for a provider that charges a card or a terminal by a token, without callbacks. */
export async function sendCharge(
  context: Context,
  ports: CheckoutPorts,
  asked: {
    readonly payment: Payment
    readonly token: string
    readonly callbackUrl: string
    readonly description: string
  },
): Promise<Result<Payment, ErrorCode>> {
  const { payment, token, callbackUrl, description } = asked
  const provider = providerOf(ports, payment.provider)
  invariant(provider.charge, 'whoever begins a charge has made sure of it')
  const answer = await provider.charge({
    paymentId: payment.id,
    amount: payment.amount,
    token,
    callbackUrl,
    description,
  })
  await recordCharge(context, payment, answer)
  if (answer.kind === 'refused') {
    context.log.warn({ ...loggedPayment(payment), answer }, 'a card was not charged')
    return fail('PaymentProviderFailed', { paymentId: payment.id })
  }
  return ok((await settlePayment(context, ports, payment.id)) ?? payment)
}

/** The provider may have reported the outcome before it answered; the payment has then been updated already. */
export async function recordCharge(
  context: Context,
  begun: Payment,
  answer: Answer<{ readonly externalId: string }>,
): Promise<void> {
  countAnswer(begun, answer.kind)
  await inTransaction(context, async (inside) => {
    const payment = await lockPayment(inside, begun.id)
    const detail =
      answer.kind === 'answered'
        ? { externalId: answer.value.externalId }
        : { detail: answer.detail }
    await logPayment(inside, payment, `charge-${answer.kind}`, detail)
    const nextPollAt = new Date(inside.clock.now().getTime() + firstPollSeconds * 1_000)
    const isFirst = payment.externalId === null && answer.kind === 'answered'
    const named = isFirst ? { externalId: answer.value.externalId } : {}
    if (payment.state !== 'created')
      return ok(isFirst ? await movePayment(inside, payment, payment.state, named) : payment)
    if (answer.kind === 'refused')
      return ok(
        await movePayment(inside, payment, 'canceled', {
          failureCode: answer.code,
          nextPollAt: null,
        }),
      )
    const state = answer.kind === 'answered' ? 'pending' : 'unknown'
    return ok(await movePayment(inside, payment, state, { ...named, nextPollAt }))
  })
}
