/** What replies about flights are made of. Names are in the language of the request; dates ISO 8601. */
import { z } from 'zod'
import { instant, moneyField } from '#contract/fields.ts'
import { cabins, travellerKinds } from './itinerary.ts'

/** `2026-12-01T06:10`: what the clock at the airport says. */
const localTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)

export const airportView = z.object({
  /** IATA code. */
  code: z.string(),
  cityCode: z.string(),
  city: z.string(),
  /** The airport's own name where its city has several; otherwise the city's. */
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
  /** Airports of ours that it flies from. */
  fliesFrom: z.array(z.string()),
  destinationCount: z.number().int(),
})
export type AirlineView = z.output<typeof airlineView>

/** Airports and airlines with their codes: a list of flights names each of them once. */
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

/** What a fare includes. Fees are of one passenger. */
export const fareView = z.object({
  code: z.string(),
  name: z.string(),
  cabin: z.enum(cabins),
  cabinBagKg: z.number().nullable(),
  checkedBags: z.number().int(),
  checkedBagKg: z.number().nullable(),
  refund: z.enum(['none', 'fee', 'free']),
  refundFee: moneyField.nullable(),
  /** A passenger whose fare is less than the fee loses no more than the fare. */
  isFeeWithinFare: z.boolean(),
  change: z.enum(['none', 'fee', 'free']),
  changeFee: moneyField.nullable(),
})
export type FareView = z.output<typeof fareView>

export const tripFareView = fareView.extend({
  itineraryId: z.string(),
  provider: z.string(),
  /** Of all travellers, everything included. */
  price: moneyField,
  seatsLeft: z.number().int().nullable(),
})
export type TripFareView = z.output<typeof tripFareView>

export const tripView = z.object({
  tripKey: z.string(),
  issuedBy: z.string(),
  slices: z.array(flightSliceView),
  minutes: z.number().int(),
  /** Changes in the direction with the most. */
  stops: z.number().int(),
  fares: z.array(tripFareView),
})
export type TripView = z.output<typeof tripView>

export const priceByTraveller = z.object({
  kind: z.enum(travellerKinds),
  count: z.number().int(),
  price: moneyField,
})

/** A condition in plain words. */
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

/** A flight with a fare at a price that the supplier confirmed. */
export const confirmedTripView = z.object({
  provider: z.string(),
  issuedBy: z.string(),
  slices: z.array(flightSliceView),
  fare: fareView,
  prices: z.array(priceByTraveller),
  /** Of all travellers, everything included: what is charged. */
  total: moneyField,
  rules: z.array(fareRuleView),
  names: flightNames,
})

/** The price that was shown and the one of now. */
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
  /** Null where the price is the one that was searched. */
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

/** The supplier's new times for a ticketed booking, to accept or to return. */
export const flightChangeView = z.object({
  changeId: z.number().int(),
  before: z.array(flightSliceView),
  /** Empty: the flights are cancelled. */
  after: z.array(flightSliceView),
  state: z.enum(['open', 'accepted', 'refunded', 'replaced']),
})

/** A seat that a traveller chose; its price is a part of the total. */
export const chosenSeatView = z.object({
  position: z.number().int(),
  /** Flight of the trip, from 0, counted through all directions. */
  leg: z.number().int(),
  flightNumber: z.string(),
  seat: z.string(),
  price: moneyField,
})
export type ChosenSeatView = z.output<typeof chosenSeatView>

/** The cabin of one flight, as far as the fare's class goes. */
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
      /** From left to right, an aisle between two; null: no seat there. */
      sections: z.array(
        z.array(
          z
            .object({
              seat: z.string(),
              /** Null: it is taken. */
              price: moneyField.nullable(),
              /** Positions of the travellers who may sit there. */
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
  tktOrderNumber: z.string(),
  pseudoKey: z.uuid(),
  state: z.enum(bookingStates),
  orderKey: z.uuid().nullable(),
  orderNumber: z.string().nullable(),
  /** Until then the places are held; null where there is no open order. */
  deadlineAt: instant.nullable(),
  serverNow: instant,
  travellers: z.array(travellerView),
  seats: z.array(chosenSeatView),
  /** Seats that were paid and are gone; their price is refunded. */
  lostSeats: z.array(
    z.object({
      position: z.number().int(),
      flightNumber: z.string(),
      seat: z.string(),
      price: moneyField,
      /** The money is on its way. */
      isReturned: z.boolean(),
    }),
  ),
  contact: z.object({ email: z.string(), phone: z.string() }),
  /** Record locator of the airline. */
  bookingCode: z.string().nullable(),
  ticketNumbers: z.array(z.string()),
  /** Tickets of ours that are good, as their returning names them. */
  ticketIdentifiers: z.array(z.string()),
  /** A price that rose and waits for consent. */
  priceChange: priceChangeView.nullable(),
  change: flightChangeView.nullable(),
})
export type BookingView = z.output<typeof bookingView>
