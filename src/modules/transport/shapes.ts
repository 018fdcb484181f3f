/** Schemas shared by all journey calls: brands, riders, stops, runs, prices. */
import { travelModes } from '#contract/travel-modes.ts'
import { z } from 'zod'
import { direction, messageLevels } from '#contract/enumerations.ts'
import { identifier, instant, moneyField, text, uuid, wholeNumber } from '#contract/fields.ts'
import { legCountMax } from '#kernel/legs.ts'
import { brands, passengersMax, saleStates, seatPreferences } from './kinds.ts'

export { passengersMax, seatPreferences } from './kinds.ts'
export type { Brand, SaleState, SeatPreference } from './kinds.ts'

export const brand = z.enum(brands)

/**
 * Rider category according to the carrier's terms: `adult`, `child`, `student`, `pensioner`; a `wheelchair`
 * user takes a wheelchair space, a `companion` the seat beside it.
 */
export const rider = text(40, 1)

/** Code of a town (`tbilisi`), or of a single stop (`stop-17`). */
export const placeCode = text(60, 1)

export const day = z.iso.date()

export const riderCounts = {
  adults: wholeNumber(0, passengersMax).default(1),
  children: wholeNumber(0, passengersMax).default(0),
  infants: wholeNumber(0, passengersMax).default(0),
  students: wholeNumber(0, passengersMax).default(0),
  pensioners: wholeNumber(0, passengersMax).default(0),
  /** Each takes a wheelchair space; accompanying persons are counted in `companions`. */
  wheelchairs: wholeNumber(0, passengersMax).default(0),
  companions: wholeNumber(0, passengersMax).default(0),
}

/** Part of a run between two stops: leg n departs from stop n, `legTo` is exclusive. */
export const stretch = {
  runId: identifier,
  legFrom: wholeNumber(0, legCountMax - 1),
  legTo: wholeNumber(1, legCountMax),
}

/**
 * A stop of a run as it concerns a ticket: the departure at the boarding stop, the arrival at the last
 * stop.
 */
export const stopView = z.object({
  stopId: z.number().int(),
  name: z.string(),
  /** Code of the stop's town, accepted by searches. */
  placeCode: z.string(),
  /** Scheduled time. */
  at: instant,
  /** Scheduled time plus the current delay. */
  expectedAt: instant,
  timeZone: z.string(),
  platform: z.string().nullable(),
})

export const saleState = z.enum(saleStates)

/** A text of a carrier in the languages it supplies. */
export const carrierText = z.object({
  ka: z.string(),
  en: z.string(),
  ru: z.string().optional(),
  az: z.string().optional(),
})

/** A carrier's alert about a run, its line or its stops. */
export const alertView = z.object({
  alertId: z.number().int(),
  /** GTFS-Realtime `Effect`: `NO_SERVICE`, `SIGNIFICANT_DELAYS`, `DETOUR`, `STOP_MOVED`, … */
  effect: z.string(),
  /** `Error` if there is no service, `Warning` if the service deviates from the timetable, otherwise `Info`. */
  level: z.enum(messageLevels),
  header: z.string(),
  description: z.string(),
  url: z.string().nullable(),
  /** Null for an open start or end. */
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  /** In all languages supplied by the carrier. */
  texts: z.object({ header: carrierText, description: carrierText }),
})
export type AlertView = z.output<typeof alertView>

/** A class of a run between two stops. */
export const classView = z.object({
  classCode: z.string(),
  name: z.string(),
  seatsLeft: z.number().int(),
  /** Price of one adult with the service fee; null if the carrier has no fare. */
  price: moneyField.nullable(),
})

/** One ride with one vehicle. */
export const segmentView = z.object({
  /** Null if it is shown but sold only at the office. */
  runId: z.number().int().nullable(),
  legFrom: z.number().int(),
  legTo: z.number().int(),
  brand,
  mode: z.enum(travelModes),
  carrier: z.string(),
  /** Train or line number. */
  vehicle: z.string(),
  headsign: z.string(),
  from: stopView,
  to: stopView,
  /** Number of intermediate stops. */
  stopsBetween: z.number().int(),
  /** Whether the vehicle of the previous segment goes on as this one, so that nobody need leave it. */
  sameVehicle: z.boolean(),
  /** Whether the passengers have, or can have, the same seats as on the previous segment. */
  staysSeated: z.boolean(),
  alerts: z.array(alertView),
  sale: saleState,
  /** Start of the sale, while `sale` is `not-yet`. */
  saleOpensAt: instant.nullable(),
  classes: z.array(classView),
})
export type SegmentView = z.output<typeof segmentView>

