/** What all calls of journeys say in the same words: brands, riders, stops, runs, prices. */
import { z } from 'zod'
import { direction, messageLevels } from '#contract/enumerations.ts'
import { identifier, instant, moneyField, text, uuid, wholeNumber } from '#contract/fields.ts'
import { brands, passengersMax, seatPreferences } from './kinds.ts'

export { passengersMax, seatPreferences } from './kinds.ts'
export type { Brand, SeatPreference } from './kinds.ts'

export const brand = z.enum(brands)

/**
 * Who travels, as the carrier's terms name it: `adult`, `child`, `student`, `pensioner`; `wheelchair` takes a wheelchair
 * space, `companion` the seat beside it.
 */
export const rider = text(40, 1)

/** Code of a town (`tbilisi`) or, where it is one stop that is meant, `stop-17`. */
export const placeCode = text(60, 1)

export const day = z.iso.date()

export const riderCounts = {
  adults: wholeNumber(0, passengersMax).default(1),
  children: wholeNumber(0, passengersMax).default(0),
  infants: wholeNumber(0, passengersMax).default(0),
  students: wholeNumber(0, passengersMax).default(0),
  pensioners: wholeNumber(0, passengersMax).default(0),
  /** Each takes a wheelchair space; who comes along takes the seat beside it as `companions`. */
  wheelchairs: wholeNumber(0, passengersMax).default(0),
  companions: wholeNumber(0, passengersMax).default(0),
}

/** A run between two of its stops: leg n leaves stop n, `legTo` is exclusive. */
export const stretch = {
  runId: identifier,
  legFrom: wholeNumber(0, 62),
  legTo: wholeNumber(1, 63),
}

/** A stop of a run with what concerns this ticket: at the first the departure, at the last the arrival. */
export const stopView = z.object({
  stopId: z.number().int(),
  name: z.string(),
  /** Of its town, as searches take it. */
  placeCode: z.string(),
  /** By the timetable. */
  at: instant,
  /** With its delay. */
  expectedAt: instant,
  timeZone: z.string(),
  platform: z.string().nullable(),
})

/**
 * Whether it can be bought: `open`; `full`; `office`: sold only at the carrier's office; `not-yet` and `closed`: outside
 * the time of sale; `cancelled`.
 */
export const saleStates = ['open', 'full', 'office', 'not-yet', 'closed', 'cancelled'] as const
export const saleState = z.enum(saleStates)
export type SaleState = (typeof saleStates)[number]

/** A carrier's text in the languages that it gives. */
export const carrierText = z.object({
  ka: z.string(),
  en: z.string(),
  ru: z.string().optional(),
  az: z.string().optional(),
})

/** What a carrier says of a run, its line or its stops. */
export const alertView = z.object({
  alertId: z.number().int(),
  /** GTFS-Realtime `Effect`: `NO_SERVICE`, `SIGNIFICANT_DELAYS`, `DETOUR`, `STOP_MOVED`, … */
  effect: z.string(),
  /** `Error` where nothing goes, `Warning` where it goes otherwise, else `Info`. */
  level: z.enum(messageLevels),
  header: z.string(),
  description: z.string(),
  url: z.string().nullable(),
  /** Null: since ever, for ever. */
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  /** In all languages that the carrier gives. */
  texts: z.object({ header: carrierText, description: carrierText }),
})
export type AlertView = z.output<typeof alertView>

/** A class of a run on a stretch. */
export const classView = z.object({
  classCode: z.string(),
  name: z.string(),
  seatsLeft: z.number().int(),
  /** Of one adult with the service fee; null where the carrier has no fare. */
  price: moneyField.nullable(),
})

/** One vehicle on one stretch. */
export const segmentView = z.object({
  /** Null: shown, but sold only at the office. */
  runId: z.number().int().nullable(),
  legFrom: z.number().int(),
  legTo: z.number().int(),
  brand,
  mode: z.enum(['train', 'bus']),
  carrier: z.string(),
  /** Number of the train or line. */
  vehicle: z.string(),
  headsign: z.string(),
  from: stopView,
  to: stopView,
  /** Stops between. */
  stopsBetween: z.number().int(),
  /** The same vehicle as the segment before: nobody gets off. */
  staysSeated: z.boolean(),
  alerts: z.array(alertView),
  sale: saleState,
  /** From when it is sold, while it is `not-yet`. */
  saleOpensAt: instant.nullable(),
  classes: z.array(classView),
})
export type SegmentView = z.output<typeof segmentView>

/** A passenger of one segment. Without `placeId` a seat is chosen that suits the party. */
export const chosenPassenger = z.object({
  rider: rider.default('adult'),
  placeId: identifier.optional(),
})

/** One stretch of one run for a party. */
export const chosenSegment = z.object({
  ...stretch,
  /** 0 there, 1 back. */
  direction: wholeNumber(0, 1).default(0),
  /** The cheapest with enough seats when absent. */
  classCode: text(40, 1).optional(),
  passengers: z.array(chosenPassenger).min(1).max(passengersMax),
  preferences: z.array(z.enum(seatPreferences)).max(7).default([]),
  /** A seat may change on the way where nothing whole is left. */
  mayChangeSeats: z.boolean().default(false),
  baggage: z
    .array(z.object({ optionCode: text(40, 1), quantity: wholeNumber(1, 20) }))
    .max(10)
    .default([]),
})
export type ChosenSegment = z.output<typeof chosenSegment>

/** A seat that somebody has in an order. */
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
  /** With its service fee. */
  total: moneyField,
  /**
   * Tickets of other ages for the same seat, while the order is open: chosen again for another `rider` with the line in
   * `replaces`, the seat stays and its price changes. Days of birth, both inclusive, are those of who may take them.
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

/** An order as far as it is journeys. */
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
      /** 0 departing, 1 returning: what follows the longest stay of an order that ends where it began. */
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
      /** Passengers change seats on the way: from which stop in which coach and seat. */
      seatChanges: z.array(
        z.object({ stop: z.string(), from: z.string(), to: z.string(), lineId: z.number().int() }),
      ),
    }),
  ),
  accessToken: z.string().optional(),
})
export type JourneyOrderView = z.output<typeof journeyOrderView>

/** How taking seats of a journey can be refused. */
export const takeErrors = [
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
  'OrderNotFound',
  'OrderExpired',
  'OrderStatusNotAllowed',
  'HoldTimeOver',
  'TooMuchHeld',
] as const

/** How naming passengers and checking out can be refused. */
export const passengerErrors = [
  'OrderNotFound',
  'OrderExpired',
  'OrderStatusNotAllowed',
  'OrderEmpty',
  'ExtraFieldsMissing',
  'PassengerTwice',
  'PassengerAgeWrong',
  'TermsNotAccepted',
  'TooMuchHeld',
] as const
