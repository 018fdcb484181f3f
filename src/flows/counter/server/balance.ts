import { noteRefusal } from '#flows/checkout/server/check-unchanged.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { finishFreeOrder } from '#flows/checkout/server/complete-order.ts'
import { money } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { findRecipient } from '#modules/accounts/server/public-api.ts'
import { addEntry, lockShift } from '#modules/box-office/server/public-api.ts'
import {
  applyToOrder,
  checkoutOrder,
  findOrder,
  isOpen,
  type GivenExtra,
} from '#modules/orders/server/public-api.ts'
import { takeCounterCode } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { findBasket } from './baskets.ts'
import { lockPayable } from './payable.ts'
import type { CounterPorts } from './ports.ts'
import type { SoldAtCounter } from './sell.ts'

export interface BalanceSale {
  readonly orderKey: string
  /** The code as the buyer's wallet shows it. */
  readonly code: string
  readonly buyerName: string
  /** Empty: the email of the account. */
  readonly buyerEmail: string
  readonly buyerPhone: string
  readonly extras?: readonly GivenExtra[] | undefined
}

/**
 * Sells the held places and charges the balance of the customer who shows a code: code, money and tickets are one
 * transaction. The balance pays all of it or nothing (`BalanceNotEnough`). The platform holds the money, so the drawer
 * does not change and the organiser is owed as for any sale.
 */
export async function payByBalance(
  context: Context,
  ports: CounterPorts,
  actor: StaffActor,
  { orderKey: given, code, buyerName, buyerEmail, buyerPhone, extras = [] }: BalanceSale,
): Promise<Result<SoldAtCounter, ErrorCode>> {
  const basket = await findBasket(context, actor, given)
  if (!basket.ok) return basket
  const { counter } = basket.value
  const { orderKey, sessionId } = basket.value.order
  invariant(sessionId, 'a counter holds in the session of its shift')
  const { checkout } = ports
  const sold = await inTransaction<Result<SoldAtCounter, ErrorCode>>(counter, async (inside) => {
    const locked = await lockShift(inside, actor)
    if (!locked.ok) return locked
    const payable = await lockPayable(inside, orderKey)
    if (!payable.ok) return payable
    // After a declined card the order waits for cash or another card.
    if (!isOpen(payable.value.status)) return fail('OrderStatusNotAllowed')
    const customer = await takeCounterCode(inside, code)
    if (!customer.ok) return customer
    // The tickets are also sent to the customer who pays.
    const email = buyerEmail || (await findRecipient(inside, customer.value))?.email
    const checked = await checkoutOrder(inside, checkout.orders.sources, {
      orderKey,
      buyer: { name: buyerName, email: email ?? '', phone: buyerPhone },
      acceptTerms: true,
      extras,
    })
    if (!checked.ok) return checked
    const total = money(checked.value.totalMinor, checked.value.currency)
    const owner: Context = {
      ...inside,
      actor: { kind: 'customer', customerId: customer.value, sessionId },
    }
    const applied = await applyToOrder(owner, checked.value, undefined)
    if (!applied.ok) return applied
    if (applied.value.totalMinor > 0) return fail('BalanceNotEnough')
    const finished = await finishFreeOrder(inside, checkout, applied.value)
    if (!finished.ok) return finished
    const order = await findOrder(inside, { orderKey })
    invariant(order, 'the order that was sold is there')
    const entered = await addEntry(inside, locked.value, {
      kind: 'sale',
      amountMinor: 0,
      orderNumber: order.orderNumber,
    })
    return entered.ok ? ok({ order, total, change: money(0) }) : entered
  })
  if (!sold.ok) await noteRefusal(counter, orderKey, sold.code)
  return sold
}
