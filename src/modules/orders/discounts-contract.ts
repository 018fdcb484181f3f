/**
 * The calls that change the total of an open order: promo codes, discount cards and options. Declared here, with the
 * checkout page; implemented by the promotions module.
 */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { orderLineKinds } from '#contract/enumerations.ts'
import { digits, identifier, moneyField, text, uuid, wholeNumber } from '#contract/fields.ts'
import { orderView } from './contract.ts'

/** An option that can be bought with the tickets, in the language of the request. */
export const orderOptionView = z.object({
  feeId: z.number().int(),
  kind: z.enum(orderLineKinds),
  name: z.string(),
  description: z.string(),
  /** Per order, per ticket, a share of the price of the tickets, or an amount chosen by the buyer. */
  pricing: z.enum(['order', 'ticket', 'share', 'free']),
  /** Per order or per ticket; the minimum and the suggestion when the buyer chooses the amount. */
  price: moneyField,
  /** The maximum when the buyer chooses the amount. */
  priceMax: moneyField.nullable(),
  /** Share of the price of the tickets, in percent; `price` is then the minimum. */
  percent: z.number().nullable(),
})
export type OrderOptionView = z.output<typeof orderOptionView>

/** Discounts and options available for an open order, and those already applied. */
export const orderPriceBreakdownView = z.object({
  orderKey: uuid,
  promo: z.object({ code: z.string(), takenOff: moneyField }).nullable(),
  /** The caller's own cards; `takesOff` is the discount each would give now. */
  cards: z.array(
    z.object({
      cardNumber: z.string(),
      typeId: z.number().int(),
      name: z.string(),
      percent: z.number(),
      takesOff: moneyField,
      isApplied: z.boolean(),
      /** The promo code of the order cannot be combined with a card. */
      isBlocked: z.boolean(),
    }),
  ),
  /** The status whose benefit the order has. */
  loyalty: z
    .object({ name: z.string(), feeOffPercent: z.number(), takenOff: moneyField })
    .nullable(),
  options: z.array(
    orderOptionView.extend({
      /** Its cost in this order, chosen or not. */
      cost: moneyField,
      isChosen: z.boolean(),
    }),
  ),
})
export type OrderPriceBreakdownView = z.output<typeof orderPriceBreakdownView>

const shared = {
  method: 'POST',
  credential: 'guest-or-customer',
  reply: orderView,
  idempotent: true,
} as const

const openOrderErrors = ['OrderNotFound', 'OrderStatusNotAllowed', 'OrderExpired'] as const
export const promoErrors = [
  ...openOrderErrors,
  'OrderEmpty',
  'PromoCodeUnknown',
  'PromoCodeNotActive',
  'PromoCodeExpired',
  'PromoCodeUsedUp',
  'PromoCodeNotForThis',
  'PromoCodeMinimum',
  'PromoCodeAlreadyApplied',
  'PromoCodePerCustomer',
  'PromoCodeNeedsSignIn',
  'DiscountsNotCombined',
] as const

/** Letter case, blanks and hyphens are ignored. */
export const promoCode = text(64, 1)
const applyBody = z.object({ orderKey: uuid, promoCode })
const orderBody = z.object({ orderKey: uuid })

export const promoCodesApply = defineCall({
  ...shared,
  id: 'promo-codes-apply',
  area: 'promo-codes',
  path: '/groot/PromoCodes/ApplyPromoCode',
  summary: 'Applies a promo code to an open order',
  required: [],
  body: applyBody,
  errors: promoErrors,
  limit: 'guess',
})

export const promoCodesUnapply = defineCall({
  ...shared,
  id: 'promo-codes-unapply',
  area: 'promo-codes',
  path: '/groot/PromoCodes/UnapplyPromoCode',
  summary: 'Takes the promo code off an open order',
  required: [],
  body: orderBody,
  errors: openOrderErrors,
})

export const ordersPromoApply = defineCall({
  ...shared,
  id: 'orders-promo-apply',
  area: 'orders',
  path: '/v2/orders/promo/apply',
  summary: 'Applies a promo code to an open order',
  required: ['body'],
  body: applyBody,
  errors: promoErrors,
  limit: 'guess',
})

export const ordersPromoUnapply = defineCall({
  ...shared,
  id: 'orders-promo-unapply',
  area: 'orders',
  path: '/v2/orders/promo/unapply',
  summary: 'Takes the promo code off an open order',
  required: ['body'],
  body: orderBody,
  errors: openOrderErrors,
})

export const ordersFeesApply = defineCall({
  ...shared,
  id: 'orders-fees-apply',
  area: 'orders',
  path: '/v2/orders/fees/apply',
  summary: 'Says what the buyer chooses beside the tickets: all of it, in place of what was chosen',
  required: ['body'],
  body: z.object({
    orderKey: uuid,
    fees: z
      .array(
        z.object({
          feeId: identifier,
          /** In tetri, when the buyer chooses the amount; the suggestion when absent. */
          amount: wholeNumber(1, 100_000_000).optional(),
        }),
      )
      .max(20),
  }),
  errors: [...openOrderErrors, 'OrderEmpty', 'BadRequest', 'OrderOptionNotFound'],
})

export const ownDiscountCardApply = defineCall({
  ...shared,
  id: 'own-orders-discount-card-apply',
  area: 'own',
  path: '/v2/orders/discountcard/apply',
  summary: 'Applies a discount card of the caller’s own to an open order, in place of another',
  credential: 'customer',
  required: ['body'],
  body: z.object({
    orderKey: uuid,
    typeId: identifier,
    cardNumber: digits(8, 19),
  }),
  errors: [
    ...openOrderErrors,
    'OrderEmpty',
    'DiscountCardNotFound',
    'DiscountCardInUse',
    'DiscountsNotCombined',
  ],
})

export const ownDiscountCardUnapply = defineCall({
  ...shared,
  id: 'own-orders-discount-card-unapply',
  area: 'own',
  path: '/v2/orders/discountcard/unapply',
  summary: 'Takes the discount card off an open order',
  credential: 'customer',
  required: ['body'],
  body: orderBody,
  errors: openOrderErrors,
})

export const ownBenefitsApply = defineCall({
  ...shared,
  id: 'own-orders-benefits-apply',
  area: 'own',
  path: '/v2/orders/benefits/apply',
  summary:
    'Gives an open order what the status of its customer takes off; changes nothing otherwise',
  credential: 'customer',
  required: ['body'],
  body: orderBody,
  errors: openOrderErrors,
})

export const ownOrderPriceBreakdown = defineCall({
  id: 'own-orders-sums',
  area: 'own',
  method: 'GET',
  path: '/v2/orders/sums',
  summary: 'What could change the sum of the caller’s open order, and what does already',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ orderKey: uuid }),
  reply: orderPriceBreakdownView,
  errors: ['OrderNotFound'],
})
