import { setTimeout as pause } from 'node:timers/promises'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  areExtrasMissing,
  expireOrder,
  lockOrder,
  missingCheck,
  moveOrder,
  ownsOrder,
  type Order,
} from '#modules/orders/server/public-api.ts'
import {
  findOpenPayment,
  findOwnCard,
  findPayment,
  insertPayment,
  lockPayment,
  logPayment,
  movePayment,
  openPayment,
  sessionMinutes,
  type Answer,
  type CreatedPayment,
  type Payment,
  type PaymentProvider,
} from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { paymentAddresses } from './addresses.ts'
import { chargeCard } from './charge-card.ts'
import { expirePayingOrder } from './expire-paying-orders.ts'
import { findProvider, type CheckoutPorts } from './ports.ts'

export interface StartPaymentOptions {
  readonly orderKey: string
  /** Number of the specification. */
  readonly provider: number
  /** A path of ours to come back to; the page that reports back when absent. */
  readonly continueUrl?: string
  /** Saves the card; signed-in customers only. */
  readonly saveCard?: boolean
  /** A saved card of the caller: it is charged directly by the provider that stores it. */
  readonly cardId?: string
  /** Another person who pays the order; its owner when absent. */
  readonly payer?: InvitedPayer
}

/** What permits somebody to pay for another, and nothing else. Both are checked under the order's lock. */
export interface InvitedPayer {
  /** Whether they may go on with a payment that is open already. */
  readonly began: (context: Context, payment: Payment) => Promise<boolean>
  /** Writes down that a payment is theirs, or refuses it. */
  readonly begin: (
    context: Context,
    order: Order,
    payment: Payment,
  ) => Promise<Result<null, ErrorCode>>
}

/**
 * Starts the payment of the caller's own order, or returns the one that is open already. The payment is recorded and
 * the order updated first, then the provider is called outside any transaction, then its answer is recorded. After a
 * crash at any point the poller finds the payment, and no second one is created.
 */
export async function startPayment(
  context: Context,
  ports: CheckoutPorts,
  options: StartPaymentOptions,
): Promise<Result<Payment, ErrorCode>> {
  const started = await startOrderPayment(context, ports, options)
  return started.ok ? ok(started.value.payment) : started
}

/** The same, with the order as it went to payment, so that callers need not read it again. */
export async function startOrderPayment(
  context: Context,
  ports: CheckoutPorts,
  options: StartPaymentOptions,
): Promise<Result<StartedPayment, ErrorCode>> {
  const { cardId } = options
  const card = cardId === undefined ? null : await findOwnCard(context, cardId)
  // A card of somebody else's is no card.
  if (cardId !== undefined && !card) return fail('NotFound')
  const provider = findProvider(ports, card?.provider ?? options.provider)
  if (!provider || (card && !provider.charge)) return fail('PaymentProviderNotAvailable')
  const begun = await inTransaction(context, (inside) => begin(inside, ports, provider, options))
  if (!begun.ok) {
    if (begun.code === 'OrderExpired') await closeExpired(context, ports, options.orderKey)
    return begun
  }
  const { payment, isNew, order } = begun.value
  const started = (result: Result<Payment, ErrorCode>) =>
    result.ok ? ok({ order, payment: result.value }) : result
  if (!isNew) return started(await answerOpen(context, payment, provider.number, cardId ?? null))
  const description = `Bileti ${order.orderNumber}`
  if (card) {
    const charged = await chargeCard(context, ports, { payment, card, description })
    // What the charge came to has changed the order too.
    return charged.ok ? ok({ order: null, payment: charged.value }) : charged
  }
  const { continueUrl } = options
  const hidesOrder = options.payer !== undefined
  const asked = { payment, description, continueUrl, hidesOrder }
  const answer = await askProvider(context, provider, asked)
  return started(await recordCreation(context, payment, answer))
}

export interface StartedPayment {
  /** As it went to pay; null when it may have changed since. */
  readonly order: Order | null
  readonly payment: Payment
}

interface Begun {
  readonly order: Order
  readonly payment: Payment
  readonly isNew: boolean
}

