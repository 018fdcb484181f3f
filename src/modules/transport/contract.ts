/**
 * Calls for finding a journey: places, departures, calendar days, and ticket types between two stops of a
 * run.
 */
import { travelModes } from '#contract/travel-modes.ts'
import { z } from 'zod'
import { askedDay } from '#contract/asked-day.ts'
import { defineCall } from '#contract/call.ts'
import { flag, instant, moneyField, text, uuid, wholeNumber } from '#contract/fields.ts'
import {
  alertView,
  brand,
  carrierText,
  classView,
  day,
  placeCode,
  riderCounts,
  saleState,
  segmentView,
  stretch,
} from './shapes.ts'

const shared = { area: 'own', credential: 'api-key', method: 'GET' } as const
/** Browser cache time of replies that show availability, which are up to half a second old when sent. */
const freshSeconds = 1
export const placeQueryMax = 100

/** Decimal degrees as text, from -`most` to `most`. */
function degrees(most: number) {
  return z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,3}(\.\d{1,8})?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(-most).max(most))
}

export const placeView = z.object({
  /** Value accepted by searches as `from` and `to`. */
  placeCode: z.string(),
  name: z.string(),
  /** Carriers that stop at this place. */
  brands: z.array(brand),
  latitude: z.number(),
  longitude: z.number(),
})
export type PlaceView = z.output<typeof placeView>

export const findPlaces = defineCall({
  ...shared,
  id: 'own-transport-places',
  path: '/v2/transport/places',
  summary:
    'Towns and stops by any spelling of their names, and those near by; all of a carrier without `query`',
  required: [],
  query: z.object({
    query: text(placeQueryMax).optional(),
    brand: brand.optional(),
    most: wholeNumber(1, 200).default(10),
    /** Position of the user, for places nearby. */
    latitude: degrees(90).optional(),
    longitude: degrees(180).optional(),
  }),
  reply: z.object({ places: z.array(placeView), nearby: z.array(placeView) }),
  cacheSeconds: 60,
})

/** A connection between two places, with one vehicle or several. */
export const journeyView = z.object({
  /**
   * Stable key of the journey: `runId.legFrom.legTo` of each segment if it is sold, for example
   * `12.0.4_31.2.5`.
   */
  journeyKey: z.string(),
  departsAt: instant,
  arrivesAt: instant,
  durationMinutes: z.number().int(),
  changes: z.number().int(),
  sale: saleState,
  /** Total for all requested passengers with fees, in the cheapest class of each segment; null if not sold. */
  priceFrom: moneyField.nullable(),
  segments: z.array(segmentView),
})
export type JourneyView = z.output<typeof journeyView>

export const findJourneys = defineCall({
  ...shared,
  id: 'own-transport-journeys',
  cost: 'search',
  path: '/v2/transport/journeys',
  summary: 'Journeys of a day, direct and with changes; prices for the passengers asked about',
  required: ['from', 'to', 'date'],
  query: z.object({
    from: placeCode,
    to: placeCode,
    date: askedDay,
    /** Restricts the search to one carrier family. */
    brand: brand.optional(),
    ...riderCounts,
  }),
  reply: z.object({
    from: placeView,
    to: placeView,
    date: day,
    journeys: z.array(journeyView),
    /** The nearest earlier and later days with a departure. */
    previousDate: day.nullable(),
    nextDate: day.nullable(),
  }),
  errors: ['NotFound', 'BadRequest'],
  cacheSeconds: freshSeconds,
})

export const nearJourneys = defineCall({
  ...shared,
  id: 'own-transport-journeys-near',
  cost: 'search',
  path: '/v2/transport/journeys/near',
  summary: 'The next journeys after a moment, or the last before it, whatever the day',
  required: ['from', 'to', 'at'],
  query: z.object({
    from: placeCode,
    to: placeCode,
    /** Journeys that depart at exactly this time are excluded. */
    at: instant,
    direction: z.enum(['earlier', 'later']).default('later'),
    most: wholeNumber(1, 20).default(5),
    brand: brand.optional(),
    ...riderCounts,
  }),
  reply: z.object({ from: placeView, to: placeView, journeys: z.array(journeyView) }),
  errors: ['NotFound', 'BadRequest'],
  cacheSeconds: freshSeconds,
})

