/** Dates of an organiser: whether they are on sale, their capacity, and withheld places. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text, wholeNumber } from '#contract/fields.ts'
import { placeIdMax } from '#kernel/legs.ts'

const shared = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const

const dateHead = {
  eventId: z.number().int(),
  name: z.string(),
  venue: z.string(),
  startsAt: instant,
  timeZone: z.string(),
  isOnSale: z.boolean(),
  /** It does not take place, so its sale cannot be resumed. */
  isCancelled: z.boolean(),
  /** Everything is sold, held or withheld. */
  isSoldOut: z.boolean(),
  /** Seats and standing places together. */
  capacity: z.number().int(),
  sold: z.number().int(),
  /** Held for orders that are not paid yet. */
  held: z.number().int(),
  /** Withheld from sale. */
  kept: z.number().int(),
}
export const dateLine = z.object(dateHead)
export type DateLine = z.output<typeof dateLine>

export const listDates = defineCall({
  ...shared,
  id: 'own-merchant-dates',
  method: 'GET',
  path: '/v2/merchantusers/dates',
  summary: 'Upcoming dates of the organiser, with sold, held and withheld places of each',
  reply: z.object({ items: z.array(dateLine) }),
})

const count = z.number().int()
export const dateView = z.object({
  ...dateHead,
  sections: z.array(
    z.object({
      sectionId: z.number().int(),
      name: z.string(),
      seats: count,
      sold: count,
      held: count,
      kept: count,
    }),
  ),
  /** Areas without numbered seats, and ticket types that are only counted. */
  pools: z.array(
    z.object({
      poolId: z.number().int(),
      name: z.string(),
      capacity: count,
      /** Sold, or held during checkout. */
      taken: count,
    }),
  ),
})
export type DateView = z.output<typeof dateView>

export const readDate = defineCall({
  ...shared,
  id: 'own-merchant-date',
  method: 'GET',
  path: '/v2/merchantusers/dates/date',
  summary: 'One date, section by section',
  required: ['eventId'],
  query: z.object({ eventId: identifier }),
  reply: dateView,
  errors: ['NotFound'],
})

export const placeUses = ['free', 'held', 'sold', 'kept'] as const

export const readDateSeats = defineCall({
  ...shared,
  id: 'own-merchant-date-seats',
  method: 'GET',
  path: '/v2/merchantusers/dates/seats',
  summary: 'Seats of a section, row by row, with their current state',
  required: ['eventId', 'sectionId'],
  query: z.object({ eventId: identifier, sectionId: wholeNumber(0, 2_147_483_647) }),
  reply: z.object({
    rows: z.array(
      z.object({
        label: z.string(),
        seats: z.array(
          z.object({ placeId: z.number().int(), label: z.string(), use: z.enum(placeUses) }),
        ),
      }),
    ),
  }),
  errors: ['NotFound'],
})

export const switchDateSale = defineCall({
  ...shared,
  id: 'own-merchant-date-sale',
  method: 'POST',
  path: '/v2/merchantusers/dates/sale',
  summary:
    'Pauses or resumes the sale of a date. Buyers with held places may still pay; tickets stay valid',
  required: ['body'],
  body: z.object({ eventId: identifier, isOnSale: flag }),
  reply: dateView,
  errors: ['NotFound', 'DateCancelled'],
})

export const withholdSeats = defineCall({
  ...shared,
  id: 'own-merchant-date-keep',
  method: 'POST',
  path: '/v2/merchantusers/dates/keep',
  summary: 'Withholds seats from sale, or releases them again: all given seats, or none',
  required: ['body'],
  body: z.object({
    eventId: identifier,
    placeIds: z.array(wholeNumber(1, placeIdMax)).min(1).max(2_000),
    isKept: flag,
    /** Reason, for the log. */
    note: text(200).default(''),
  }),
  reply: dateView,
  errors: ['NotFound', 'SeatNotAvailable'],
})

export const resizePool = defineCall({
  ...shared,
  id: 'own-merchant-date-capacity',
  method: 'POST',
  path: '/v2/merchantusers/dates/capacity',
  summary: 'Sets the capacity of an area or a ticket type, not below what is sold or held',
  isForm: true,
  required: ['body'],
  body: z.object({
    eventId: identifier,
    poolId: wholeNumber(1, 2_147_483_647),
    capacity: wholeNumber(0, 200_000),
  }),
  reply: dateView,
  errors: ['NotFound', 'CapacityBelowSold'],
})
