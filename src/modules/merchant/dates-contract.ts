/** Dates of an organiser as they are sold: whether, how many places, and which are kept back. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text, wholeNumber } from '#contract/fields.ts'

const shared = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const

const dateHead = {
  eventId: z.number().int(),
  name: z.string(),
  venue: z.string(),
  startsAt: instant,
  timeZone: z.string(),
  isOnSale: z.boolean(),
  /** Seats and room together. */
  capacity: z.number().int(),
  sold: z.number().int(),
  /** By somebody who has not paid yet. */
  held: z.number().int(),
  /** Kept back from sale. */
  kept: z.number().int(),
}
export const dateLine = z.object(dateHead)
export type DateLine = z.output<typeof dateLine>

export const listDates = defineCall({
  ...shared,
  id: 'own-merchant-dates',
  method: 'GET',
  path: '/v2/merchantusers/dates',
  summary:
    'Dates of the organiser that are not over, with what is sold, held and kept back of each',
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
  /** Areas without numbered seats, and tickets that are only counted. */
  pools: z.array(
    z.object({
      poolId: z.number().int(),
      name: z.string(),
      capacity: count,
      /** Sold, or held by somebody who pays. */
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
  summary: 'Seats of a section, row by row, and what each is at this moment',
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
    'Pauses the sale of a date, or goes on with it. Who holds places may still pay; tickets stay valid',
  required: ['body'],
  body: z.object({ eventId: identifier, isOnSale: flag }),
  reply: dateView,
  errors: ['NotFound'],
})

export const keepBack = defineCall({
  ...shared,
  id: 'own-merchant-date-keep',
  method: 'POST',
  path: '/v2/merchantusers/dates/keep',
  summary: 'Keeps seats back from sale, or gives them free again: all that are named, or none',
  required: ['body'],
  body: z.object({
    eventId: identifier,
    placeIds: z.array(wholeNumber(1, 33_554_431)).min(1).max(2_000),
    isKept: flag,
    /** For whom, for the log. */
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
  summary: 'How many an area or a ticket type takes; never fewer than are sold or held',
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
