import { setTimeout as pause } from 'node:timers/promises'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  missingDetails,
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
  rankAcquirers,
  sessionMinutes,
  type ChargeableCard,
  type Payment,
  type PaymentProvider,
} from '#modules/payments/server/public-api.ts'
import { capabilitiesOf } from '#modules/payments/capability-shapes.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { paymentAddresses } from './addresses.ts'
import { chargeCard } from './charge-card.ts'
import { checkUnchanged, noteRefusal } from './check-unchanged.ts'
import { closeLostCreation } from './close-lost-creation.ts'
import { expirePayingOrder } from './expire-paying-orders.ts'
import { probableCardCountry } from './card-country.ts'
import { askProvider, recordCreation } from './open-session.ts'
import { findProvider, type CheckoutPorts } from './ports.ts'

export interface StartPaymentOptions {
  readonly orderKey: string
  /** Number of the specification; when absent the shop chooses the acquirer (`rankAcquirers`). */
  readonly provider?: number | undefined
  /** Return path on our own origin; the default return page when absent. */
  readonly continueUrl?: string
  /** Saves the card; signed-in customers only. */
  readonly saveCard?: boolean
  /** A saved card of the caller: it is charged directly by the provider that stores it. */
  readonly cardId?: string
  /** Another person who pays the order; its owner when absent. */
  readonly payer?: InvitedPayer
}

