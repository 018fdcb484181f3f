/** Calls of promotions that no page of a lower module needs: fees of an event, and the operator's calls. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { orderLineKinds } from '#contract/enumerations.ts'
import {
  flag,
  identifier,
  instant,
  isoDate,
  localizedText,
  moneyField,
  text,
  uuid,
  wholeNumber,
} from '#contract/fields.ts'
import { tableFormat } from '#contract/table-format.ts'
import { choiceErrors, chosen, ticketTypeView } from '#modules/events/contract.ts'
import { orderView } from '#modules/orders/contract.ts'
import { orderOptionView, promoCode, promoErrors } from '#modules/orders/discounts-contract.ts'

export const eventFeesView = z.object({
  eventId: z.number().int(),
  /** `total` is the price shown and charged, all mandatory fees included. */
  ticketTypes: z.array(ticketTypeView),
  /** Options offered with the tickets. */
  options: z.array(orderOptionView),
})
export type EventFeesView = z.output<typeof eventFeesView>

export const orderFees = defineCall({
  id: 'orders-fees',
  area: 'orders',
  method: 'GET',
  path: '/v2/orders/fees',
  summary: 'Prices of an event’s ticket types with fees, and the options offered with them',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ eventId: identifier }),
  reply: eventFeesView,
  errors: ['NotFound'],
})

export const reservePromo = defineCall({
  id: 'orders-reserve-promo',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/reserve/promo',
  summary: 'Holds more places for an open order and applies a promo code: both or neither',
  credential: 'guest-or-customer',
  required: ['authorization', 'body'],
  body: z.object({ eventId: identifier, orderKey: uuid, ...chosen, promoCode }),
  reply: orderView,
  errors: [...new Set([...choiceErrors, ...promoErrors])],
  idempotent: true,
  limit: 'guess',
})

/** An item that a code or an option is restricted to, in the language of the request. */
const promotedItem = z.object({
  itemId: z.number().int(),
  /** With day and time: `Carmen, 5 December 2026, 19:00`. */
  name: z.string(),
  /** Where it begins; null when its source no longer knows the item. */
  note: z.string().nullable(),
})
export type PromotedItemView = z.output<typeof promotedItem>

export const promoCodeView = z.object({
  codeId: z.number().int(),
  code: z.string(),
  batchId: z.number().int().nullable(),
  percent: z.number().nullable(),
  amount: moneyField.nullable(),
  amountMax: moneyField.nullable(),
  ticketsMin: moneyField,
  /** Offer source that it is valid for; null for all sources and items. */
  source: z.string().nullable(),
  itemIds: z.array(z.number().int()).nullable(),
  /** Groups of the source that it is valid for, for example routes or towns; null for all. */
  groups: z.array(z.object({ key: z.string(), name: localizedText })).nullable(),
  /** The events, if the source is that of shows. */
  eventIds: z.array(z.number().int()).nullable(),
  merchantId: z.number().int().nullable(),
  quantity: z.number().int().nullable(),
  perCustomerMax: z.number().int().nullable(),
  validFrom: instant.nullable(),
  validUntil: instant.nullable(),
  borneBy: z.enum(['house', 'merchant']),
  isCombined: z.boolean(),
  /** Fees of tickets that it makes free: nobody pays them, or the buyer does. */
  freeFees: z.enum(['waived', 'buyer']),
  isActive: z.boolean(),
  note: z.string(),
  /** Number of paid orders with it, of unpaid ones, and the total discount of the paid ones. */
  usedCount: z.number().int(),
  waitingCount: z.number().int(),
  takenOff: moneyField,
})
export type PromoCodeView = z.output<typeof promoCodeView>

/** A code in the operators' office, with the names of what it is restricted to. */
const officeCodeView = promoCodeView.extend({
  /** The items of `itemIds`; null for all. */
  items: z.array(promotedItem).nullable(),
  /** Null without an organiser. */
  merchantName: localizedText.nullable(),
})
export type OfficeCodeView = z.output<typeof officeCodeView>

export const promoBatchView = z.object({
  batchId: z.number().int(),
  name: z.string(),
  codeCount: z.number().int(),
  usedCount: z.number().int(),
  activeCount: z.number().int(),
  createdAt: instant,
})
export type PromoBatchView = z.output<typeof promoBatchView>

export const officeOptionView = z.object({
  optionId: z.number().int(),
  kind: z.enum(orderLineKinds),
  name: localizedText,
  description: localizedText,
  pricing: z.enum(['order', 'ticket', 'share', 'free']),
  amount: moneyField,
  amountMax: moneyField.nullable(),
  percent: z.number().nullable(),
  source: z.string().nullable(),
  itemId: z.number().int().nullable(),
  eventId: z.number().int().nullable(),
  item: promotedItem.nullable(),
  merchantId: z.number().int().nullable(),
  merchantName: localizedText.nullable(),
  beneficiary: z.string().nullable(),
  isActive: z.boolean(),
  soldCount: z.number().int(),
  sold: moneyField,
})
export type OfficeOptionView = z.output<typeof officeOptionView>

export const readPromotions = defineCall({
  id: 'own-operator-promotions',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/promotions',
  summary:
    'The newest 200 single promo codes (or those with a given prefix), 50 batches, and all options.',
  credential: 'operator',
  query: z.object({ code: text(64).optional() }),
  reply: z.object({
    /** Sources that are in operation, and whether their groups and items can be searched. */
    sources: z.array(
      z.object({ source: z.string(), hasGroups: z.boolean(), hasItems: z.boolean() }),
    ),
    codes: z.array(officeCodeView),
    batches: z.array(promoBatchView),
    options: z.array(officeOptionView),
  }),
  required: ['authorization'],
})

