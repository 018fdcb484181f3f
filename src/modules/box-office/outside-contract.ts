/** Orders that were not sold here: imports of sold orders, and places given to outside sellers. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text, wholeNumber } from '#contract/fields.ts'

const importProblems = [
  'file',
  'invalid',
  'unknown-date',
  'date-over',
  'unknown-type',
  'unknown-seat',
  'seat-ambiguous',
  'seat-quantity',
  'seat-twice',
  'place-taken',
  'code-quantity',
  'code-taken',
  'buyer-differs',
  'answer-differs',
  'reference-differs',
  'reference-cancelled',
] as const
export type ImportProblem = (typeof importProblems)[number]

const importedFile = z.object({
  /** `xlsx`: the file in base64, of which the first sheet is read. */
  format: z.enum(['csv', 'xlsx']),
  content: z.string().min(1).max(4_000_000),
  /** Checks only. */
  isDryRun: flag.default(false),
  /** Sends the tickets to the given addresses. */
  sendsTickets: flag.default(false),
})

const importReport = z.object({
  /** Whether the orders exist now. Nothing is imported while there is a problem. */
  isTakenIn: z.boolean(),
  rowCount: z.number().int(),
  /** New orders, and their tickets. */
  newCount: z.number().int(),
  ticketCount: z.number().int(),
  /** Orders that were imported before, which stay as they are. */
  knownCount: z.number().int(),
  problems: z.array(
    z.object({
      /** Row of the file; the first row below the heading is 1. */
      row: z.number().int(),
      code: z.enum(importProblems),
      /** The columns or the value. */
      detail: z.string(),
    }),
  ),
})
export type ImportReport = z.output<typeof importReport>

const summary =
  'Imports orders that were sold elsewhere, all or none: a row for each seat, or for tickets of one type, with `date`, `type`, `section`, `row`, `seat`, `quantity`, `name`, `email`, `phone`, `price`, `reference`, `code`, `seller`, and columns named by the questions of the date, whose answers nobody has to give here. Rows of one reference are one order; a repeated reference changes nothing'

const shared = {
  area: 'own',
  method: 'POST',
  required: ['body'],
  reply: importReport,
  bodyBytesMax: 4_500_000,
} as const

export const importOrders = defineCall({
  ...shared,
  id: 'own-merchant-orders-import',
  credential: 'merchant',
  staffPermission: 'shows',
  path: '/v2/merchantusers/orders/import',
  summary,
  body: importedFile,
})

export const importOrdersOf = defineCall({
  ...shared,
  id: 'own-operator-orders-import',
  credential: 'operator',
  required: ['merchantId', 'body'],
  path: '/v2/operator/orders/import',
  summary: `${summary}. For an organiser`,
  query: z.object({ merchantId: identifier }),
  body: importedFile,
})

const allotmentView = z.object({
  orderNumber: z.string(),
  /** `ThirdParty` while the seller has any of the places, `Preprint` while it has printed tickets; `Canceled` afterwards. */
  statusName: z.string(),
  seller: z.string(),
  eventId: z.number().int(),
  createdAt: instant,
  /** What the seller still has: seats, and places of areas. */
  places: z.array(
    z.object({
      lineId: z.number().int(),
      placeId: z.number().int().nullable(),
      typeName: z.string(),
      section: z.string().nullable(),
      row: z.string().nullable(),
      seat: z.string().nullable(),
      quantity: z.number().int(),
      /** Of tickets printed for them that are valid and have not admitted anybody. */
      ticketIdentifiers: z.array(z.string()),
    }),
  ),
})
export type AllotmentView = z.output<typeof allotmentView>

const ofAllotments = {
  area: 'own',
  credential: 'merchant',
  staffPermission: 'shows',
} as const

export const listAllotments = defineCall({
  ...ofAllotments,
  id: 'own-merchant-allotments',
  method: 'GET',
  path: '/v2/merchantusers/dates/allotments',
  summary: 'Places of a date that were given to outside sellers, newest first',
  required: ['eventId'],
  query: z.object({ eventId: identifier }),
  reply: z.object({ allotments: z.array(allotmentView) }),
  errors: ['NotFound'],
})

export const giveAllotment = defineCall({
  ...ofAllotments,
  id: 'own-merchant-allotment-give',
  method: 'POST',
  path: '/v2/merchantusers/dates/allotments',
  summary:
    'Gives places of a date to an outside seller: they are taken here, and what the seller sells is imported under its name. With `isPrinted` tickets are issued, to be printed and sold on paper. All places, or none',
  required: ['body'],
  idempotent: true,
  body: z.object({
    eventId: identifier,
    seller: text(60, 1),
    /** Seats of the map; empty for places of an area. */
    placeIds: z.array(wholeNumber(1, 33_554_431)).max(2_000),
    /** Without seats: places of this ticket type's area. */
    ticketTypeId: identifier.optional(),
    quantity: wholeNumber(1, 10_000).default(1),
    /** The seller sells printed tickets: they are valid at once, at most 500 of one call. */
    isPrinted: flag.default(false),
  }),
  reply: allotmentView,
  errors: [
    'NotFound',
    'EventNotActive',
    'SeatNotAvailable',
    'TicketTypeNotFound',
    'SeatsNotPassed',
    'TooManyPrinted',
  ],
})

export const takeAllotmentBack = defineCall({
  ...ofAllotments,
  id: 'own-merchant-allotment-take-back',
  method: 'POST',
  path: '/v2/merchantusers/dates/allotments/take-back',
  summary:
    'Puts places that an outside seller has not sold on sale here again. Their printed tickets are void; a ticket that has admitted somebody stays',
  required: ['body'],
  body: z.object({
    orderNumber: z.string().regex(/^[0-9A-Za-z]{6,12}$/),
    /** Lines of the allotment; absent: everything that is left of it. */
    lineIds: z.array(identifier).min(1).max(2_000).optional(),
    /** Of printed tickets: these, instead of whole lines. */
    ticketIdentifiers: z
      .array(z.string().regex(/^[0-9A-Za-z]{10,30}$/))
      .min(1)
      .max(500)
      .optional(),
  }),
  reply: allotmentView,
  errors: ['NotFound', 'OrderStatusNotAllowed', 'TicketUsed'],
})
