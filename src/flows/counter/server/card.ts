import { noteRefusal } from '#flows/checkout/server/check-unchanged.ts'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { sendCharge } from '#flows/checkout/server/charge-card.ts'
import { settleOrder } from '#flows/checkout/server/complete-order.ts'
import { findProvider } from '#flows/checkout/server/ports.ts'
import { money } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  findOpenShift,
  holdsTerminal,
  lockShift,
  recordCardPayment,
  type Shift,
} from '#modules/box-office/server/public-api.ts'
import {
  missingDetails,
  checkoutOrder,
  findOrder,
  isOpen,
  extendLockedOrder,
  moveOrder,
  type GivenExtra,
  type Order,
} from '#modules/orders/server/public-api.ts'
import {
  insertPayment,
  isOpenState,
  listPayments,
  movePayment,
  terminalNumber,
  terminalReference,
  type Payment,
} from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { findBasket } from './baskets.ts'
import { lockPayable } from './payable.ts'
import type { CounterPorts } from './ports.ts'

/** A buyer at the terminal needs no longer than this; later payments are found and settled too. */
const paymentMinutes = 5

export interface CardSale {
  readonly orderKey: string
  readonly buyerName: string
  readonly buyerEmail: string
  readonly buyerPhone: string
  readonly extras?: readonly GivenExtra[] | undefined
}

/** The outcome of a card payment at the counter. */
export interface CardOutcome {
  readonly state: 'sold' | 'declined' | 'waiting'
  readonly order: Order
  /** The terminal's own reason why it took nothing. */
  readonly reason: string | null
}

/**
 * Charges the held places at the card terminal of the shift: the payment is recorded with its key at the terminal, then
 * the terminal is asked, then its answer is applied as for every payment. After a crash at any point the worker queries
 * the terminal for the outcome.
 */
export async function payByCard(
  context: Context,
  ports: CounterPorts,
  actor: StaffActor,
  sale: CardSale,
): Promise<Result<CardOutcome, ErrorCode>> {
  const shift = await findOpenShift(context, actor.staffId)
  if (!shift) return fail('ShiftNotOpen')
  const provider = findProvider(ports.checkout, terminalNumber)
  if (shift.terminal === '' || !provider) return fail('PaymentProviderNotAvailable')
  const basket = await findBasket(context, actor, sale.orderKey)
  if (!basket.ok) return basket
  const { counter } = basket.value
  const { orderKey, orderNumber } = basket.value.order
  // An earlier charge without an answer: the terminal is asked for it before it is asked for another.
  if (basket.value.order.status === orderStatus.PaymentPending) {
    await settleOrder(counter, ports.checkout, basket.value.order)
    const found = await outcomeOf(counter, orderKey)
    if (!found.ok || found.value.state === 'sold') return found
  }
  const begun = await inTransaction<Result<Payment, ErrorCode>>(counter, async (inside) => {
    const locked = await lockShift(inside, actor)
    if (!locked.ok) return locked
    // Also for a shift that was opened before its terminal was taken back.
    if (!(await holdsTerminal(inside, locked.value))) return fail('TerminalNotGiven')
    return begin(inside, ports, locked.value, { ...sale, orderKey })
  })
  if (!begun.ok) {
    await noteRefusal(counter, orderKey, begun.code)
    return begun
  }
  const charged = await sendCharge(counter, ports.checkout, {
    payment: begun.value,
    token: shift.terminal,
    callbackUrl: '',
    description: orderNumber,
  })
  if (!charged.ok && charged.code !== 'PaymentProviderFailed') return charged
  return outcomeOf(counter, orderKey)
}

/** Queries the terminal again about a payment without an answer. */
export async function askAboutCard(
  context: Context,
  ports: CounterPorts,
  actor: StaffActor,
  orderKey: string,
): Promise<Result<CardOutcome, ErrorCode>> {
  const basket = await findBasket(context, actor, orderKey)
  if (!basket.ok) return basket
  const { counter, order } = basket.value
  await settleOrder(counter, ports.checkout, order)
  return outcomeOf(counter, order.orderKey)
}

async function outcomeOf(
  context: Context,
  orderKey: string,
): Promise<Result<CardOutcome, ErrorCode>> {
  const order = await findOrder(context, { orderKey })
  invariant(order, 'an order that is paid for is there')
  const { Processed, WaitingForTicket, Transferred } = orderStatus
  const payments = await listPayments(context, orderKey)
  if (
    order.status === Processed ||
    order.status === WaitingForTicket ||
    order.status === Transferred
  )
    return ok({ state: 'sold', order, reason: null })
  if (payments.some(({ state }) => isOpenState(state)))
    return ok({ state: 'waiting', order, reason: null })
  return ok({ state: 'declined', order, reason: payments[0]?.failureCode ?? null })
}

async function begin(
  context: Context,
  ports: CounterPorts,
  shift: Shift,
  sale: CardSale,
): Promise<Result<Payment, ErrorCode>> {
  const payable = await lockPayable(context, sale.orderKey)
  if (!payable.ok) return payable
  const { sources } = ports.checkout.orders
  const now = context.clock.now()
  const expiresAt = new Date(now.getTime() + paymentMinutes * 60_000)
  let order = payable.value
  // Places must not expire while the buyer presents the card.
  if (order.deadlineAt < expiresAt) {
    const longer = await extendLockedOrder(context, order, expiresAt)
    if (!longer.ok) return longer
    order = longer.value
  }
  if (isOpen(order.status)) {
    const checked = await checkoutOrder(context, sources, {
      orderKey: order.orderKey,
      buyer: { name: sale.buyerName, email: sale.buyerEmail, phone: sale.buyerPhone },
      acceptTerms: true,
      extras: sale.extras ?? [],
    })
    if (!checked.ok) return checked
    order = checked.value
    const missing = await missingDetails(context, sources, order)
    if (missing) return fail(missing)
    const moved = await moveOrder(context, order, orderStatus.PaymentPending, 'payment-started')
    if (!moved.ok) return moved
    order = moved.value
  }
  const amount = money(order.totalMinor, order.currency)
  if (amount.amount === 0) return fail('OrderStatusNotAllowed')
  const made = await insertPayment(context, {
    orderKey: order.orderKey,
    provider: terminalNumber,
    amount,
    expiresAt,
  })
  invariant(made, 'an order that is locked and has no open payment can be given one')
  const payment = await movePayment(context, made, 'created', {
    externalId: terminalReference(shift.terminal, made.id),
  })
  await recordCardPayment(context, shift, {
    paymentId: payment.id,
    orderNumber: order.orderNumber,
    amountMinor: amount.amount,
  })
  return ok(payment)
}
