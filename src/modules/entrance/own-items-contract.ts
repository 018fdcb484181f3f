/** Items in an organiser's back office besides events: runs, screenings, passes. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, text, wholeNumber } from '#contract/fields.ts'
import { legCountMax } from '#kernel/legs.ts'

const ownItemView = z.object({
  /** Name of the offer source. */
  source: z.string(),
  itemId: z.number().int(),
  name: z.string(),
  /** Where it begins. */
  venue: z.string(),
  /** Of an item without a time of its own, the end of its validity. */
  startsAt: instant,
  /** Null for what is on at one time; the beginning of the validity of a pass or an offer. */
  validFrom: instant.nullable(),
  timeZone: z.string(),
  /** Its tickets admit several times, so nobody is in or out with them. */
  hasSeveralUses: z.boolean(),
  /** For a journey in the order of travel, one more than it has legs; empty for items without stops. */
  stops: z.array(z.string()),
})
export type OwnItemView = z.output<typeof ownItemView>

export const merchantItems = defineCall({
  id: 'own-merchant-items',
  area: 'own',
  method: 'GET',
  path: '/v2/merchantusers/items',
  summary:
    'What of the organiser is on during a day by the clock of Tbilisi, except events: runs (sold or not), screenings, passes; filtered by words',
  credential: 'merchant',
  staffPermission: 'self',
  required: ['day'],
  query: z.object({
    day: z.iso.date(),
    /** Words that occur in the name, the stops or the time. */
    text: text(60).optional(),
  }),
  reply: z.object({
    /** Whether the organiser has any of the last month or upcoming. */
    hasAny: z.boolean(),
    /** Number of items that match; `items` contains the first 300 of them. */
    total: z.number().int(),
    items: z.array(ownItemView),
  }),
})

/** An item of any source in calls of organisers; `eventId` is the older way to name an event. */
export const ofOwnItem = {
  source: text(40, 1).default('event'),
  itemId: identifier.optional(),
  eventId: identifier.optional(),
}

/** First leg and the one after the last, counted from 0; absent: all legs. */
export const ofLegs = {
  legFrom: wholeNumber(0, legCountMax - 1).optional(),
  legTo: wholeNumber(1, legCountMax).optional(),
}

interface NamedItem {
  readonly source: string
  readonly itemId?: number | undefined
  readonly eventId?: number | undefined
}

/** The item given in either way; null without one. */
export function namedItem({ source, itemId, eventId }: NamedItem) {
  if (itemId !== undefined) return { source, itemId }
  return eventId === undefined ? null : { source: 'event', itemId: eventId }
}