export const findPromotionGroups = defineCall({
  id: 'own-operator-promotion-groups',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/promotions/groups',
  summary:
    'Searches the groups of a source that a code can be limited to, for example routes or towns.',
  credential: 'operator',
  query: z.object({ source: text(40, 1), query: text(100) }),
  reply: z.object({ groups: z.array(z.object({ key: z.string(), name: localizedText })) }),
  errors: ['NotFound'],
  required: ['source', 'query', 'authorization'],
})

export const findPromotionItems = defineCall({
  id: 'own-operator-promotion-items',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/promotions/items',
  summary: 'Searches the items of a source that a code can be limited to, upcoming ones first.',
  credential: 'operator',
  query: z.object({ source: text(40, 1), query: text(100) }),
  reply: z.object({ items: z.array(promotedItem) }),
  errors: ['NotFound'],
  required: ['source', 'query', 'authorization'],
})

export const savePromoCode = defineCall({
  id: 'own-operator-promo-code-save',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/promotions/codes',
  summary:
    'Creates a promo code, or updates it with `codeId`; with `count` creates a batch of codes, each valid for one order.',
  credential: 'operator',
  isForm: true,
  body: z.object({
    codeId: identifier.optional(),
    /** Letters and digits. Generated when absent; the prefix of the codes of a batch. */
    code: text(40).optional(),
    count: wholeNumber(1, 5_000).optional(),
    /** Exactly one of the two: percent of the ticket prices, or an amount in tetri. */
    percent: z.number().min(0.01).max(100).multipleOf(0.01).optional(),
    amount: wholeNumber(1, 10_000_000).optional(),
    /** Maximum discount per order, in tetri. */
    amountMax: wholeNumber(1, 10_000_000).optional(),
    /** Minimum price of the eligible tickets, in tetri. */
    ticketsMin: wholeNumber(0, 100_000_000).optional(),
    /** Items of shows, or of another source; all items when both are absent. */
    eventIds: z.array(identifier).min(1).max(500).optional(),
    /** Name of an offer source; without items, all its items. */
    source: text(40, 1).optional(),
    itemIds: z.array(identifier).min(1).max(500).optional(),
    /** Groups of the source, for example routes or towns; a ticket needs at least one of them. */
    groups: z.array(text(80, 1)).min(1).max(100).optional(),
    merchantId: identifier.optional(),
    /** Number of orders it is valid for; unlimited when absent. Ignored for a batch. */
    quantity: wholeNumber(0, 1_000_000).optional(),
    perCustomerMax: wholeNumber(1, 1_000).optional(),
    validFrom: isoDate.optional(),
    validUntil: isoDate.optional(),
    borneBy: z.enum(['house', 'merchant']),
    isCombined: flag,
    /** Fees of tickets that it makes free: nobody pays them (when absent), or the buyer does. */
    freeFees: z.enum(['waived', 'buyer']).optional(),
    isActive: flag,
    /** The name of a batch. */
    note: text(200).optional(),
  }),
  /** Exactly one of the two. */
  reply: z.object({
    code: z.object({ codeId: z.number().int(), code: z.string() }).nullable(),
    batchId: z.number().int().nullable(),
  }),
  errors: ['BadRequest', 'NotFound', 'PromoCodeTaken', 'PromoCodeUsedUp'],
  required: ['body'],
})

export const switchPromoBatch = defineCall({
  id: 'own-operator-promo-batch-switch',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/promotions/batches/switch',
  summary: 'Disables all codes of a batch, or enables them again.',
  credential: 'operator',
  body: z.object({ batchId: identifier, isActive: flag }),
  reply: z.object({ done: z.literal(true) }),
  errors: ['NotFound'],
  required: ['body'],
})

export const exportPromoCodes = defineCall({
  id: 'own-operator-promo-codes-export',
  cost: 'search',
  limit: 'flood',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/promotions/codes.csv',
  summary: 'The codes of a batch as a file, with their uses.',
  credential: 'operator',
  query: z.object({ batchId: identifier, format: tableFormat.default('csv') }),
  /** The download is logged. */
  actsOnGet: true,
  reply: z.unknown(),
  produces: 'text/csv',
  errors: ['NotFound'],
})

export const readPromotionUses = defineCall({
  id: 'own-operator-promotion-uses',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/promotions/uses',
  summary: 'The newest 200 orders with a promo code or an option.',
  credential: 'operator',
  /** Exactly one of the two. */
  query: z.object({ codeId: identifier.optional(), optionId: identifier.optional() }),
  reply: z.object({
    uses: z.array(
      z.object({
        orderNumber: z.string(),
        status: z.number().int(),
        /** Quantity of an option; 1 for a code. */
        quantity: z.number().int(),
        /** Amount of the line; negative for a discount. */
        amount: moneyField,
        total: moneyField,
        createdAt: instant,
      }),
    ),
  }),
  errors: ['BadRequest'],
})
export type PromotionUsesView = z.output<(typeof readPromotionUses)['reply']>

export const changeOrderOption = defineCall({
  id: 'own-operator-order-option-change',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/promotions/options',
  summary: 'Changes the price of an option, or stops offering it. Existing orders are not changed.',
  credential: 'operator',
  isForm: true,
  body: z.object({
    optionId: identifier,
    /** In tetri: per order or ticket; the minimum of a share or of a free amount. */
    amount: wholeNumber(1, 10_000_000),
    isActive: flag,
  }),
  reply: z.object({ optionId: z.number().int() }),
  errors: ['BadRequest', 'NotFound'],
  required: ['body'],
})