/** Permission to pay another person's order, and nothing else. Both checks run under the order's lock. */
export interface InvitedPayer {
  /** Whether they may continue a payment that is already open. */
  readonly began: (context: Context, payment: Payment) => Promise<boolean>
  /** Records that a payment is theirs, or refuses it. */
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

/** The same, with the order as it was when the payment started, so that callers need not read it again. */
export async function startOrderPayment(
  context: Context,
  ports: CheckoutPorts,
  options: StartPaymentOptions,
): Promise<Result<StartedPayment, ErrorCode>> {
  const { cardId } = options
  const card = cardId === undefined ? null : await findOwnCard(context, cardId)
  // Another customer's card is treated as not found.
  if (cardId !== undefined && !card) return fail('NotFound')
  const wanted = card?.provider ?? options.provider
  if (wanted === undefined) return startWithAnyAcquirer(context, ports, options)
  const provider = findProvider(ports, wanted)
  if (!provider || (card && !provider.charge)) return fail('PaymentProviderNotAvailable')
  const attempt = await startWith(context, ports, () => provider, { ...options, card })
  return attempt.result
}

/**
 * Asks the acquirers in turn until one opens its page. The next is asked only when the previous one has certainly
 * opened nothing: an unknown payment remains the order's open one, and no other acquirer is asked.
 */
async function startWithAnyAcquirer(
  context: Context,
  ports: CheckoutPorts,
  options: StartPaymentOptions,
): Promise<Result<StartedPayment, ErrorCode>> {
  const refusedBy = new Set<number>()
  const { costs, health } = ports.acquiring
  const choose = (order: Order): PaymentProvider | undefined => {
    const now = context.clock.now()
    const question = {
      currency: order.currency,
      country: probableCardCountry(order.buyer.phone),
      savesCard: options.saveCard === true,
    }
    const isDown = (provider: number): boolean => health.isDown(provider, now)
    return rankAcquirers(ports.providers, question, { costs, isDown }).find(
      ({ number }) => !refusedBy.has(number),
    )
  }
  let last: Result<StartedPayment, ErrorCode> | null = null
  for (;;) {
    const attempt = await startWith(context, ports, choose, { ...options, card: null })
    if (attempt.refusedBy === null) {
      const isNobodyLeft = !attempt.result.ok && attempt.result.code === noProvider
      return isNobodyLeft && last ? last : attempt.result
    }
    refusedBy.add(attempt.refusedBy)
    last = attempt.result
  }
}

const noProvider = 'PaymentProviderNotAvailable'

interface Attempt {
  readonly result: Result<StartedPayment, ErrorCode>
  /** The acquirer that certainly opened nothing, so that the order can be paid elsewhere; null otherwise. */
  readonly refusedBy: number | null
}

/** One attempt at one provider, chosen while the order is locked. */
async function startWith(
  context: Context,
  ports: CheckoutPorts,
  choose: (order: Order) => PaymentProvider | undefined,
  options: StartPaymentOptions & { readonly card: ChargeableCard | null },
  /** Once, when the open payment turns out to be one that nobody can pay. */
  mayBeginAgain = true,
): Promise<Attempt> {
  const { card, cardId, continueUrl } = options
  const ended = (result: Result<StartedPayment, ErrorCode>): Attempt => ({
    result,
    refusedBy: null,
  })
  const begun = await inTransaction(context, (inside) =>
    beginPayment(inside, ports, choose, options),
  )
  if (!begun.ok) {
    if (begun.code === 'OrderExpired') await closeExpired(context, ports, options.orderKey)
    await noteRefusal(context, options.orderKey, begun.code)
    return ended(begun)
  }
  const { payment, order, provider } = begun.value
  const started = (result: Result<Payment, ErrorCode>): Result<StartedPayment, ErrorCode> =>
    result.ok ? ok({ order, payment: result.value }) : result
  if (!provider) {
    const open = await closeLostCreation(context, ports, await whenCreated(context, payment))
    if (open.state === 'canceled' && mayBeginAgain)
      return startWith(context, ports, choose, options, false)
    const wanted = { provider: options.provider, cardId: cardId ?? null }
    return ended(started(answerOpen(context, open, wanted)))
  }
  const description = `Bileti ${order.orderNumber}`
  if (card) {
    const charged = await chargeCard(context, ports, { payment, card, description })
    // The outcome of the charge has changed the order too.
    return ended(charged.ok ? ok({ order: null, payment: charged.value }) : charged)
  }
  const hidesOrder = options.payer !== undefined
  const asked = { payment, description, continueUrl, hidesOrder }
  const answer = await askProvider(context, provider, asked)
  ports.acquiring.health.note(provider.number, answer.kind, context.clock.now())
  const result = started(await recordCreation(context, payment, answer))
  // If a callback arrived before the refusal, there is a session after all.
  const isRefused = answer.kind === 'refused' && !result.ok
  return isRefused && (await isClosed(context, payment))
    ? { result, refusedBy: provider.number }
    : ended(result)
}

/** Whether a refused payment is final. */
async function isClosed(context: Context, { id }: Payment): Promise<boolean> {
  return (await findPayment(context, id))?.state === 'canceled'
}

export interface StartedPayment {
  /** The order as it was when the payment started; null when it may have changed since. */
  readonly order: Order | null
  readonly payment: Payment
}

interface Begun {
  readonly order: Order
  readonly payment: Payment
  /** The provider to ask; null when the payment was already open. */
  readonly provider: PaymentProvider | null
}

/** Under the order's lock: all checks that forbid paying, then the payment and the order's state. */
export async function beginPayment(
  context: Context,
  ports: CheckoutPorts,
  choose: (order: Order) => PaymentProvider | undefined,
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
  if (open) return ok({ order, provider: null, payment: open })
  const refused = checkPayable(context, order)
  if (!refused.ok) return refused
  const missing = isFirst ? await missingDetails(context, ports.orders.sources, order) : null
  if (missing) return fail(missing)
  const unproved = isFirst ? await missingCheck(context, ports.orders.sources, order) : null
  if (unproved) return fail(unproved)
  const unchanged = await checkUnchanged(context, order)
  if (!unchanged.ok) return unchanged
  const provider = choose(order)
  if (!provider?.currencies.includes(order.currency)) return fail(noProvider)
  const now = context.clock.now()
  const minutes = sessionMinutes(now, order.deadlineAt, provider.sessionMinutesMax)
  if (minutes === 0) return fail('OrderExpired')
  // A person who pays for another saves no card and is not the payment's customer.
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
  if (order.status === orderStatus.PaymentPending) return ok({ order, provider, payment })
  const moved = await moveOrder(context, order, orderStatus.PaymentPending, 'payment-started')
  return moved.ok ? ok({ order: moved.value, provider, payment }) : moved
}

/**
 * An order is payable in checkout, and again in payment when none of its payments is open any more: the provider never
 * opened the last one, or its session has ended without money.
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
export async function closeExpired(
  context: Context,
  ports: CheckoutPorts,
  orderKey: string,
): Promise<void> {
  await expireOrder(context, orderKey)
  await expirePayingOrder(context, ports, orderKey)
}

const createWaitMilliseconds = 5_000
const createPauseMilliseconds = 100
/** When to try again while a reply is awaited; a lost charge is looked up by then. */
const retrySeconds = 10

/** The open payment, once the provider has answered the first click. */
async function whenCreated(context: Context, open: Payment): Promise<Payment> {
  let payment = open
  const turns = createWaitMilliseconds / createPauseMilliseconds
  for (let turn = 0; turn < turns && payment.state === 'created'; turn += 1) {
    await pause(createPauseMilliseconds)
    payment = (await findPayment(context, open.id)) ?? open
  }
  return payment
}

/** A second click: the open payment, if it is the one that is asked for. */
function answerOpen(
  context: Context,
  payment: Payment,
  { provider, cardId }: { readonly provider: number | undefined; readonly cardId: string | null },
): Result<Payment, ErrorCode> {
  // A charge has no payment page: a repeated request reports the state of the one charge.
  if (payment.cardId !== null) return payment.cardId === cardId ? ok(payment) : inProgress(payment)
  // The reply was lost, and the bank has been asked: the order is paid.
  if (payment.state === 'captured') return ok(payment)
  const mayGoThere = payment.approvalUrl !== null && payment.expiresAt > context.clock.now()
  const isMeant =
    provider === undefined
      ? capabilitiesOf(payment.provider).takesCards
      : payment.provider === provider
  return isMeant && mayGoThere ? ok(payment) : inProgress(payment)
}

/** While the outcome of a request is awaited, another attempt is soon worth its while. */
function inProgress({ approvalUrl }: Payment): Result<never, ErrorCode> {
  return approvalUrl === null
    ? fail('PaymentInProgress', { retryAfterSeconds: retrySeconds })
    : fail('PaymentInProgress')
}
