import { orderStatus } from '#contract/enumerations.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { findOrder, isOpen, shownStatus } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** A card as an order's discount names it. */
export interface CardRef {
  readonly typeId: number
  readonly number: string
}

export const cardIdOf = ({ typeId, number }: CardRef): string => `${typeId}:${number}`

/**
 * Binds a customer's card to an order, which this transaction has locked: one card reduces one open order at a time.
 * The lock of the card's row decides between concurrent orders.
 */
export async function bindCard(
  context: Context,
  card: CardRef & { readonly customerId: string | null },
  orderKey: string,
): Promise<Result<null, 'DiscountCardNotFound' | 'DiscountCardInUse'>> {
  invariant(context.db.isTransaction, 'a card is bound in the transaction of its discount')
  const known = await context.db
    .selectFrom('discount_card')
    .select('order_key')
    .where('type_id', '=', card.typeId)
    .where('number', '=', card.number)
    .where('customer_id', '=', card.customerId)
    .forUpdate()
    .executeTakeFirst()
  if (!known) return fail('DiscountCardNotFound')
  if (known.order_key === orderKey) return ok(null)
  if (await isBound(context, card, known.order_key)) return fail('DiscountCardInUse')
  await context.db
    .updateTable('discount_card')
    .set({ order_key: orderKey })
    .where('type_id', '=', card.typeId)
    .where('number', '=', card.number)
    .execute()
  return ok(null)
}

/** Whether this unpaid order still has the card's discount. */
export async function isBound(
  context: Context,
  card: CardRef,
  orderKey: string | null,
): Promise<boolean> {
  const order = orderKey === null ? undefined : await findOrder(context, { orderKey })
  if (!order) return false
  const status = shownStatus(order, context.clock.now())
  const isUnpaid = isOpen(status) || status === orderStatus.PaymentPending
  return (
    isUnpaid &&
    order.lines.some(
      ({ detail: { reduction } }) =>
        reduction?.by === 'discount-card' && reduction.id === cardIdOf(card),
    )
  )
}
