/** Calls of loyalty statuses and discount cards. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { digits, identifier, instant, moneyField, text, uuid } from '#contract/fields.ts'

/** One status of the programme; thresholds in tetri of paid orders of the last 365 days. */
export const loyaltyStatusView = z.object({
  code: z.string(),
  name: z.string(),
  threshold: moneyField,
  /** Percent off the service fee of every order. */
  feeOffPercent: z.number(),
  /** Localized descriptions; the fee discount comes first. */
  benefits: z.array(z.string()),
})
export type LoyaltyStatusView = z.output<typeof loyaltyStatusView>

export const loyaltyView = z.object({
  isEnabled: z.boolean(),
  /** One of `auth-loyaltystatuses`. The first threshold is zero, so every customer has a status. */
  status: loyaltyStatusView,
  spent: moneyField,
  next: loyaltyStatusView.nullable(),
  /** Amount still to be spent for the next status. */
  missing: moneyField.nullable(),
  /** Progress from this status to the next, 0 to 100. */
  progressPercent: z.number().int(),
  /** When the status was last stored, or null. */
  keptAt: instant.nullable(),
})
export type LoyaltyView = z.output<typeof loyaltyView>

export const discountCardTypeView = z.object({
  typeId: z.number().int(),
  name: z.string(),
  description: z.string(),
  /** Number of digits of a card number. */
  numberLength: z.number().int(),
  pinLength: z.number().int(),
  /** Percent off the tickets. */
  percent: z.number(),
  /** Maximum discount of one order. */
  discountMax: moneyField,
})
export type DiscountCardTypeView = z.output<typeof discountCardTypeView>

export const discountCardView = z.object({
  /** Unmasked: the caller owns the card, and `remove` takes this number. */
  cardNumber: z.string(),
  typeId: z.number().int(),
  typeName: z.string(),
  percent: z.number(),
  addedAt: instant,
})
export type DiscountCardView = z.output<typeof discountCardView>

const typesReply = z.object({ types: z.array(discountCardTypeView) })
const cardsReply = z.object({ cards: z.array(discountCardView) })

export const loyaltyStatusGet = defineCall({
  id: 'auth-loyaltystatus-get',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/loyaltystatus',
  summary: 'Calculates the caller’s status from their paid orders',
  credential: 'customer',
  reply: loyaltyView,
})

export const loyaltyStatusSet = defineCall({
  id: 'auth-loyaltystatus-set',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/loyaltystatus',
  summary: 'Calculates the caller’s status and stores it',
  credential: 'customer',
  reply: loyaltyView,
})

export const loyaltyStatuses = defineCall({
  id: 'auth-loyaltystatuses',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/loyaltystatuses',
  summary: 'All statuses of the programme, the lowest first',
  credential: 'customer',
  reply: z.object({ statuses: z.array(loyaltyStatusView) }),
})

export const discountCardTypes = defineCall({
  id: 'auth-discountcards-types',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/discountcards/types',
  summary: 'Accepted types of discount cards',
  credential: 'customer',
  reply: typesReply,
})

export const walletDiscountCardTypes = defineCall({
  id: 'wallet-discount-card-types',
  area: 'wallet',
  method: 'GET',
  path: '/groot/Wallet/discount-card-types',
  summary: 'Accepted types of discount cards',
  credential: 'customer',
  reply: typesReply,
})

export const discountCardsAdd = defineCall({
  id: 'auth-discountcards-add',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/discountcards/add',
  summary: 'Adds a discount card to the caller by its number and PIN',
  credential: 'customer',
  required: [],
  query: z.object({
    cardNumber: digits(8, 19),
    discountCardType: identifier,
    pin: digits(4, 8),
  }),
  reply: discountCardView,
  errors: ['DiscountCardWrong', 'DiscountCardTaken'],
  limit: 'guess',
})

export const discountCardsList = defineCall({
  id: 'auth-discountcards-list',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/discountcards/{userid}/list',
  summary: 'The caller’s discount cards; 404 for another customer',
  credential: 'customer',
  params: z.object({ userid: uuid }),
  reply: cardsReply,
  errors: ['NotFound'],
})

export const walletDiscountCards = defineCall({
  id: 'wallet-discount-cards',
  area: 'wallet',
  method: 'GET',
  path: '/groot/Wallet/discount-cards',
  summary: 'The caller’s discount cards',
  credential: 'customer',
  reply: cardsReply,
})

export const discountCardsRemove = defineCall({
  id: 'auth-discountcards-remove',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/discountcards/{userid}/remove/{cardnumber}',
  summary: 'Removes a discount card from the caller’s account',
  credential: 'customer',
  params: z.object({ userid: uuid, cardnumber: text(19, 1) }),
  reply: z.object({ done: z.literal(true) }),
  errors: ['NotFound', 'DiscountCardInUse'],
})

export const loyaltyHistory = defineCall({
  id: 'own-loyalty-history',
  area: 'own',
  method: 'GET',
  path: '/v2/auth/loyaltyhistory',
  summary: 'Changes of the caller’s status, the newest first',
  credential: 'customer',
  reply: z.object({
    changes: z.array(
      z.object({
        at: instant,
        /** The new status; null below the first threshold. */
        code: z.string().nullable(),
        name: z.string().nullable(),
        /** Amount paid in the 365 days before. */
        spent: moneyField,
      }),
    ),
  }),
})
export type LoyaltyChangeView = z.output<typeof loyaltyHistory.reply>['changes'][number]
