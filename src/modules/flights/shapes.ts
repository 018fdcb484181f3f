/** Shapes of replies about flights. Names are in the language of the request; dates are ISO 8601. */
import { z } from 'zod'
import { instant, moneyField } from '#contract/fields.ts'
import { cabins, travellerKinds } from './itinerary.ts'

/** Local time at an airport, such as `2026-12-01T06:10`. */
const localTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)

export const airportView = z.object({
  /** IATA code. */
  code: z.string(),
  cityCode: z.string(),
  city: z.string(),
  /** The airport's own name if its city has several airports, otherwise the city's. */
  name: z.string(),
  countryCode: z.string(),
  country: z.string(),
  timeZone: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type AirportView = z.output<typeof airportView>

export const airlineView = z.object({
  code: z.string(),
  name: z.string(),
  countryCode: z.string(),
  country: z.string(),
  isLowCost: z.boolean(),
  /** Georgian airports that it serves. */
  fliesFrom: z.array(z.string()),
  /** Cities of these airports. */
  fliesFromCities: z.array(z.string()),
  destinationCount: z.number().int(),
})
export type AirlineView = z.output<typeof airlineView>

/** Names of airports and airlines by code, so that a list of flights contains each name once. */
export const flightNames = z.object({
  airports: z.array(
    z.object({ code: z.string(), city: z.string(), name: z.string(), country: z.string() }),
  ),
  airlines: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type FlightNames = z.output<typeof flightNames>

export const flightLegView = z.object({
  carrier: z.string(),
  operatedBy: z.string(),
  flightNumber: z.string(),
  from: z.string(),
  to: z.string(),
  departsAt: instant,
  departsLocal: localTime,
  arrivesAt: instant,
  arrivesLocal: localTime,
  minutes: z.number().int(),
  aircraft: z.string().nullable(),
})
export type FlightLegView = z.output<typeof flightLegView>

export const flightSliceView = z.object({
  minutes: z.number().int(),
  legs: z.array(flightLegView),
})
export type FlightSliceView = z.output<typeof flightSliceView>

/** Inclusions of a fare. Fees are per passenger. */
export const fareView = z.object({
  code: z.string(),
  name: z.string(),
  cabin: z.enum(cabins),
  cabinBagKg: z.number().nullable(),
  checkedBags: z.number().int(),
  checkedBagKg: z.number().nullable(),
  refund: z.enum(['none', 'fee', 'free']),
  refundFee: moneyField.nullable(),
  /** Whether the fee is limited to the passenger's fare. */
  isFeeWithinFare: z.boolean(),
  change: z.enum(['none', 'fee', 'free']),
  changeFee: moneyField.nullable(),
})
export type FareView = z.output<typeof fareView>

export const tripFareView = fareView.extend({
  itineraryId: z.string(),
  provider: z.string(),
  /** Total of all travellers, everything included. */
  price: moneyField,
  seatsLeft: z.number().int().nullable(),
})
export type TripFareView = z.output<typeof tripFareView>

export const tripView = z.object({
  tripKey: z.string(),
  issuedBy: z.string(),
  slices: z.array(flightSliceView),
  minutes: z.number().int(),
  /** Highest number of changes in a direction. */
  stops: z.number().int(),
  fares: z.array(tripFareView),
})
export type TripView = z.output<typeof tripView>

export const priceByTraveller = z.object({
  kind: z.enum(travellerKinds),
  count: z.number().int(),
  price: moneyField,
})

/** A fare condition as text. */
export const fareRuleView = z.object({
  about: z.enum(['refund', 'change', 'baggage', 'seats', 'name', 'price']),
  title: z.string(),
  text: z.string(),
})
export type FareRuleView = z.output<typeof fareRuleView>

export const travellerView = z.object({
  position: z.number().int(),
  kind: z.enum(travellerKinds),
  givenName: z.string(),
  familyName: z.string(),
  gender: z.union([z.literal(1), z.literal(2)]),
  birthDate: z.string(),
  documentKind: z.string().nullable(),
  documentNumber: z.string().nullable(),
  nationality: z.string().nullable(),
  documentExpiresOn: z.string().nullable(),
})
export type TravellerView = z.output<typeof travellerView>

/** A trip with a fare at a price confirmed by the supplier. */
export const confirmedTripView = z.object({
  provider: z.string(),
  issuedBy: z.string(),
  slices: z.array(flightSliceView),
  fare: fareView,
  prices: z.array(priceByTraveller),
  /** Total of all travellers, everything included, as charged. */
  total: moneyField,
  /** What a return of the whole trip keeps of the fares and pays back, by its conditions; the supplier's quote decides. */
  refundEstimate: z.object({ kept: moneyField, back: moneyField }),
  rules: z.array(fareRuleView),
  names: flightNames,
})

/** The price shown before and the current one. */
export const priceChangeView = z.object({
  before: moneyField,
  now: moneyField,
  difference: moneyField,
})
export type PriceChangeView = z.output<typeof priceChangeView>

export const priceDetailView = confirmedTripView.extend({
  priceDetailId: z.uuid(),
  expiresAt: instant,
  serverNow: instant,
  /** Null if the price equals that of the search result. */
  priceChange: priceChangeView.nullable(),
})
export type PriceDetailView = z.output<typeof priceDetailView>

export const bookingStates = [
  'draft',
  'held',
  'reserving',
  'reserved',
  'ticketing',
  'ticketed',
  'refused',
  'cancelling',
  'cancelled',
] as const

/** New times of a ticketed booking, which the holder accepts or returns. */
export const flightChangeView = z.object({
  changeId: z.number().int(),
  before: z.array(flightSliceView),
  /** Empty if the flights are cancelled. */
  after: z.array(flightSliceView),
  state: z.enum(['open', 'accepted', 'refunded', 'replaced']),
})

/** A chosen seat; its price is included in the total. */
export const chosenSeatView = z.object({
  position: z.number().int(),
  /** Index of the flight in the trip, from 0, across all directions. */
  leg: z.number().int(),
  flightNumber: z.string(),
  seat: z.string(),
  price: moneyField,
})
export type ChosenSeatView = z.output<typeof chosenSeatView>

/** The cabin of one flight, limited to the fare's class. */
export const seatMapView = z.object({
  leg: z.number().int(),
  flightNumber: z.string(),
  from: z.string(),
  to: z.string(),
  aircraft: z.string().nullable(),
  rows: z.array(
    z.object({
      name: z.string(),
      isExit: z.boolean(),
      /** From left to right, separated by aisles; null: no seat. */
      sections: z.array(
        z.array(
          z
            .object({
              seat: z.string(),
              /** Null if the seat is taken. */
              price: moneyField.nullable(),
              /** Positions of the travellers who may choose it. */
              positions: z.array(z.number().int()),
            })
            .nullable(),
        ),
      ),
    }),
  ),
})
export type SeatMapView = z.output<typeof seatMapView>

export const bookingView = confirmedTripView.extend({
  /** Of the trip, such as `Tbilisi – Vienna and back`. */
  name: z.string(),
  tktOrderNumber: z.string(),
  pseudoKey: z.uuid(),
  state: z.enum(bookingStates),
  orderKey: z.uuid().nullable(),
  orderNumber: z.string().nullable(),
  /** End of the hold; null without an open order. */
  deadlineAt: instant.nullable(),
  serverNow: instant,
  travellers: z.array(travellerView),
  seats: z.array(chosenSeatView),
  /** Paid seats that were lost; their price is refunded. */
  lostSeats: z.array(
    z.object({
      position: z.number().int(),
      flightNumber: z.string(),
      seat: z.string(),
      price: moneyField,
      /** Whether the refund has been started. */
      isReturned: z.boolean(),
    }),
  ),
  contact: z.object({ email: z.string(), phone: z.string() }),
  /** Record locator of the airline. */
  bookingCode: z.string().nullable(),
  ticketNumbers: z.array(z.string()),
  /** Identifiers of our valid tickets, as used by returns. */
  ticketIdentifiers: z.array(z.string()),
  /** A higher price that requires consent. */
  priceChange: priceChangeView.nullable(),
  change: flightChangeView.nullable(),
})
export type BookingView = z.output<typeof bookingView>
