/** Counter calls: shifts, cash sales, prints, returns and the close. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import {
  givenName,
  identifier,
  instant,
  moneyField,
  optionalEmail,
  text,
  uuid,
  wholeNumber,
} from '#contract/fields.ts'
import { buyerFields } from '#modules/orders/checkout-contract.ts'
import { extraQuestionView } from '#modules/orders/extra-contract.ts'

const shared = { area: 'own', credential: 'merchant', staffPermission: 'box-office' } as const

/** Amount of cash in tetri. */
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
  /** Expected cash in the drawer: the sum of its entries. */
  expected: moneyField,
  soldCount: z.number().int(),
  /** Null while it is open. */
  closedAt: instant.nullable(),
  counted: moneyField.nullable(),
  /** Counted minus expected cash. */
  difference: moneyField.nullable(),
  /** Number of the card terminal at the counter; empty without one. */
  terminal: z.string(),
  /** Captured by the terminal, minus refunds to cards. */
  cardExpected: moneyField,
  /** Total on the terminal's slip at the close minus `cardExpected`; null when it was not entered. */
  cardDifference: moneyField.nullable(),
  note: z.string(),
  /** Newest first. */
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
  /** When the places become free again. */
  deadlineAt: instant,
  /** Name of the reservation, if it is one. */
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
  /** What its buyer is asked, as at the checkout of the shop. */
  extras: z.array(extraQuestionView),
})
export type BasketView = z.output<typeof basketView>

export const readCounter = defineCall({
  ...shared,
  id: 'own-counter',
  method: 'GET',
  path: '/v2/merchantusers/box-office',
  summary: 'The caller’s open shift, and closed shifts; those of all cashiers for managers',
  reply: z.object({
    shift: shiftView.nullable(),
    closed: z.array(shiftView.omit({ entries: true })),
    /** The open order of the shift, if any. */
    basket: basketView.nullable(),
    /** Card terminals of the organiser. */
    terminals: z.array(z.object({ number: z.string(), isInUse: z.boolean() })),
  }),
})

export const openShift = defineCall({
  ...shared,
  id: 'own-counter-shift-open',
  method: 'POST',
  path: '/v2/merchantusers/box-office/shift',
  summary: 'Opens a shift with the cash in the drawer',
  isForm: true,
  body: z.object({
    counter: text(60, 1),
    openingMinor: cash,
    /** Number of one of the organiser's card terminals, however it is written; empty without one. */
    terminal: text(60).default(''),
  }),
  reply: shiftView,
  errors: ['ShiftOpen', 'TerminalNotGiven', 'TerminalInUse'],
  required: ['body'],
})

export const moveCash = defineCall({
  ...shared,
  id: 'own-counter-cash',
  method: 'POST',
  path: '/v2/merchantusers/box-office/cash',
  summary: 'Records cash put into or taken out of the drawer, with the reason',
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
  summary: 'Closes the shift with the counted cash; the difference is recorded',
  body: z.object({
    countedMinor: cash,
    /** Total on the terminal's own slip. */
    cardCountedMinor: cash.optional(),
    note: text(500).default(''),
  }),
  reply: shiftView,
  errors: ['ShiftNotOpen'],
  required: ['body'],
})

/** Payment and recipient of a counter sale. */
export const till = {
  /** Cash handed over by the buyer. */
  givenMinor: cash,
  buyerName: givenName(120).default(''),
  /** Also receives the tickets; empty: nothing is sent, the tickets are printed only. */
  buyerEmail: optionalEmail,
  /** Besides the order number, what the order can be found by later. */
  buyerPhone: buyerFields.shape.phone,
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
  summary:
    'Sells the best places of a ticket type, or of a pool, for cash, in one step; places of a date with required questions are held first and sold with the answers',
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
    'CompanionNeeded',
    'PassengerNotAllowed',
  ],
  required: ['body'],
})

const counterOrderView = z.object({
  orderNumber: z.string(),
  /** The organiser's valid tickets. */
  tickets: z.array(z.object({ ticketIdentifier: z.string(), place: z.string() })),
  /** Cash of earlier refunds that no account has: it waits for the buyer at a counter. */
  owed: moneyField,
})
export type CounterOrderView = z.output<typeof counterOrderView>

export const counterOrder = defineCall({
  ...shared,
  id: 'own-counter-order',
  method: 'GET',
  path: '/v2/merchantusers/box-office/order',
  summary: 'Valid tickets of an order and cash that waits for its buyer, by its printed number',
  required: ['orderNumber'],
  query: z.object({ orderNumber }),
  reply: counterOrderView,
  errors: ['NotFound'],
})

export const printTickets = defineCall({
  ...shared,
  id: 'own-counter-print',
  cost: 'picture',
  method: 'POST',
  path: '/v2/merchantusers/box-office/print',
  summary:
    'Tickets of an order as a PDF for an 80 mm roll or for sheets. With `isReprint` they get new codes, and the old ones are void',
  body: z.object({
    orderNumber,
    /** All valid tickets of the organiser when absent. */
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
    'Returns tickets sold at a counter, in the caller’s own shift or with the permission to refund; cash is paid from the drawer, cards and balances are refunded',
  idempotent: true,
  body: z.object({
    orderNumber,
    /** Absent: pays out what earlier refunds of the order owe its buyer (`owed`). */
    ticketIdentifiers: identifiers.optional(),
    reason: text(500, 1),
  }),
  reply: z.object({
    amount: moneyField,
    /** Paid out of the drawer, or refunded automatically to the paying card or balance. */
    to: z.enum(['drawer', 'card', 'balance']),
    shift: shiftView,
  }),
  errors: [
    'NotFound',
    'ShiftNotOpen',
    'NotSoldHere',
    'NothingToPayOut',
    'CashNotEnough',
    'TicketGoneBack',
    'ReturnNotAllowed',
    'QuoteChanged',
  ],
  required: ['body'],
})
