import { dayOf, instantOf } from '#kernel/day-span.ts'
import { invariant, ok } from '#kernel/result.ts'
import { lockOrder, type Order } from '#modules/orders/server/public-api.ts'
import {
  claimDueRefunds,
  finishRefund,
  loggedPayment,
  logPayment,
  paymentForLog,
  paymentOfRefund,
  putOffRefund,
  type Payment,
  type PaymentProvider,
  type Refund,
} from '#modules/payments/server/public-api.ts'
import { refundDoneEmailJob } from '#modules/tickets/server/public-api.ts'
import {
  customerAccount,
  finishCardWithdrawal,
  guestCreditAccount,
} from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { postRefund } from './ledger-entries.ts'
import { providerOf, type CheckoutPorts } from './ports.ts'

const refundsPerRound = 10
/** After this many attempts operators are alerted; the attempts continue. */
const attemptsBeforeAlarm = 10

/** Executes every refund that is due. Returns how many were attempted. */
export async function executeRefunds(context: Context, ports: CheckoutPorts): Promise<number> {
  const refunds = await claimDueRefunds(context, refundsPerRound)
  await Promise.all(
    refunds.map((refund) =>
      executeRefund(context, ports, refund).catch(async (error: unknown) => {
        const about = await paymentForLog(context, refund.paymentId)
        context.log.error({ err: error, ...about, refundId: refund.id }, 'a refund failed')
      }),
    ),
  )
  return refunds.length
}

/**
 * One attempt. The provider is first asked for the amount already refunded, so that an earlier attempt whose answer
 * was lost, or whose process crashed, is not repeated.
 */
async function executeRefund(
  context: Context,
  ports: CheckoutPorts,
  refund: Refund,
): Promise<void> {
  const payment = await paymentOfRefund(context, refund)
  const provider = providerOf(ports, payment.provider)
  invariant(payment.externalId !== null && payment.captured, `payment ${payment.id} took money`)
  if (provider.refund === null) return completeOnBalance(context, refund)
  const isDone = await hasGoneBack(context, provider, payment, refund)
  if (isDone === null) return putOffRefund(context, refund)
  const account = `provider:${provider.name}`
  if (isDone) return complete(context, refund, () => account)
  const returnedMinor = payment.refundedMinor + refund.amountMinor
  const isWhole = returnedMinor === payment.captured.amount
  const answer = await provider.refund(payment.externalId, refund.amountMinor, isWhole)
  await logPayment(context, payment, `refund-${answer.kind}`, {
    refundId: refund.id,
    attempt: refund.attemptCount,
    ...(answer.kind === 'answered' ? {} : { detail: answer.detail }),
  })
  if (answer.kind === 'answered') return complete(context, refund, () => account)
  const nextDay = answer.kind === 'refused' ? nextDayOf(context, provider, payment) : null
  if (nextDay) return putOffRefund(context, refund, nextDay)
  if (refund.attemptCount >= attemptsBeforeAlarm) {
    const { id: refundId, attemptCount: attempts } = refund
    context.log.error({ ...loggedPayment(payment), refundId, attempts }, 'a refund is stuck')
  }
  await putOffRefund(context, refund)
}

/**
 * When the provider will make another refund of a payment that has had its one on the day it was paid; null where the
 * day is no reason to refuse. Its own clock decides, so it is asked first.
 */
function nextDayOf(
  { clock }: Context,
  { isOneRefundOnDay }: PaymentProvider,
  { createdAt, refundedMinor }: Payment,
): Date | null {
  const today = dayOf(clock.now())
  const isOfToday = Temporal.PlainDate.compare(dayOf(createdAt), today) === 0
  if (!isOneRefundOnDay || refundedMinor === 0 || !isOfToday) return null
  return instantOf(today.add({ days: 1 }))
}

/** Whether the provider has already executed this refund; null when that is unknown now. */
async function hasGoneBack(
  context: Context,
  provider: PaymentProvider,
  payment: Payment,
  refund: Refund,
): Promise<boolean | null> {
  const answer = await provider.read(payment.externalId ?? '')
  if (answer.kind !== 'answered' || answer.value.isReturning) {
    await logPayment(context, payment, 'refund-waits', { refundId: refund.id, answer: answer.kind })
    return null
  }
  return answer.value.returnedMinor >= payment.refundedMinor + refund.amountMinor
}

/**
 * The provider supports no refunds, so the amount is credited to the buyer's balance. A guest's is stored as guest
 * credit of the order until they sign in. The order's owner is read under its lock, which claiming the order takes as
 * well, so concurrent claims cannot misdirect the money.
 */
function completeOnBalance(context: Context, refund: Refund): Promise<void> {
  return complete(context, refund, (payment, order) => {
    const customerId = payment.purpose === 'order' ? order?.customerId : payment.customerId
    return customerId ? customerAccount(customerId) : guestCreditAccount(payment.orderKey)
  })
}

/** One transaction: the refund is finished and posted to the ledger, or neither. */
async function complete(
  context: Context,
  refund: Refund,
  accountOf: (payment: Payment, order: Order | null) => string,
): Promise<void> {
  const { orderKey } = await paymentOfRefund(context, refund)
  await inTransaction(context, async (inside) => {
    const order = await lockOrder(inside, { orderKey })
    const payment = await finishRefund(inside, refund)
    if (!payment) return ok(null)
    const account = accountOf(payment, order.ok ? order.value : null)
    await postRefund(inside, payment, account, refund)
    await logPayment(inside, payment, 'refunded', { refundId: refund.id, to: account })
    await finishCardWithdrawal(inside, refund.id)
    if (payment.purpose === 'order' && account.startsWith('provider:'))
      await enqueue(
        inside,
        refundDoneEmailJob,
        { refundId: refund.id },
        { singletonKey: refund.id },
      )
    return ok(null)
  })
}
