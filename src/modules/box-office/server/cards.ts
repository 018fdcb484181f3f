import type { Context } from '#platform/context.ts'
import { sumCaptured } from '#modules/payments/server/public-api.ts'
import { invariant } from '#kernel/result.ts'

interface ShiftRef {
  readonly id: string
}

/** Records a card payment of a shift, in the transaction that starts the payment. */
export async function recordCardPayment(
  context: Context,
  { id }: ShiftRef,
  card: {
    readonly paymentId: string
    readonly orderNumber: string
    readonly amountMinor: number
  },
): Promise<void> {
  invariant(
    context.db.isTransaction,
    'a card payment must be recorded in the transaction of its payment',
  )
  await context.db
    .insertInto('counter_card')
    .values({
      payment_id: card.paymentId,
      shift_id: id,
      order_number: card.orderNumber,
      amount_minor: card.amountMinor,
      at: context.clock.now(),
    })
    .execute()
}

/** Captured card amount of a shift minus refunds, in minor units, and the number of payments. */
export async function sumCardPayments(
  context: Context,
  shiftId: string,
): Promise<{ readonly takenMinor: number; readonly count: number }> {
  const rows = await context.db
    .selectFrom('counter_card')
    .select('payment_id')
    .where('shift_id', '=', shiftId)
    .execute()
  return sumCaptured(
    context,
    rows.map((row) => row.payment_id),
  )
}

/** Whether an order was paid by card in this shift. */
export async function wasPaidByCard(
  context: Context,
  shift: ShiftRef,
  orderNumber: string,
): Promise<boolean> {
  const row = await context.db
    .selectFrom('counter_card')
    .select('payment_id')
    .where('shift_id', '=', shift.id)
    .where('order_number', '=', orderNumber)
    .executeTakeFirst()
  return row !== undefined
}
