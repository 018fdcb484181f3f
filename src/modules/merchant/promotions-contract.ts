/** Codes of an organiser: promo codes, and codes that unlock reserved places. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, isoDate, text, wholeNumber } from '#contract/fields.ts'
import { promoBatchView, promoCodeView } from '#modules/promotions/contract.ts'

const shared = { area: 'own', credential: 'merchant', staffPermission: 'promotions' } as const

const accessCode = z.object({
  accessCodeId: z.number().int(),
  code: z.string(),
  showId: z.number().int().nullable(),
  eventId: z.number().int().nullable(),
  /** Of the show or the date. */
  name: z.string(),
  /** Tickets it is good for; null: any number. */
  quantity: z.number().int().nullable(),
  usedCount: z.number().int(),
  perOrderMax: z.number().int().nullable(),
  validFrom: instant.nullable(),
  validUntil: instant.nullable(),
  isActive: z.boolean(),
  note: z.string(),
})
export type OwnAccessCode = z.output<typeof accessCode>

const office = z.object({
  codes: z.array(promoCodeView),
  batches: z.array(promoBatchView),
  accessCodes: z.array(accessCode),
  /** Shows with dates to come, and whether they are sold to holders of an access code alone. */
  shows: z.array(
    z.object({
      showId: z.number().int(),
      name: z.string(),
      isKept: z.boolean(),
      dates: z.array(
        z.object({ eventId: z.number().int(), startsAt: instant, timeZone: z.string() }),
      ),
    }),
  ),
})
export type PromotionsView = z.output<typeof office>

export const readOwnPromotions = defineCall({
  ...shared,
  id: 'own-merchant-promotions',
  method: 'GET',
  path: '/v2/merchantusers/promotions',
  summary: 'The organiser’s promo and access codes with their uses, and the shows they may be for',
  reply: office,
})

const terms = {
  validFrom: isoDate.optional(),
  validUntil: isoDate.optional(),
  isActive: flag,
  note: text(200).optional(),
}

export const saveOwnPromoCode = defineCall({
  ...shared,
  id: 'own-merchant-promo-code-save',
  method: 'POST',
  path: '/v2/merchantusers/promotions/codes',
  summary:
    'Writes a promo code that the organiser pays for; with `codeId` anew; with `count` a batch of so many, each good for one order',
  isForm: true,
  required: ['body'],
  body: z.object({
    codeId: identifier.optional(),
    /** Letters and figures. Made up when absent; of a batch, what its codes begin with. */
    code: text(40).optional(),
    count: wholeNumber(1, 2_000).optional(),
    /** One of the two: percent of the tickets, or an amount in tetri. */
    percent: z.number().min(0.01).max(100).multipleOf(0.01).optional(),
    amount: wholeNumber(1, 10_000_000).optional(),
    /** The most it takes off one order, in tetri. */
    amountMax: wholeNumber(1, 10_000_000).optional(),
    /** What the organiser's tickets must cost, in tetri. */
    ticketsMin: wholeNumber(0, 100_000_000).optional(),
    /** Dates of the organiser; all of its tickets when absent. */
    eventIds: z.array(identifier).min(1).max(500).optional(),
    /** Orders it is good for; any number when absent. */
    quantity: wholeNumber(0, 1_000_000).optional(),
    perCustomerMax: wholeNumber(1, 1_000).optional(),
    /** Together with a discount card. */
    isCombined: flag,
    ...terms,
  }),
  reply: office,
  errors: ['BadRequest', 'NotFound', 'PromoCodeTaken', 'PromoCodeUsedUp'],
})

export const switchOwnBatch = defineCall({
  ...shared,
  id: 'own-merchant-promo-batch-switch',
  method: 'POST',
  path: '/v2/merchantusers/promotions/batches',
  summary: 'Stops every code of a batch, or lets them be used again',
  required: ['body'],
  body: z.object({ batchId: identifier, isActive: flag }),
  reply: office,
  errors: ['NotFound'],
})

export const exportOwnCodes = defineCall({
  ...shared,
  id: 'own-merchant-promo-codes-export',
  method: 'GET',
  path: '/v2/merchantusers/promotions/codes.csv',
  summary: 'The codes of a batch, each with whether it was used',
  required: ['batchId'],
  query: z.object({ batchId: identifier }),
  /** Writes down who took the codes along. */
  actsOnGet: true,
  reply: z.unknown(),
  produces: 'text/csv',
  errors: ['NotFound'],
})

export const saveOwnAccessCode = defineCall({
  ...shared,
  id: 'own-merchant-access-code-save',
  method: 'POST',
  path: '/v2/merchantusers/promotions/access-codes',
  summary: 'Writes a code that opens a show or a date for its holders; with `accessCodeId` anew',
  isForm: true,
  required: ['body'],
  body: z.object({
    accessCodeId: identifier.optional(),
    /** Made up when absent. */
    code: text(64).optional(),
    /** One of the two. */
    showId: identifier.optional(),
    eventId: identifier.optional(),
    quantity: wholeNumber(0, 1_000_000).optional(),
    perOrderMax: wholeNumber(1, 1_000).optional(),
    ...terms,
  }),
  reply: office,
  errors: ['BadRequest', 'NotFound', 'AccessCodeTaken', 'UsedAccessCode'],
})

export const keepShow = defineCall({
  ...shared,
  id: 'own-merchant-show-keep',
  method: 'POST',
  path: '/v2/merchantusers/promotions/kept',
  summary: 'Sells a show to holders of an access code alone, or to everybody again',
  required: ['body'],
  body: z.object({ showId: identifier, isKept: flag }),
  reply: office,
  errors: ['NotFound'],
})
