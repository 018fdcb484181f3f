import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  countAnswer,
  lockPayment,
  loggedPayment,
  logPayment,
  movePayment,
  openPayment,
  type Answer,
  type CreatedPayment,
  type Payment,
  type PaymentProvider,
} from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { paymentAddresses } from './addresses.ts'

/** Opens a session at the provider for a recorded payment. */
export function askProvider(
  context: Context,
  provider: PaymentProvider,
  asked: {
    readonly payment: Payment
    readonly description: string
    readonly continueUrl: string | undefined
    /** The return address of another payer does not contain the order's key. */
    readonly hidesOrder?: boolean
  },
): Promise<Answer<CreatedPayment>> {
  const { payment, description } = asked
  const addresses = paymentAddresses(context, payment, asked)
  invariant(addresses.ok, 'the addresses were accepted before')
  const milliseconds = payment.expiresAt.getTime() - payment.createdAt.getTime()
  return provider.create({
    paymentId: payment.id,
    amount: payment.amount,
    ...addresses.value,
    sessionMinutes: Math.round(milliseconds / 60_000),
    locale: context.locale,
    description,
    saveCard: payment.saveCard,
  })
}

const firstPollSeconds = 5

/**
 * Records the provider's answer. Without one the payment is unknown until a callback brings the provider's id; refused
 * means that no session was opened, so the buyer may try again.
 */
export async function recordCreation(
  context: Context,
  begun: Payment,
  answer: Answer<CreatedPayment>,
): Promise<Result<Payment, ErrorCode>> {
  countAnswer(begun, answer.kind)
  if (answer.kind === 'answered') {
    const opened = await openPayment(context, begun.id, {
      ...answer.value,
      nextPollAt: firstPollAfter(context),
      log: { kind: 'create-answered', detail: describe(answer) },
    })
    if (opened) return ok(opened)
  }
  const recorded = await inTransaction(context, async (inside) => {
    const payment = await lockPayment(inside, begun.id)
    await logPayment(inside, payment, `create-${answer.kind}`, describe(answer))
    if (answer.kind === 'answered') return ok(await recordOpened(inside, payment, answer.value))
    if (payment.state !== 'created') return ok(payment)
    if (answer.kind === 'unknown') return ok(await movePayment(inside, payment, 'unknown'))
    const change = { failureCode: answer.code, nextPollAt: null }
    return ok(await movePayment(inside, payment, 'canceled', change))
  })
  // The creation was given up meanwhile: a page that nobody has seen stays unseen, for the order has another one.
  if (recorded.value.state === 'canceled' && answer.kind === 'answered')
    return fail('PaymentInProgress')
  if (answer.kind === 'answered') return recorded
  context.log.warn({ ...loggedPayment(begun), answer }, 'a payment was not opened')
  return fail('PaymentProviderFailed', { paymentId: begun.id })
}

/** If a callback arrived before the answer, the payment's state has changed already and only its page is stored. */
function recordOpened(
  context: Context,
  payment: Payment,
  created: CreatedPayment,
): Promise<Payment> {
  const { externalId, approvalUrl } = created
  if (payment.state !== 'created') {
    return movePayment(context, payment, payment.state, { externalId, approvalUrl })
  }
  const nextPollAt = firstPollAfter(context)
  return movePayment(context, payment, 'pending', { externalId, approvalUrl, nextPollAt })
}

function firstPollAfter(context: Context): Date {
  return new Date(context.clock.now().getTime() + firstPollSeconds * 1_000)
}

function describe(answer: Answer<CreatedPayment>): object {
  if (answer.kind === 'answered') return { externalId: answer.value.externalId }
  return { detail: answer.detail }
}