/** Under the order's lock: all checks that forbid paying, then the payment and the order's state. */
async function begin(
  context: Context,
  ports: CheckoutPorts,
  provider: PaymentProvider,
  options: StartPaymentOptions,
): Promise<Result<Begun, ErrorCode>> {
  const locked = await lockOrder(context, { orderKey: options.orderKey })
  const { payer } = options
  if (!locked.ok || !(payer || ownsOrder(context.actor, locked.value))) return fail('OrderNotFound')
  const order = locked.value
  // An order leaves the state Checkout for good with its first payment.
  const isFirst = order.status === orderStatus.Checkout
  const open = isFirst ? null : await findOpenPayment(context, order.orderKey)
  if (open && payer && !(await payer.began(context, open))) return fail('PaymentInProgress')
  if (open) return ok({ order, payment: open, isNew: false })
  const refused = checkPayable(context, order)
  if (!refused.ok) return refused
  if (isFirst && (await areExtrasMissing(context, ports.orders.sources, order)))
    return fail('ExtraFieldsMissing')
  const unproved = isFirst ? await missingCheck(context, ports.orders.sources, order) : null
  if (unproved) return fail(unproved)
  if (!provider.currencies.includes(order.currency)) return fail('PaymentProviderNotAvailable')
  const now = context.clock.now()
  const minutes = sessionMinutes(now, order.deadlineAt, provider.sessionMinutesMax)
  if (minutes === 0) return fail('OrderExpired')
  // Somebody who pays for another saves no card here and is not the payment's customer.
  const customerId = !payer && context.actor.kind === 'customer' ? context.actor.customerId : null
  const payment = await insertPayment(context, {
    orderKey: order.orderKey,
    customerId,
    saveCard: customerId !== null && options.saveCard === true && options.cardId === undefined,
    cardId: options.cardId ?? null,
    provider: provider.number,
    amount: { amount: order.totalMinor, currency: order.currency },
    expiresAt: new Date(now.getTime() + minutes * 60_000),
  })
  invariant(payment, 'an order that is locked and has no open payment can be given one')
  const invited = await payer?.begin(context, order, payment)
  if (invited && !invited.ok) return invited
  const addresses = paymentAddresses(context, payment, {
    continueUrl: options.continueUrl,
    hidesOrder: payer !== undefined,
  })
  if (!addresses.ok) return addresses
  if (order.status === orderStatus.PaymentPending) return ok({ order, payment, isNew: true })
  const moved = await moveOrder(context, order, orderStatus.PaymentPending, 'payment-started')
  return moved.ok ? ok({ order: moved.value, payment, isNew: true }) : moved
}

/**
 * An order is payable at checkout, and again while it waits for a payment none of which is open any more:
 * the provider never opened the last one, or its session has ended without money.
 */
function checkPayable(context: Context, order: Order): Result<null, ErrorCode> {
  const { Checkout, PaymentPending, Timeout } = orderStatus
  if (order.status === Timeout) return fail('OrderExpired')
  if (order.status !== Checkout && order.status !== PaymentPending) {
    return fail('OrderStatusNotAllowed')
  }
  if (order.deadlineAt <= context.clock.now()) return fail('OrderExpired')
  if (order.lines.length === 0) return fail('OrderEmpty')
  if (order.buyer.email === '') return fail('BuyerDetailsMissing')
  // Nothing to pay: `complete` finishes such an order.
  if (order.totalMinor === 0) return fail('OrderStatusNotAllowed')
  return ok(null)
}

/** The refusal has rolled back its transaction; an expired order is closed in separate ones. */
async function closeExpired(
  context: Context,
  ports: CheckoutPorts,
  orderKey: string,
): Promise<void> {
  await expireOrder(context, orderKey)
  await expirePayingOrder(context, ports, orderKey)
}

const createWaitMilliseconds = 5_000
const createPauseMilliseconds = 100

/** A second click: the open payment, once the first click has heard from the provider. */
async function answerOpen(
  context: Context,
  open: Payment,
  provider: number,
  cardId: string | null,
): Promise<Result<Payment, ErrorCode>> {
  let payment = open
  const turns = createWaitMilliseconds / createPauseMilliseconds
  for (let turn = 0; turn < turns && payment.state === 'created'; turn += 1) {
    await pause(createPauseMilliseconds)
    payment = (await findPayment(context, open.id)) ?? open
  }
  // A charge has no payment page: a second press reports the state of the one charge.
  if (payment.cardId !== null)
    return payment.cardId === cardId ? ok(payment) : fail('PaymentInProgress')
  const mayGoThere = payment.approvalUrl !== null && payment.expiresAt > context.clock.now()
  return payment.provider === provider && mayGoThere ? ok(payment) : fail('PaymentInProgress')
}

/** Has the provider open a session for a payment that has been written down. */
export function askProvider(
  context: Context,
  provider: PaymentProvider,
  asked: {
    readonly payment: Payment
    readonly description: string
    readonly continueUrl: string | undefined
    /** The returning payer does not learn the order's key. */
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
 * Records the provider's answer. Without one the payment is unknown and only its callbacks can tell more; refused
 * means that no session was opened, so the buyer may retry.
 */
export async function recordCreation(
  context: Context,
  begun: Payment,
  answer: Answer<CreatedPayment>,
): Promise<Result<Payment, ErrorCode>> {
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
  if (answer.kind === 'answered') return recorded
  context.log.warn({ paymentId: begun.id, answer }, 'a payment was not opened')
  return fail('PaymentProviderFailed', { paymentId: begun.id })
}

/** A callback may have been quicker than the answer: then the payment has moved on and only learns its page. */
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
