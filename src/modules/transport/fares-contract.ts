/** Calls of a carrier's staff about the fares of its lines. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, wholeNumber } from '#contract/fields.ts'
import { officeDay } from './office-contract.ts'

const office = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const
/** 100,000 in the currency of the fare. */
const priceMax = 10_000_000
const channel = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
const name = z.string()

const fareCell = z.object({
  classId: z.number().int(),
  /** Adult price before price steps; null where nothing is sold. */
  adultMinor: z.number().int().nullable(),
  currency: z.string(),
  /** Whether staff set it; otherwise it is of the feed or by distance. */
  isOwn: z.boolean(),
  riders: z.array(z.object({ code: z.string(), priceMinor: z.number().int() })),
  /** Other fares set by staff that apply later, in the order of their days. */
  later: z.array(
    z.object({
      from: z.iso.date().nullable(),
      until: z.iso.date().nullable(),
      priceMinor: z.number().int(),
    }),
  ),
})
export type FareCellView = z.output<typeof fareCell>

export const readFares = defineCall({
  ...office,
  id: 'own-merchant-fares',
  method: 'GET',
  path: '/v2/merchantusers/fares',
  summary:
    'Fares of a line from one of its stops, by class and passenger, for a day of travel and a sales channel',
  required: [],
  query: z.object({
    lineId: identifier.optional(),
    fromStopId: identifier.optional(),
    date: officeDay.optional(),
    /** All channels if absent. */
    channel: channel.optional(),
  }),
  reply: z.object({
    lines: z.array(z.object({ lineId: z.number().int(), name })),
    lineId: z.number().int().nullable(),
    /** Stops where passengers board. */
    stops: z.array(z.object({ stopId: z.number().int(), name })),
    fromStopId: z.number().int().nullable(),
    date: z.iso.date(),
    channel: z.string().nullable(),
    channels: z.array(z.string()),
    classes: z.array(z.object({ classId: z.number().int(), name })),
    riders: z.array(z.object({ code: z.string(), name })),
    rows: z.array(z.object({ toStopId: z.number().int(), name, cells: z.array(fareCell) })),
  }),
  errors: ['NotFound'],
})

export const changeFares = defineCall({
  ...office,
  id: 'own-merchant-fares-change',
  method: 'POST',
  path: '/v2/merchantusers/fares',
  summary:
    'Sets adult prices from a day of travel on, or removes them; a dry run only compares. Sold and held places keep their prices',
  required: ['body'],
  body: z.object({
    lineId: identifier,
    channel: channel.nullable().default(null),
    /** First and last day of travel. */
    validFrom: officeDay,
    validUntil: officeDay.nullable().default(null),
    /** Also the opposite direction, where the line runs in it. */
    isBothWays: flag.default(false),
    prices: z
      .array(
        z.object({
          fromStopId: identifier,
          toStopId: identifier,
          classId: identifier,
          /** Null: the fare of the feed applies again. */
          priceMinor: wholeNumber(0, priceMax).nullable(),
        }),
      )
      .min(1)
      .max(300),
    isDryRun: flag.default(false),
  }),
  reply: z.object({
    /** Prices that differ on the first day, before price steps. */
    effects: z.array(
      z.object({
        from: name,
        to: name,
        className: name,
        beforeMinor: z.number().int().nullable(),
        afterMinor: z.number().int().nullable(),
        currency: z.string(),
      }),
    ),
    /** Runs in these days that carry passengers over a priced stretch. */
    runs: z.number().int(),
    /** Sold or held places of them, which keep their price. */
    sold: z.number().int(),
  }),
  errors: ['NotFound', 'FareDaysWrong'],
})
