/** Calls of a counter: a shift, sales for cash, prints, returns, the day's close. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, moneyField, text, uuid, wholeNumber } from '#contract/fields.ts'

const shared = { area: 'own', credential: 'merchant', staffPermission: 'box-office' } as const

/** Tetri in a hand or a drawer. */
const cash = wholeNumber(0, 100_000_000)
const orderNumber = z.string().regex(/^[0-9A-Za-z]{6,12}$/)
const identifiers = z
  .array(z.string().regex(/^[0-9A-Za-z]{10,30}$/))
  .min(1)
  .max(50)

export const entryKinds = ['sale', 'return', 'in', 'out'] as const

export const shiftView = z.object({
  shiftId: uuid,
  counter: z.string(),
  staffName: z.string(),
  openedAt: instant,
  opening: moneyField,
  /** In the drawer by the entries. */
  expected: moneyField,
  soldCount: z.number().int(),
  /** Null while it is open. */
  closedAt: instant.nullable(),
  counted: moneyField.nullable(),
  /** Counted less expected. */
  difference: moneyField.nullable(),
  /** Number of the card terminal at the counter; empty without one. */
  terminal: z.string(),
  /** What the terminal has taken, less refunds to cards. */
  cardExpected: moneyField,
  /** What the terminal’s slip said at the close, less that; null where nobody looked. */
  cardDifference: moneyField.nullable(),
  note: z.string(),
  /** The newest first. */
  entries: z.array(
    z.object({
      at: instant,
      kind: z.enum(entryKinds),
      amount: moneyField,
      orderNumber: z.string().nullable(),
      note: z.string(),
    }),
  ),
})
export type ShiftView = z.output<typeof shiftView>

export const basketView = z.object({
  orderKey: uuid,
  orderNumber: z.string(),
  eventId: z.number().int(),
  /** Fees included. */
  total: moneyField,
  /** The places are free again from then on. */
  deadlineAt: instant,
  /** Whose they are, where they are kept under a name. */
  name: z.string().nullable(),
  lines: z.array(
    z.object({
      lineId: z.number().int(),
      placeId: z.number().int().nullable(),
      name: z.string(),
      section: z.string().nullable(),
      row: z.string().nullable(),
      seat: z.string().nullable(),
      quantity: z.number().int(),
    }),
  ),
})
export type BasketView = z.output<typeof basketView>

export const readCounter = defineCall({
  ...shared,
  id: 'own-counter',
  method: 'GET',
  path: '/v2/merchantusers/box-office',
  summary: 'The caller’s open shift, and shifts that were closed; of all people for managers',
  reply: z.object({
    shift: shiftView.nullable(),
    closed: z.array(shiftView.omit({ entries: true })),
    /** What the shift holds for the buyer at the counter. */
    basket: basketView.nullable(),
  }),
})

export const openShift = defineCall({
  ...shared,
  id: 'own-counter-shift-open',
  method: 'POST',
  path: '/v2/merchantusers/box-office/shift',
  summary: 'Opens a shift with what is in the drawer',
  isForm: true,
  body: z.object({
    counter: text(60, 1),
    openingMinor: cash,
    /** Number of the card terminal, as printed on it. */
    terminal: z
      .string()
      .regex(/^[\w-]{0,40}$/)
      .default(''),
  }),
  reply: shiftView,
  errors: ['ShiftOpen'],
  required: ['body'],
})

export const moveCash = defineCall({
  ...shared,
  id: 'own-counter-cash',
  method: 'POST',
  path: '/v2/merchantusers/box-office/cash',
  summary: 'Puts cash into the drawer or takes it out, with the reason',
  idempotent: true,
  body: z.object({
    kind: z.enum(['in', 'out']),
    amountMinor: wholeNumber(1, 100_000_000),
    note: text(200, 1),
  }),
  reply: shiftView,
  errors: ['ShiftNotOpen', 'CashNotEnough'],
  required: ['body'],
})

