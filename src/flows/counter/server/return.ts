import type { ErrorCode } from '#contract/errors.ts'
import { mayStaff } from '#contract/staff-permissions.ts'
import { refundByOrganiser, type OrganiserRefund } from '#flows/returns/server/organiser-refund.ts'
import type { Money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  addEntry,
  lockShift,
  wasPaidByCard,
  wasSoldIn,
  type Shift,
} from '#modules/box-office/server/public-api.ts'
import { counterChannel } from '#modules/events/server/public-api.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import { cashNumber, listPayments, terminalNumber } from '#modules/payments/server/public-api.ts'
import { guestCreditAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import type { CounterPorts } from './ports.ts'

export interface TakenBack {
  readonly amount: Money
  readonly to: 'drawer' | 'card' | 'balance'
  readonly shift: Shift
}

/**
 * Returns tickets that were sold for cash and pays the whole refund from the drawer, in one transaction. That settles
 * the refund of the cash payment: both postings cancel out on the order's guest credit. Card payments are refunded to
 * the card; the drawer does not change.
 */
export async function returnAtCounter(
  context: Context,
  ports: CounterPorts,
  actor: StaffActor,
  request: OrganiserRefund,
): Promise<Result<TakenBack, ErrorCode>> {
  return inTransaction<Result<TakenBack, ErrorCode>>(context, async (inside) => {
    const locked = await lockShift(inside, actor)
    if (!locked.ok) return locked
    const shift = locked.value
    const orderNumber = request.orderNumber.toUpperCase()
    const order = await findOrder(inside, { orderNumber })
    if (!order?.lines.some(({ merchantId }) => merchantId === actor.merchantId))
      return fail('NotFound')
    const payments = await listPayments(inside, order.orderKey)
    const wasPaidBy = (number: number) =>
      payments.some((one) => one.provider === number && one.captured !== null)
    const isCash = wasPaidBy(cashNumber)
    const isCard = wasPaidBy(terminalNumber)
    // A counter takes all of an order from a balance, or nothing.
    const isBalance = order.lines.some(({ detail }) => detail.balance)
    const isAllowed =
      mayStaff(actor, 'refunds') ||
      (await wasSoldIn(inside, shift, orderNumber)) ||
      (await wasPaidByCard(inside, shift, orderNumber))
    // An order claimed by a signed-in customer is refunded to that customer.
    const isOurs = isCash || isCard || (isBalance && order.channel === counterChannel)
    if (!isOurs || !isAllowed || order.customerId !== null) return fail('NotSoldHere')
    const back = await refundByOrganiser(inside, ports.returns, actor, {
      ...request,
      orderNumber,
    })
    if (!back.ok) return back
    const { amount } = back.value
    if (isCard) return ok({ amount, to: 'card', shift })
    if (isBalance) return ok({ amount, to: 'balance', shift })
    const entered = await addEntry(inside, shift, {
      kind: 'return',
      amountMinor: 0 - amount.amount,
      orderNumber,
      note: request.reason,
    })
    if (!entered.ok) return entered
    if (amount.amount > 0)
      await postTransfer(inside, {
        idempotencyKey: `counter-return:${order.orderKey}:${request.ticketIdentifiers.toSorted().join()}`,
        kind: 'counter-cash',
        reference: order.orderKey,
        postings: [
          {
            account: `merchant:${actor.merchantId}`,
            currency: 'GEL',
            amountMinor: 0 - amount.amount,
          },
          {
            account: guestCreditAccount(order.orderKey),
            currency: 'GEL',
            amountMinor: amount.amount,
          },
        ],
      })
    const after = await lockShift(inside, actor)
    return after.ok ? ok({ amount, to: 'drawer', shift: after.value }) : after
  })
}
