/** The operator's calls for passes and their terms. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, moneyField, text, wholeNumber } from '#contract/fields.ts'

/** A product in both languages, with the numbers of its cards. */
export const officeProductView = z.object({
  productId: z.number().int(),
  nameKa: z.string(),
  nameEn: z.string(),
  descriptionKa: z.string(),
  descriptionEn: z.string(),
  merchantId: z.number().int(),
  merchant: z.string(),
  uses: z.number().int(),
  price: moneyField,
  topUpUses: z.number().int().nullable(),
  topUpPrice: moneyField.nullable(),
  validFrom: instant,
  validUntil: instant,
  validDays: z.number().int().nullable(),
  validDaysFrom: z.enum(['sale', 'first-use']).nullable(),
  /** Names of offer sources; null: all. */
  sources: z.array(z.string()).nullable(),
  merchantIds: z.array(z.number().int()).nullable(),
  weekdays: z.array(z.number().int()).nullable(),
  hourFrom: z.number().int().nullable(),
  hourUntil: z.number().int().nullable(),
  valueMax: moneyField.nullable(),
  usesPerOrderMax: z.number().int(),
  paysFees: z.boolean(),
  isAtDoor: z.boolean(),
  isActive: z.boolean(),
  /** Maximum number of cards, and the number sold. */
  cardsMax: z.number().int(),
  cardsSold: z.number().int(),
})
export type OfficeProductView = z.output<typeof officeProductView>

export const readPassProducts = defineCall({
  id: 'own-operator-passes',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/passes',
  summary: 'All passes, including those no longer on sale, and the sources that a pass can pay for',
  credential: 'operator',
  reply: z.object({
    products: z.array(officeProductView),
    sources: z.array(z.string()),
    merchants: z.array(z.object({ merchantId: z.number().int(), name: z.string() })),
  }),
  required: ['authorization'],
})

const localMoment = text(40, 10).pipe(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })]).transform((value) => new Date(value)),
)

const passProductToSave = z.object({
  productId: identifier.optional(),
  nameKa: text(80, 2),
  nameEn: text(80, 2),
  descriptionKa: text(400, 2),
  descriptionEn: text(400, 2),
  merchantId: identifier,
  uses: wholeNumber(1, 1_000),
  /** In tetri. */
  price: wholeNumber(0, 100_000_000),
  topUpUses: wholeNumber(1, 1_000).optional(),
  topUpPrice: wholeNumber(0, 100_000_000).optional(),
  validFrom: localMoment,
  validUntil: localMoment,
  validDays: wholeNumber(1, 3_660).optional(),
  validDaysFrom: z.enum(['sale', 'first-use']).optional(),
  /** All sources when absent; none when empty, for a pass that is only scanned itself. */
  sources: z.array(text(40, 1)).max(40).optional(),
  merchantIds: z.array(identifier).min(1).max(100).optional(),
  weekdays: z.array(wholeNumber(1, 7)).min(1).max(7).optional(),
  hourFrom: wholeNumber(0, 23).optional(),
  hourUntil: wholeNumber(1, 24).optional(),
  valueMax: wholeNumber(1, 100_000_000).optional(),
  usesPerOrderMax: wholeNumber(1, 100),
  paysFees: flag,
  isAtDoor: flag,
  isActive: flag,
  cardsMax: wholeNumber(1, 1_000_000),
})
export type PassProductToSave = z.output<typeof passProductToSave>

export const savePassProduct = defineCall({
  id: 'own-operator-pass-save',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/passes',
  summary:
    'Creates a pass, or changes one with `productId`. The terms of sold cards cannot change, except for a later end',
  credential: 'operator',
  isForm: true,
  body: passProductToSave,
  reply: officeProductView,
  errors: ['BadRequest', 'NotFound', 'PassTermsSold', 'PassTooFewCards'],
  required: ['body'],
})