export const closeShift = defineCall({
  ...shared,
  id: 'own-counter-shift-close',
  method: 'POST',
  path: '/v2/merchantusers/box-office/close',
  summary: 'Closes the shift with what was counted in the drawer; the difference stays on record',
  body: z.object({
    countedMinor: cash,
    /** Total on the terminal’s own slip. */
    cardCountedMinor: cash.optional(),
    note: text(500).default(''),
  }),
  reply: shiftView,
  errors: ['ShiftNotOpen'],
  required: ['body'],
})

/** What pays at a counter, and for whom. */
export const till = {
  /** What the buyer gave. */
  givenMinor: cash,
  buyerName: text(120).default(''),
  /** Gets the tickets too. */
  buyerEmail: z.union([z.literal(''), z.email().max(254)]).default(''),
} as const

export const soldView = z.object({
  orderNumber: z.string(),
  total: moneyField,
  change: moneyField,
  tickets: z.array(z.object({ ticketIdentifier: z.string(), place: z.string() })),
})
export type SoldView = z.output<typeof soldView>

export const sellAtCounter = defineCall({
  ...shared,
  id: 'own-counter-sell',
  method: 'POST',
  path: '/v2/merchantusers/box-office/sales',
  summary: 'Sells the best places of a ticket type, or of a pool, for cash, in one step',
  idempotent: true,
  body: z.object({
    eventId: identifier,
    ticketTypeId: identifier,
    quantity: wholeNumber(1, 50),
    ...till,
  }),
  reply: soldView,
  errors: [
    'NotFound',
    'ShiftNotOpen',
    'CashNotEnough',
    'EventNotActive',
    'TicketTypeNotFound',
    'SeatNotAvailable',
    'TotalCountIsInvalid',
    'ExtraFieldsMissing',
  ],
  required: ['body'],
})

const counterOrderView = z.object({
  orderNumber: z.string(),
  /** The organiser's, as far as they are valid. */
  tickets: z.array(z.object({ ticketIdentifier: z.string(), place: z.string() })),
})
export type CounterOrderView = z.output<typeof counterOrderView>

export const counterOrder = defineCall({
  ...shared,
  id: 'own-counter-order',
  method: 'GET',
  path: '/v2/merchantusers/box-office/order',
  summary: 'Valid tickets of an order, by the number that is on paper',
  required: ['orderNumber'],
  query: z.object({ orderNumber }),
  reply: counterOrderView,
  errors: ['NotFound'],
})

export const printTickets = defineCall({
  ...shared,
  id: 'own-counter-print',
  method: 'POST',
  path: '/v2/merchantusers/box-office/print',
  summary:
    'Tickets of an order as a PDF for a roll of 80 mm or for sheets. With `isReprint` they get new codes, and the old ones are void',
  body: z.object({
    orderNumber,
    /** All valid ones of the organiser when absent. */
    ticketIdentifiers: identifiers.optional(),
    format: z.enum(['roll', 'sheet']),
    isReprint: z.boolean().default(false),
  }),
  reply: z.unknown(),
  produces: 'application/pdf',
  errors: ['NotFound', 'TicketUsed'],
  required: ['body'],
})

export const returnAtCounter = defineCall({
  ...shared,
  id: 'own-counter-return',
  method: 'POST',
  path: '/v2/merchantusers/box-office/returns',
  summary:
    'Takes tickets back that a counter sold, in one’s own shift or by who may refund: cash is paid out of the drawer, a card gets it back',
  idempotent: true,
  body: z.object({
    orderNumber,
    ticketIdentifiers: identifiers,
    reason: text(500, 1),
  }),
  reply: z.object({
    amount: moneyField,
    /** Out of the drawer, or by itself to the card or the balance that paid. */
    to: z.enum(['drawer', 'card', 'balance']),
    shift: shiftView,
  }),
  errors: [
    'NotFound',
    'ShiftNotOpen',
    'NotSoldHere',
    'CashNotEnough',
    'TicketGoneBack',
    'ReturnNotAllowed',
    'QuoteChanged',
  ],
  required: ['body'],
})
