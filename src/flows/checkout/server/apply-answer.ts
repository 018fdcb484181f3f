import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'
import { invariant } from '#kernel/result.ts'
import type { Money } from '#kernel/money.ts'
import { sellPlaces } from '#modules/inventory/server/public-api.ts'
import {
  missingCheck,
  moveOrder,
  orderAllocations,
  releaseBalances,
  releaseOrderPlaces,
  requestConfirmations,
  retakeBalances,
  type MoveReason,
  type Order,
} from '#modules/orders/server/public-api.ts'
import {
  matchesRequest,
  isAbandoned,
  isOpenState,
  saveCard,
  loggedPayment,
  logPayment,
  movePayment,
  requestRefund,
  recheckAt,
  type Payment,
  type ProviderPayment,
  type RefundReason,
} from '#modules/payments/server/public-api.ts'
import {
  changesOfOrder,
  refundEmailJob,
  waitingEmailJob,
} from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { postCapture, postSale } from './ledger-entries.ts'
import { lockReplaced, providerOf, type CheckoutPorts } from './ports.ts'
import { openSecondPayment, sentSince } from './second-capture.ts'
import { tellUnpaid } from './tell-unpaid.ts'

/** Rows locked while a provider's answer is applied: the order first, then its payment. */
export interface Locked {
  readonly order: Order
  readonly payment: Payment
}

/** The outcome of a payment. */
export interface Applied {
  readonly payment: Payment
  /** The order, if this payment has just finished it; null when it has another state or must be read. */
  readonly finished: Order | null
}

/** Applies a provider's answer in the transaction that holds both locks. Returns the updated payment. */
export async function applyAnswer(
  context: Context,
  ports: CheckoutPorts,
  locked: Locked,
  said: ProviderPayment,
): Promise<Applied> {
  const isCapture = said.state === 'captured'
  if (isCapture && (said.capturedMinor > 0 || locked.payment.amount.amount <= 0))
    return applyCapture(context, ports, locked, said)
  const payment = isCapture
    ? await applyNothing(context, locked)
    : await applyState(context, locked, said)
  return { payment, finished: null }
}

/** Applies a state without money. */
async function applyState(
  context: Context,
  locked: Locked,
  said: ProviderPayment,
): Promise<Payment> {
  const { payment } = locked
  if (payment.captured !== null) {
    await logPayment(context, payment, 'contradiction', { said: said.state, was: payment.state })
    context.log.warn(
      { ...loggedPayment(payment), said: said.state },
      'failure after success ignored',
    )
    return movePayment(context, payment, payment.state, { askAgainAt: null })
  }
  const now = context.clock.now()
  const askAgainAt = recheckAt(payment, now)
  if (!isOpenState(payment.state)) {
    return movePayment(context, payment, payment.state, { askAgainAt })
  }
  if (said.state === 'declined')
    return applyDecline(context, locked, said.failureCode ?? 'declined', askAgainAt)
  if (said.state !== 'pending')
    return movePayment(context, payment, said.state, {
      askAgainAt,
      ...(said.failureCode !== null && { failureCode: said.failureCode }),
    })
  if (isAbandoned(payment, now, true)) {
    return movePayment(context, payment, 'expired', { askAgainAt: null })
  }
  return movePayment(context, payment, 'pending')
}

/** A success without an amount is no success: logged, and ended like a declined card. */
async function applyNothing(context: Context, locked: Locked): Promise<Payment> {
  const { payment } = locked
  const askAgainAt = payment.captured === null ? recheckAt(payment, context.clock.now()) : null
  await logPayment(context, payment, 'captured-nothing', { was: payment.state })
  context.log.warn(loggedPayment(payment), 'a provider speaks of a success without money')
  if (!isOpenState(payment.state))
    return movePayment(context, payment, payment.state, { askAgainAt })
  return applyDecline(context, locked, 'captured-nothing', askAgainAt)
}

/** Delay before the email about a declined payment, so that a buyer on the page can try another card first. */
const triesAgainSeconds = 120

