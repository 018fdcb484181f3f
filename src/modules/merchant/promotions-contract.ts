/** Codes of an organiser: promo codes, and codes that unlock reserved places. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, isoDate, text, wholeNumber } from '#contract/fields.ts'
import { tableFormat } from '#contract/table-format.ts'
import { promoBatchView, promoCodeView } from '#modules/promotions/contract.ts'

const shared = { area: 'own', credential: 'merchant', staffPermission: 'promotions' } as const

const accessCode = z.object({
  accessCodeId: z.number().int(),
  code: z.string(),
  showId: z.number().int().nullable(),
  eventId: z.number().int().nullable(),
  /** Name of the show or the date. */
  name: z.string(),
  /** Number of tickets it is valid for; null for unlimited. */
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
  /** Shows with upcoming dates, and whether they are sold only to holders of an access code. */
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
  summary:
    'The organiser’s promo and access codes with their uses, and the shows they can be created for',
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
    'Creates a promo code that the organiser funds, or updates it with `codeId`; with `count` creates a batch of codes, each valid for one order',
  isForm: true,
  required: ['body'],
  body: z.object({
    codeId: identifier.optional(),
    /** Letters and digits. Generated when absent; the prefix of the codes of a batch. */
    code: text(40).optional(),
    count: wholeNumber(1, 2_000).optional(),
    /** Exactly one of the two: percent of the ticket prices, or an amount in tetri. */
    percent: z.number().min(0.01).max(100).multipleOf(0.01).optional(),
    amount: wholeNumber(1, 10_000_000).optional(),
    /** Maximum discount per order, in tetri. */
    amountMax: wholeNumber(1, 10_000_000).optional(),
    /** Minimum price of the organiser's tickets, in tetri. */
    ticketsMin: wholeNumber(0, 100_000_000).optional(),
    /** Dates of the organiser; all of its tickets when absent. */
    eventIds: z.array(identifier).min(1).max(500).optional(),
    /** Number of orders it is valid for; unlimited when absent. */
    quantity: wholeNumber(0, 1_000_000).optional(),
    perCustomerMax: wholeNumber(1, 1_000).optional(),
    /** Whether it can be combined with a discount card. */
    isCombined: flag,
    /** Fees of tickets that it makes free: nobody pays them (when absent), or the buyer does. */
    freeFees: z.enum(['waived', 'buyer']).optional(),
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
  summary: 'Disables all codes of a batch, or enables them again',
  required: ['body'],
  body: z.object({ batchId: identifier, isActive: flag }),
  reply: office,
  errors: ['NotFound'],
})

export const exportOwnCodes = defineCall({
  ...shared,
  id: 'own-merchant-promo-codes-export',
  cost: 'search',
  limit: 'flood',
  method: 'GET',
  path: '/v2/merchantusers/promotions/codes.csv',
  summary: 'The codes of a batch as a file, with their uses',
  required: ['batchId'],
  query: z.object({ batchId: identifier, format: tableFormat.default('csv') }),
  /** The download is logged. */
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
  summary: 'Creates an access code for a show or a date, or updates it with `accessCodeId`',
  isForm: true,
  required: ['body'],
  body: z.object({
    accessCodeId: identifier.optional(),
    /** Generated when absent. */
    code: text(64).optional(),
    /** Exactly one of the two. */
    showId: identifier.optional(),
    eventId: identifier.optional(),
    quantity: wholeNumber(0, 1_000_000).optional(),
    perOrderMax: wholeNumber(1, 1_000).optional(),
    ...terms,
  }),
  reply: office,
  errors: ['BadRequest', 'NotFound', 'AccessCodeTaken', 'UsedAccessCode'],
})

export const restrictShow = defineCall({
  ...shared,
  id: 'own-merchant-show-keep',
  method: 'POST',
  path: '/v2/merchantusers/promotions/kept',
  summary: 'Restricts the sale of a show to holders of an access code, or opens it again',
  required: ['body'],
  body: z.object({ showId: identifier, isKept: flag }),
  reply: office,
  errors: ['NotFound'],
})