export const journeyCalendar = defineCall({
  ...shared,
  id: 'own-transport-calendar',
  path: '/v2/transport/calendar',
  summary: 'Days with departures and the lowest price of each for the passengers asked about',
  required: ['from', 'to'],
  query: z.object({
    from: placeCode,
    to: placeCode,
    brand: brand.optional(),
    /** Defaults to today. */
    date: askedDay.optional(),
    days: wholeNumber(1, 62).default(14),
    /** Also searches journeys with changes on the days without a direct journey for the passengers. */
    changes: flag.default(false),
    ...riderCounts,
  }),
  reply: z.object({
    days: z.array(
      z.object({
        date: day,
        /** Whether the party travels with changes, since no direct journey is left for it; only if asked for. */
        changes: z.boolean().optional(),
        departures: z.number().int(),
        sale: saleState.nullable(),
        /** Total for all requested passengers with fees, of direct journeys; where `changes` is true, of those with changes. */
        lowestPrice: moneyField.nullable(),
      }),
    ),
  }),
  errors: ['NotFound', 'BadRequest'],
  cacheSeconds: 30,
})

export const stationBoard = defineCall({
  ...shared,
  id: 'own-transport-board',
  path: '/v2/transport/board',
  summary: 'Departures or arrivals of a place on a day',
  required: ['place'],
  query: z.object({
    place: placeCode,
    /** Defaults to today. */
    date: askedDay.optional(),
    direction: z.enum(['departures', 'arrivals']).default('departures'),
    brand: brand.optional(),
  }),
  reply: z.object({
    place: placeView,
    date: day,
    rows: z.array(
      z.object({
        runId: z.number().int(),
        brand,
        mode: z.enum(travelModes),
        carrier: z.string(),
        vehicle: z.string(),
        /** Destination for departures, origin for arrivals. */
        headsign: z.string(),
        at: instant,
        expectedAt: instant,
        timeZone: z.string(),
        platform: z.string().nullable(),
        isCancelled: z.boolean(),
        alerts: z.array(alertView),
      }),
    ),
  }),
  errors: ['NotFound'],
  cacheSeconds: freshSeconds,
})

export const readRun = defineCall({
  ...shared,
  id: 'own-transport-run',
  path: '/v2/transport/runs/{runId}',
  summary: 'All stops of a run with their times and delays',
  params: z.object({ runId: stretch.runId }),
  reply: z.object({
    runId: z.number().int(),
    brand,
    carrier: z.string(),
    vehicle: z.string(),
    headsign: z.string(),
    isCancelled: z.boolean(),
    alerts: z.array(alertView),
    /** Where the vehicle is, as the carrier's real-time feed has reported in the last minutes; null: unknown. */
    position: z
      .object({
        /** Position in `stops` of the stop where it is, or to which it goes, from 0; null: unknown. */
        stop: z.number().int().nullable(),
        status: z.enum(['incoming', 'stopped', 'in-transit']).nullable(),
        vehicle: z.string().nullable(),
        occupancy: z
          .enum([
            'empty',
            'many-seats',
            'few-seats',
            'standing-only',
            'crushed-standing',
            'full',
            'not-accepting',
          ])
          .nullable(),
        occupancyPercentage: z.number().int().nullable(),
        measuredAt: instant,
      })
      .nullable(),
    stops: z.array(
      z.object({
        stopId: z.number().int(),
        name: z.string(),
        /** In all languages supplied by the carrier. */
        names: carrierText,
        placeCode: z.string(),
        timeZone: z.string(),
        platform: z.string().nullable(),
        arrivesAt: instant.nullable(),
        departsAt: instant.nullable(),
        /** At the departure. */
        delaySeconds: z.number().int(),
        arrivalDelaySeconds: z.number().int(),
        /** The vehicle does not stop here this time. */
        isSkipped: z.boolean(),
      }),
    ),
  }),
  errors: ['NotFound'],
  cacheSeconds: freshSeconds,
})