/** Delay before the email that a supplier has yet to confirm tickets. */
const answersSoonSeconds = 60

/** A declined card ends the order; its places stay held until the deadline so that it can be retried. */
async function applyDecline(
  context: Context,
  { order, payment }: Locked,
  failureCode: string,
  askAgainAt: Date | null,
): Promise<Payment> {
  if (order.status === orderStatus.PaymentPending) {
    await moveTo(context, order, orderStatus.Failed, 'payment-failed')
    // A buyer who retries during the delay gets no email.
    const startAfter = new Date(context.clock.now().getTime() + triesAgainSeconds * 1_000)
    await tellUnpaid(context, order, startAfter)
  }
  return movePayment(context, payment, 'declined', { failureCode, askAgainAt })
}

/**
 * Money was taken. Whatever the state of the order, it ends with tickets or a refund: tickets when the amount is
 * right and the same places can be sold, also after the deadline.
 */
async function applyCapture(
  context: Context,
  ports: CheckoutPorts,
  locked: Locked,
  said: ProviderPayment,
): Promise<Applied> {
  const { order } = locked
  const unfinished = (payment: Payment): Applied => ({ payment, finished: null })
  const captured = { amount: said.capturedMinor, currency: said.currency }
  if (locked.payment.captured !== null) {
    const { isPush } = providerOf(ports, locked.payment.provider)
    const more = isPush ? await sentSince(context, locked.payment, said) : said
    const second = more && (await openSecondPayment(context, locked.payment, more))
    if (!more || !second)
      return unfinished(
        await movePayment(context, locked.payment, locked.payment.state, { askAgainAt: null }),
      )
    const payment = await recordCapture(context, ports, second, more)
    const taken = { amount: more.capturedMinor, currency: more.currency }
    return unfinished(await releaseOrder(context, { order, payment }, taken, 'duplicate'))
  }
  const payment = await recordCapture(context, ports, locked.payment, said)
  if (said.card) await saveCard(context, payment, said.card)
  const asked = { amount: order.totalMinor, currency: order.currency }
  const { isPush } = providerOf(ports, payment.provider)
  const arrived = matchesRequest(asked, payment.amount) ? compareSent(asked, captured) : 'other'
  const isEnough = arrived === 'exact' || (isPush && arrived === 'more')
  if (!isEnough || said.returnedMinor > 0) {
    if (order.status === orderStatus.PaymentPending) {
      await moveTo(context, order, orderStatus.Failed, 'payment-failed')
    }
    const isShort = isPush && arrived === 'less'
    const reason = isShort ? 'underpaid' : 'mismatch'
    return unfinished(await releaseOrder(context, { order, payment }, captured, reason))
  }
  if (!mayStillBeSold(order.status))
    return unfinished(await releaseOrder(context, { order, payment }, captured, 'duplicate'))
  const isInTime = order.status === orderStatus.PaymentPending
  const isAllowed = isInTime || (await isWithinLimits(context, ports, order))
  const covered = isInTime ? order : isAllowed ? await retakeBalances(context, order) : null
  const replaced = covered && (await lockReplaced(context, ports, covered))
  const sold = replaced && (await sellPlaces(context, orderAllocations(covered.lines)))
  if (!covered || !replaced || !sold?.ok) {
    await closeUnsold(context, covered ?? order)
    const { isEnded } = await changesOfOrder(context, order)
    const why = isEnded ? 'cancelled' : 'late'
    return unfinished(await releaseOrder(context, { order, payment }, captured, why))
  }
  const reason = isInTime ? 'payment-captured' : 'late-payment'
  await replaced()
  const finished = await finishOrder(context, ports, covered, reason)
  if (arrived === 'exact') return { payment, finished }
  const surplus = { amount: captured.amount - asked.amount, currency: captured.currency }
  return unfinished(await releaseOrder(context, { order, payment }, surplus, 'surplus'))
}

/** Tickets of an order that has ended count for nobody, so its person may have bought others meanwhile. */
async function isWithinLimits(
  context: Context,
  ports: CheckoutPorts,
  order: Order,
): Promise<boolean> {
  return (await missingCheck(context, ports.orders.sources, order)) !== 'PrivateNumberUsedUp'
}

