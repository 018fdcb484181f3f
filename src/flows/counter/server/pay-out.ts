import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { addEntry, lockShift } from '#modules/box-office/server/public-api.ts'
import { counterChannel } from '#modules/events/server/public-api.ts'
import { findOrder, lockOrder, type Order } from '#modules/orders/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { guestCreditAccount, postTransfer, readBalance } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import type { TakenBack } from './return.ts'

/**
 * Cash of a counter's sale that was refunded elsewhere: by a manager in the office, or because the date was cancelled.
 * Its buyer has no account and no session, so it can only be handed out at a counter.
 */
export async function readOwedCash(
  context: Context,
  actor: StaffActor,
  order: Order,
): Promise<number> {
  const isOwn = order.lines.some(({ merchantId }) => merchantId === actor.merchantId)
  if (!isOwn || order.channel !== counterChannel || order.customerId !== null) return 0
  const balance = await readBalance(context, guestCreditAccount(order.orderKey), 'GEL')
  return Math.max(0 - balance, 0)
}

/** Pays it out of the drawer of the caller's shift, once: the order's lock decides between two counters. */
export async function payOutOwed(
  context: Context,
  actor: StaffActor,
  request: { readonly orderNumber: string; readonly reason: string },
): Promise<Result<TakenBack, ErrorCode>> {
  return inTransaction<Result<TakenBack, ErrorCode>>(context, async (inside) => {
    const locked = await lockShift(inside, actor)
    if (!locked.ok) return locked
    const shift = locked.value
    const orderNumber = request.orderNumber.toUpperCase()
    const found = await findOrder(inside, { orderNumber })
    if (!found?.lines.some(({ merchantId }) => merchantId === actor.merchantId))
      return fail('NotFound')
    const order = await lockOrder(inside, found)
    if (!order.ok) return fail('NotFound')
    const { orderKey } = order.value
    const amountMinor = await readOwedCash(inside, actor, order.value)
    if (amountMinor === 0) return fail('NothingToPayOut')
    const entered = await addEntry(inside, shift, {
      kind: 'return',
      amountMinor: 0 - amountMinor,
      orderNumber,
      note: request.reason,
    })
    if (!entered.ok) return entered
    await postTransfer(inside, {
      idempotencyKey: `counter-pay-out:${orderKey}:${inside.random.uuid()}`,
      kind: 'counter-cash',
      reference: orderKey,
      postings: [
        {
          account: `merchant:${actor.merchantId}`,
          currency: 'GEL',
          amountMinor: 0 - amountMinor,
        },
        { account: guestCreditAccount(orderKey), currency: 'GEL', amountMinor },
      ],
    })
    await logStaffChange(inside, {
      action: 'counter.pay-out',
      subject: `order ${orderNumber}`,
      after: { amountMinor, reason: request.reason },
    })
    const after = await lockShift(inside, actor)
    return after.ok ? ok({ amount: money(amountMinor), to: 'drawer', shift: after.value }) : after
  })
}
