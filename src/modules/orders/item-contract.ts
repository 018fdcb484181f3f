/** The sold item in replies: an event, a screening, a journey, a flight or a pass. */
import { z } from 'zod'
import { instant, moneyField } from '#contract/fields.ts'

const stop = z.object({
  name: z.string(),
  /** The departure for a ticket's first stop, the arrival for its last one. */
  at: instant,
  timeZone: z.string(),
  code: z.string().nullable(),
  /** Scheduled time while the stop is delayed; null when it is on time. */
  scheduledAt: instant.nullable(),
  platform: z.string().nullable(),
  /** That of the timetable, when another one is used. */
  plannedPlatform: z.string().nullable(),
})

const segment = z.object({
  from: stop,
  to: stop,
  carrier: z.string(),
  flightNumber: z.string(),
  cabin: z.string().nullable(),
})

const itemAbout = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event') }),
  z.object({
    kind: z.literal('screening'),
    hall: z.string(),
    format: z.string().nullable(),
    language: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('journey'),
    from: stop,
    to: stop,
    carrier: z.string(),
    vehicle: z.string(),
    travelClass: z.string().nullable(),
    isCancelled: z.boolean(),
  }),
  z.object({ kind: z.literal('flight'), segments: z.array(segment) }),
  z.object({
    kind: z.literal('pass'),
    validFrom: instant,
    validUntil: instant,
    uses: z.number().int().nullable(),
  }),
])

/** A sold item in the language of the request; `legTo` is exclusive. */
export const soldItemView = z.object({
  source: z.string(),
  itemId: z.number().int(),
  legFrom: z.number().int(),
  legTo: z.number().int(),
  name: z.string(),
  /** Where it begins. */
  venue: z.string(),
  /** The same in words for a list, of a journey both stops; null for a pass, which has no place. */
  where: z.string().nullable(),
  /** When this ticket begins: for a journey the departure from the boarding stop. */
  startsAt: instant,
  timeZone: z.string(),
  endsAt: instant.nullable(),
  endTimeZone: z.string(),
  imageUrl: z.string().nullable(),
  /** The dominant colour of its picture (`#a8123a`); null: none. */
  colour: z.string().nullable(),
  category: z.number().int(),
  /** Its page, without a locale prefix. */
  pagePath: z.string(),
  /** Where its places are chosen. */
  placesPath: z.string(),
  about: itemAbout,
})
export type SoldItemView = z.output<typeof soldItemView>

/** The same in an order, with its share of the amount. */
export const orderedItemView = soldItemView.extend({
  ticketCount: z.number().int(),
  /** Goods bought with them, which admit nobody. */
  goodsCount: z.number().int(),
  /** Pieces of baggage of the passengers. */
  baggageCount: z.number().int(),
  /** Its tickets and their fees. */
  amount: moneyField,
  /** Lines of its tickets and fees. */
  lineIds: z.array(z.number().int()),
})
export type OrderedItemView = z.output<typeof orderedItemView>

/**
 * One merchant's share of an order; null: the platform, and those it collects for. The shares add up to the lines
 * without balance.
 */
export const merchantShareView = z.object({
  merchantId: z.number().int().nullable(),
  amount: moneyField,
})
