/** The buyer's rating of a visit, after it is over. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, text, uuid, wholeNumber } from '#contract/fields.ts'

/** The rated item of an order; absent: the first one. */
const ofItem = { source: text(40, 1).optional(), itemId: identifier.optional() }

export const orderRatingView = z.object({
  /** Whether it is over and still within the rating period. */
  canRate: z.boolean(),
  /** From when it may be rated; null when it never can be. */
  opensAt: instant.nullable(),
  /** 1 to 5; null while it has not been rated. */
  stars: z.number().int().nullable(),
  comment: z.string(),
})
export type OrderRatingView = z.output<typeof orderRatingView>

export const rateOrder = defineCall({
  id: 'orders-rate',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/rate',
  summary: 'Rates what an order was for, after the visit; again changes it',
  credential: 'guest-or-customer',
  isForm: true,
  required: ['body'],
  body: z.object({
    orderKey: uuid,
    ...ofItem,
    stars: wholeNumber(1, 5),
    comment: text(1_000).default(''),
  }),
  reply: orderRatingView,
  errors: ['OrderNotFound', 'OrderStatusNotAllowed', 'RatingNotOpen'],
})

export const readOrderRating = defineCall({
  id: 'own-order-rating',
  area: 'own',
  method: 'GET',
  path: '/v2/orders/rate',
  summary: 'How the caller rated an order, and whether it may be rated',
  credential: 'guest-or-customer',
  required: ['orderKey'],
  query: z.object({ orderKey: uuid, ...ofItem }),
  reply: orderRatingView,
  errors: ['OrderNotFound'],
})

export const listRatings = defineCall({
  id: 'own-operator-ratings',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/ratings',
  summary: 'What visitors of an item thought of it, the newest first, two hundred at most',
  credential: 'operator',
  required: ['itemId'],
  /** `source` is the vertical: `event` for shows. */
  query: z.object({ itemId: wholeNumber(1, 2_147_483_647), source: text(40, 1).default('event') }),
  reply: z.object({
    count: z.number().int(),
    /** Average of all stars, two decimals; null without ratings. */
    average: z.number().nullable(),
    /** How many gave one star, two, … five. */
    byStars: z.array(z.number().int()).length(5),
    ratings: z.array(z.object({ stars: z.number().int(), comment: z.string(), at: instant })),
  }),
})
export type RatingsView = z.output<typeof listRatings.reply>
