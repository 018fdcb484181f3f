import { noteRefusal } from '#flows/checkout/server/check-unchanged.ts'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { finishOrder } from '#flows/checkout/server/apply-answer.ts'
import { finishFreeOrder } from '#flows/checkout/server/complete-order.ts'
import { postCapture } from '#flows/checkout/server/ledger-entries.ts'
import { money, type Money } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { addEntry, findOpenShift, lockShift } from '#modules/box-office/server/public-api.ts'
import { counterTypesOf } from '#modules/events/server/public-api.ts'
import { sellPlaces } from '#modules/inventory/server/public-api.ts'
import {
  missingDetails,
  checkoutOrder,
  findOrder,
  isOpen,
  moveOrder,
  orderAllocations,
  type GivenExtra,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { cashNumber, insertPayment, movePayment } from '#modules/payments/server/public-api.ts'
import { findStaffEvent } from '#modules/staff/server/public-api.ts'
import { postTransfer } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { findBasket, holdAtCounter, releaseBasket } from './baskets.ts'
import { lockPayable } from './payable.ts'
import type { CounterPorts } from './ports.ts'

/** Payment at a counter, and its buyer. */
export interface Till {
  /** Cash received, in minor units. */
  readonly givenMinor: number
  readonly buyerName: string
  /** Empty: the tickets are printed only. */
  readonly buyerEmail: string
  readonly buyerPhone: string
  /** Answers to the questions of held places, by their ids. */
  readonly extras?: readonly GivenExtra[] | undefined
}

export interface CounterSale extends Till {
  readonly eventId: number
  readonly ticketTypeId: number
  readonly quantity: number
}

export interface SoldAtCounter {
  readonly order: Order
  readonly total: Money
  readonly change: Money
}

/** Sells the best places for cash in one step. A refused sale holds nothing. */
export async function sellAtCounter(
  context: Context,
  ports: CounterPorts,
  actor: StaffActor,
  sale: CounterSale,
): Promise<Result<SoldAtCounter, ErrorCode>> {
  const { eventId, ticketTypeId, quantity } = sale
  const event = await findStaffEvent(context, actor, eventId)
  if (!event.ok) return event
  if (!(await findOpenShift(context, actor.staffId))) return fail('ShiftNotOpen')
  // Too little cash: nothing is held.
  const offered = await counterTypesOf(context, eventId)
  if (!offered.ok) return offered
  const type = offered.value.types.find((one) => one.ticketTypeId === ticketTypeId)
  if (!type) return fail('TicketTypeNotFound')
  if (type.total.amount * quantity > sale.givenMinor) return fail('CashNotEnough')
  const held = await holdAtCounter(context, ports, actor, {
    eventId,
    seats: [],
    ticketTypeId,
    quantity,
  })
  if (!held.ok) return held
  const { orderKey } = held.value
  const sold = await sellHeld(context, ports, actor, { orderKey, ...sale })
  if (!sold.ok) await releaseBasket(context, actor, { orderKey })
  return sold
}

/**
 * Sells held places, or those reserved under a name, for cash: payment, tickets and drawer are one transaction. After a
 * refusal the places stay held.
 */
export async function sellHeld(
  context: Context,
  ports: CounterPorts,
  actor: StaffActor,
  { orderKey: given, ...till }: Till & { readonly orderKey: string },
): Promise<Result<SoldAtCounter, ErrorCode>> {
  const basket = await findBasket(context, actor, given)
  if (!basket.ok) return basket
  const { counter } = basket.value
  const { orderKey } = basket.value.order
  const sold = await inTransaction<Result<SoldAtCounter, ErrorCode>>(counter, async (inside) => {
    const locked = await lockShift(inside, actor)
    if (!locked.ok) return locked
    const paid = await pay(inside, ports, orderKey, till)
    if (!paid.ok) return paid
    const total = paid.value
    const order = await findOrder(inside, { orderKey })
    invariant(order, 'the order that was sold is there')
    const entry = { kind: 'sale', amountMinor: total.amount } as const
    const entered = await addEntry(inside, locked.value, {
      ...entry,
      orderNumber: order.orderNumber,
    })
    if (!entered.ok) return entered
    await setOff(inside, `counter-cash:${orderKey}`, {
      merchantId: actor.merchantId,
      amountMinor: total.amount,
      reference: orderKey,
    })
    return ok({ order, total, change: money(till.givenMinor - total.amount) })
  })
  if (!sold.ok) await noteRefusal(counter, orderKey, sold.code)
  return sold
}

/** Records the buyer's details and the cash, and issues the tickets, under the lock of the order. */
async function pay(
  context: Context,
  ports: CounterPorts,
  orderKey: string,
  { givenMinor, buyerName, buyerEmail, buyerPhone, extras = [] }: Till,
): Promise<Result<Money, ErrorCode>> {
  const { checkout } = ports
  const payable = await lockPayable(context, orderKey)
  if (!payable.ok) return payable
  let order = payable.value
  // After a declined card the order already has its buyer.
  if (isOpen(order.status)) {
    const { sources } = checkout.orders
    const checked = await checkoutOrder(context, sources, {
      orderKey,
      buyer: { name: buyerName, email: buyerEmail, phone: buyerPhone },
      acceptTerms: true,
      extras,
    })
    if (!checked.ok) return checked
    order = checked.value
    const missing = await missingDetails(context, sources, order)
    if (missing) return fail(missing)
  }
  const total = money(order.totalMinor, order.currency)
  if (total.amount > givenMinor) return fail('CashNotEnough')
  if (total.amount === 0) {
    const free = await finishFreeOrder(context, checkout, order, { isPrinted: true })
    return free.ok ? ok(total) : free
  }
  if (isOpen(order.status)) {
    const moved = await moveOrder(context, order, orderStatus.PaymentPending, 'payment-started')
    if (!moved.ok) return moved
    order = moved.value
  }
  const made = await insertPayment(context, {
    orderKey,
    provider: cashNumber,
    amount: total,
    expiresAt: order.deadlineAt,
  })
  invariant(made, `order ${orderKey} has no open payment`)
  const payment = await movePayment(context, made, 'captured', {
    captured: total,
    externalId: made.id,
    nextPollAt: null,
    log: { kind: 'captured', detail: { captured: total, was: 'created' } },
  })
  await postCapture(context, payment, 'cash', total)
  const places = await sellPlaces(context, orderAllocations(order.lines))
  if (!places.ok) return places
  await finishOrder(context, checkout, order, 'payment-captured')
  return ok(total)
}

interface SetOff {
  readonly merchantId: number
  readonly amountMinor: number
  readonly reference: string
}

/** The drawer belongs to the organiser, so the platform does not owe it this money. */
async function setOff(
  context: Context,
  idempotencyKey: string,
  { merchantId, amountMinor, reference }: SetOff,
): Promise<void> {
  if (amountMinor === 0) return
  await postTransfer(context, {
    idempotencyKey,
    kind: 'counter-cash',
    reference,
    postings: [
      { account: `merchant:${merchantId}`, currency: 'GEL', amountMinor },
      { account: 'provider:cash', currency: 'GEL', amountMinor: -amountMinor },
    ],
  })
}
