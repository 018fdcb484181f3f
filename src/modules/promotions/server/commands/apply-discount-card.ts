import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  bindCard,
  cardIdOf,
  readOwnCards,
  type OwnCard,
} from '#modules/membership/server/public-api.ts'
import {
  addToOrder,
  isOpen,
  takeFromOrder,
  withOpenOrder,
  type Order,
  type OrderLine,
  type DiscountTerms,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { hasTickets, unchangedLine, discountOf } from '../line.ts'
import { inBoth } from '../labels.ts'

export function termsOfCard(card: OwnCard): DiscountTerms {
  return {
    by: 'discount-card',
    id: cardIdOf(card),
    from: 'tickets',
    scope: { source: null, itemIds: null, merchantId: null },
    basisPoints: card.basisPoints,
    amountMinor: null,
    amountMinorMax: card.discountMinorMax,
    ticketsMinorMin: 0,
    borneBy: card.fundedBy,
    isCombined: true,
    waivesFees: true,
  }
}

/**
 * Applies the caller's own discount card to their open order, replacing another card. The card is bound to the order while
 * it is unpaid.
 */
export function applyDiscountCard(
  context: Context,
  request: { readonly orderKey: string; readonly typeId: number; readonly cardNumber: string },
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, request.orderKey, async (inside, order) => {
    if (!hasTickets(order)) return fail('OrderEmpty')
    const card = (await readOwnCards(inside)).find(
      ({ typeId, number }) => typeId === request.typeId && number === request.cardNumber,
    )
    if (!card) return fail('DiscountCardNotFound')
    const code = discountOf(order, 'promo-code')
    if (code && !code.detail.reduction?.isCombined) return fail('DiscountsNotCombined')
    const { actor } = inside
    const customerId = actor.kind === 'customer' ? actor.customerId : null
    const bound = await bindCard(inside, { ...card, customerId }, order.orderKey)
    if (!bound.ok) return bound
    const without = await takeFromOrder(inside, order, isCard)
    const description = inBoth('lineCard', (locale) => ({
      name: card.name[locale],
      lastFour: card.number.slice(-4),
    }))
    const line = unchangedLine('DiscountCard', description, { reduction: termsOfCard(card) })
    return ok(await addToOrder(inside, without, line))
  })
}

export function unapplyDiscountCard(
  context: Context,
  orderKey: string,
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, orderKey, async (inside, order) =>
    ok(await takeFromOrder(inside, order, isCard)),
  )
}

/**
 * Binds the card of a repeated order to it, in the transaction of the repetition; a card that was removed or applied
 * elsewhere meanwhile is taken off.
 */
export async function keepDiscountCard(context: Context, order: Order): Promise<Order> {
  const { reduction } = discountOf(order, 'discount-card')?.detail ?? {}
  if (!reduction || !isOpen(order.status)) return order
  const [typeId = '', number = ''] = reduction.id.split(':')
  const card = { typeId: Number(typeId), number, customerId: order.customerId }
  const bound = await bindCard(context, card, order.orderKey)
  return bound.ok ? order : takeFromOrder(context, order, isCard)
}

function isCard(line: OrderLine): boolean {
  return line.detail.reduction?.by === 'discount-card'
}
