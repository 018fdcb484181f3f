import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readOwnCards, type OwnCard } from '#modules/membership/server/public-api.ts'
import {
  addToOrder,
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
    id: `${card.typeId}:${card.number}`,
    from: 'tickets',
    scope: { source: null, itemIds: null, merchantId: null },
    basisPoints: card.basisPoints,
    amountMinor: null,
    amountMinorMax: card.discountMinorMax,
    ticketsMinorMin: 0,
    borneBy: card.fundedBy,
    isCombined: true,
  }
}

/** Applies the caller's own discount card to their open order, replacing another card. */
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

function isCard(line: OrderLine): boolean {
  return line.detail.reduction?.by === 'discount-card'
}