/** Compares the amount taken with the amount requested. */
function compareSent(asked: Money, taken: Money): 'exact' | 'more' | 'less' | 'other' {
  if (asked.currency !== taken.currency) return 'other'
  if (asked.amount === taken.amount) return 'exact'
  return taken.amount > asked.amount ? 'more' : 'less'
}

async function recordCapture(
  context: Context,
  ports: CheckoutPorts,
  payment: Payment,
  said: ProviderPayment,
): Promise<Payment> {
  const captured = { amount: said.capturedMinor, currency: said.currency }
  await postCapture(context, payment, providerOf(ports, payment.provider).name, captured)
  const { externalId = payment.externalId } = said
  return movePayment(context, payment, 'captured', {
    captured,
    askAgainAt: null,
    ...(externalId === null ? {} : { externalId }),
    log: { kind: 'captured', detail: { captured, was: payment.state } },
  })
}

/** Waiting for this payment, or ended without one: late money reopens these. */
function mayStillBeSold(status: OrderStatus): boolean {
  const { PaymentPending, Timeout, Canceled, Failed } = orderStatus
  return ([PaymentPending, Timeout, Canceled, Failed] as OrderStatus[]).includes(status)
}

/**
 * Places are sold: the ledger, the state and the tickets follow in the same transaction. Tickets that a supplier has to
 * confirm are issued when it has; until then the order waits for them.
 */
export async function finishOrder(
  context: Context,
  ports: CheckoutPorts,
  order: Order,
  reason: MoveReason,
): Promise<Order> {
  await postSale(context, order)
  const waiting = await requestConfirmations(context, ports.suppliers ?? [], order)
  if (waiting.size === 0) {
    const processed = await moveTo(context, order, orderStatus.Processed, reason)
    await ports.issueTickets(context, processed)
    return processed
  }
  const sold = await moveTo(context, order, orderStatus.WaitingForTicket, reason)
  const own = sold.lines.filter(({ id }) => !waiting.has(id))
  await ports.issueTickets(context, { ...sold, lines: own })
  // An immediate reply of the supplier is applied before the buyer is told to wait.
  const startAfter = new Date(context.clock.now().getTime() + answersSoonSeconds * 1_000)
  await enqueue(
    context,
    waitingEmailJob,
    { orderId: order.id },
    { singletonKey: `${order.id}`, startAfter },
  )
  return sold
}

/** The places were sold to another order: those that this order still holds are released too. */
async function closeUnsold(context: Context, order: Order): Promise<void> {
  await releaseOrderPlaces(context, [order])
  await releaseBalances(context, [order])
  if (order.status === orderStatus.PaymentPending) {
    await moveTo(context, order, orderStatus.Timeout, 'deadline-passed')
  }
}

/** Refunds the whole amount, or the excess, once: the key is the payment. The buyer is notified by email. */
async function releaseOrder(
  context: Context,
  { order, payment }: Locked,
  { amount }: Money,
  reason: RefundReason,
): Promise<Payment> {
  const refund = await requestRefund(context, payment, {
    amountMinor: amount,
    reason,
    idempotencyKey: `${reason === 'surplus' ? 'surplus' : 'whole'}:${payment.id}`,
  })
  if (refund) {
    await logPayment(context, payment, 'refund-requested', { refundId: refund.id, reason })
    context.log.warn({ ...loggedPayment(payment), reason }, 'money goes back')
    await enqueue(
      context,
      refundEmailJob,
      { orderId: order.id, refundId: refund.id },
      { singletonKey: refund.id },
    )
  }
  return { ...payment, state: 'refunding' }
}

/** A transition whose conditions were checked above. */
async function moveTo(
  context: Context,
  order: Order,
  to: OrderStatus,
  reason: MoveReason,
): Promise<Order> {
  const moved = await moveOrder(context, order, to, reason)
  invariant(moved.ok, `order ${order.orderKey} moves from ${order.status} to ${to}`)
  return moved.value
}