/** A passenger of one segment. Without `placeId`, a seat suitable for the party is chosen. */
export const chosenPassenger = z.object({
  rider: rider.default('adult'),
  placeId: identifier.optional(),
})

/** A leg range of one run, for a party. */
export const chosenSegment = z.object({
  ...stretch,
  /** 0 outward, 1 return. */
  direction: wholeNumber(0, 1).default(0),
  /** Defaults to the cheapest class with enough seats. */
  classCode: text(40, 1).optional(),
  /** Of the seat plan in which seats were selected: a seat of another vehicle is refused. */
  vehicleTypeId: identifier.optional(),
  passengers: z.array(chosenPassenger).min(1).max(passengersMax),
  preferences: z.array(z.enum(seatPreferences)).max(7).default([]),
  /** Whether passengers may change seats on the way if no seat is free for the whole journey. */
  mayChangeSeats: z.boolean().default(false),
  baggage: z
    .array(z.object({ optionCode: text(40, 1), quantity: wholeNumber(1, 20) }))
    .max(10)
    .default([]),
})
export type ChosenSegment = z.output<typeof chosenSegment>

/** A seat in an order. */
const journeyTicketView = z.object({
  lineId: z.number().int(),
  rider: z.string().nullable(),
  name: z.string(),
  classCode: z.string().nullable(),
  className: z.string().nullable(),
  coach: z.string().nullable(),
  seat: z.string().nullable(),
  placeId: z.number().int().nullable(),
  legFrom: z.number().int(),
  legTo: z.number().int(),
  quantity: z.number().int(),
  /** Includes the service fee. */
  total: moneyField,
  /**
   * Alternative rider categories for the same seat while the order is open. To choose one, hold the seat
   * again for another `rider` with the line in `replaces`: the seat stays and its price changes. `bornFrom`
   * and `bornUntil` are the inclusive birth dates of eligible persons.
   */
  otherRiders: z.array(
    z.object({
      rider: z.string(),
      name: z.string(),
      total: moneyField,
      bornFrom: z.string(),
      bornUntil: z.string(),
    }),
  ),
})

/** The journeys of an order. */
export const journeyOrderView = z.object({
  orderKey: uuid,
  orderNumber: z.string(),
  status: z.number().int(),
  statusName: z.string(),
  deadlineAt: instant,
  serverNow: instant,
  total: moneyField,
  segments: z.array(
    z.object({
      /**
       * 0 departing, 1 returning. The return begins after the longest stay of an order that ends at its
       * origin.
       */
      direction: z.union([z.literal(direction.Departing), z.literal(direction.Returning)]),
      segment: segmentView.omit({ classes: true, sale: true, saleOpensAt: true }),
      tickets: z.array(journeyTicketView),
      baggage: z.array(
        z.object({
          lineId: z.number().int(),
          optionCode: z.string(),
          name: z.string(),
          quantity: z.number().int(),
          total: moneyField,
        }),
      ),
      /** Seat changes on the way: the stop, and the coach and seat before and after. */
      seatChanges: z.array(
        z.object({ stop: z.string(), from: z.string(), to: z.string(), lineId: z.number().int() }),
      ),
    }),
  ),
  accessToken: z.string().optional(),
})
export type JourneyOrderView = z.output<typeof journeyOrderView>

/** Errors of holding seats. */
export const holdErrors = [
  'BadRequest',
  'NotFound',
  'EventNotActive',
  'SeatNotAvailable',
  'TotalCountIsInvalid',
  'TicketTypeNotFound',
  'TicketTypesMerchantsNotMet',
  'JourneyNotSold',
  'SaleSuspended',
  'NoSeatsLeft',
  'PassengerNotAllowed',
  'CompanionNeeded',
  'OrderNotFound',
  'OrderExpired',
  'OrderStatusNotAllowed',
  'HoldTimeOver',
  'TooMuchHeld',
  'HoldWorkNeeded',
] as const

/** Errors of naming passengers and of checkout. */
export const passengerErrors = [
  'OrderNotFound',
  'OrderExpired',
  'OrderStatusNotAllowed',
  'OrderEmpty',
  'ExtraFieldsMissing',
  'CompanionNeeded',
  'PassengerTwice',
  'PassengerAgeWrong',
  'PassengerNotAllowed',
  'TermsNotAccepted',
  'TooMuchHeld',
] as const