/** Price of a rider category in a class. */
export const riderPriceView = z.object({
  rider: z.string(),
  ticketTypeId: z.number().int(),
  name: z.string(),
  price: moneyField,
  fee: moneyField,
  total: moneyField,
  /**
   * Required proof: `birth-certificate`, `student-card`, `pension-card`, `disability-certificate`; null if
   * none.
   */
  proof: z.string().nullable(),
  /** Age in years on the day of travel, both inclusive. */
  ageMin: z.number().int().nullable(),
  ageMax: z.number().int().nullable(),
})

export const baggageView = z.object({
  optionCode: z.string(),
  ticketTypeId: z.number().int(),
  name: z.string(),
  /** Includes the service fee. */
  price: moneyField,
  perPassengerMax: z.number().int(),
  left: z.number().int(),
})

export const ticketTypes = defineCall({
  ...shared,
  id: 'own-transport-ticket-types',
  path: '/v2/transport/ticket-types',
  summary:
    'Classes, riders and baggage of a stretch with their prices, and the terms of the carrier',
  required: ['runId', 'legFrom', 'legTo'],
  query: z.object(stretch),
  reply: z.object({
    segment: segmentView,
    classes: z.array(
      classView.extend({
        /** Free wheelchair spaces. */
        spacesLeft: z.number().int(),
        riders: z.array(riderPriceView),
      }),
    ),
    baggage: z.array(baggageView),
    terms: z.object({
      passengersMax: z.number().int(),
      /** Whether passengers choose seats on the plan. */
      hasSeatChoice: z.boolean(),
      returns: z.array(z.object({ until: instant, deductionBasisPoints: z.number().int() })),
      /** Fee for each ticket. */
      changeFee: moneyField.nullable(),
      /** Latest time for a change. */
      changeUntil: instant.nullable(),
      text: z.string(),
      /** The same text in all languages supplied by the carrier. */
      texts: carrierText,
    }),
  }),
  errors: ['NotFound'],
  cacheSeconds: freshSeconds,
})

export const seatAttributes = [
  'window',
  'aisle',
  'table',
  'wheelchair',
  'companion',
  'upper',
  'bicycle',
] as const

export const seatView = z.object({
  placeId: z.number().int(),
  label: z.string(),
  classCode: z.string(),
  /** Seat units, measured from the corner of the coach's drawing. */
  x: z.number().int(),
  y: z.number().int(),
  /** 1 in the direction of travel, -1 against it, 0 unknown. */
  facing: z.number().int(),
  attributes: z.array(z.enum(seatAttributes)),
  state: z.enum(['free', 'taken', 'yours', 'blocked']),
})

export const coachView = z.object({
  number: z.number().int(),
  name: z.string(),
  deck: z.number().int(),
  /** Size of the drawing in seat units. */
  width: z.number().int(),
  height: z.number().int(),
  /** Elements other than seats: `door`, `table`, `stairs`, `toilet`, `driver`, `luggage`, `bicycle`, `bar`. */
  marks: z.array(
    z.object({
      kind: z.string(),
      x: z.number().int(),
      y: z.number().int(),
      width: z.number().int(),
      height: z.number().int(),
    }),
  ),
  /** Codes of the classes in this coach. */
  classCodes: z.array(z.string()),
  seatsLeft: z.number().int(),
  seats: z.array(seatView),
})
export type CoachView = z.output<typeof coachView>

export const seatPlan = defineCall({
  id: 'own-transport-seats',
  area: 'own',
  method: 'GET',
  path: '/v2/transport/seats',
  summary:
    'The seats of a run by coach, free or taken on a stretch; those of the caller’s order as theirs',
  credential: 'guest-or-customer',
  required: ['runId', 'legFrom', 'legTo'],
  query: z.object({ ...stretch, orderKey: uuid.optional() }),
  reply: z.object({
    segment: segmentView,
    /** Whether passengers choose seats; otherwise the carrier assigns them. */
    hasSeatChoice: z.boolean(),
    /** Sent with a selected seat. */
    vehicleTypeId: z.number().int(),
    coaches: z.array(coachView),
  }),
  errors: ['NotFound', 'OrderNotFound'],
})
