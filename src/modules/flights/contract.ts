/**
 * Calls for booking a flight: price details → passengers → order → reservation → payment → ticketed. Payment, tickets
 * and returns are common to all orders.
 */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { email, latinName, moneyField, phone, text, uuid, wholeNumber } from '#contract/fields.ts'
import { travellerKinds } from './itinerary.ts'
import {
  bookingView,
  chosenSeatView,
  flightNames,
  priceDetailView,
  seatMapView,
  travellerView,
} from './shapes.ts'

const withSession = { accessToken: z.string().optional() }

export const flightPriceDetails = defineCall({
  id: 'flights-price-details',
  cost: 'supplier',
  area: 'flights',
  method: 'POST',
  path: '/v2/flights/price-details',
  summary: 'Requests the current price from the supplier and stores it for the caller',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ itineraryId: text(80, 1) }),
  reply: priceDetailView.extend(withSession),
  errors: ['NotFound', 'FlightOfferEnded', 'FlightSoldOut', 'FlightSupplierSilent'],
  idempotent: true,
  opensSession: true,
  limit: 'flood',
})

export const flightInfoCheckout = defineCall({
  id: 'flights-flight-info-checkout',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/flight-info-checkout',
  summary:
    'Begins the checkout: the trip at its confirmed price and the data required of each passenger',
  credential: 'guest-or-customer',
  query: z.object({ priceDetailId: uuid }),
  reply: priceDetailView.extend({
    passengers: z.array(
      z.object({
        kind: z.enum(travellerKinds),
        /** Range of birth dates permitted for this kind of passenger, both inclusive. */
        bornFrom: z.iso.date(),
        bornUntil: z.iso.date(),
      }),
    ),
    /** Nationalities that may fly this route with an identity card. */
    identityCardNationalities: z.array(z.string()),
    /** Documents must be valid until this day. */
    documentUntil: z.iso.date(),
  }),
  errors: ['NotFound', 'FlightOfferEnded'],
})

/** A passenger as entered; problems are reported as `body.passengers.<index>.<field>`. */
export const givenTraveller = z.object({
  kind: z.enum(travellerKinds),
  givenName: latinName(60),
  familyName: latinName(60),
  /** 1 male, 2 female. */
  gender: wholeNumber(1, 2),
  birthDate: text(10),
  documentKind: z.enum(['passport', 'identity-card']).default('passport'),
  documentNumber: text(20),
  nationality: text(2),
  documentExpiresOn: text(10),
})

export type GivenTraveller = z.output<typeof givenTraveller>

export const flightPassengersSet = defineCall({
  id: 'flights-passengers-set',
  area: 'flights',
  method: 'POST',
  path: '/v2/flights/passengers',
  summary: 'Sets the passengers of a confirmed price, or changes those of a booking',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    priceDetailId: uuid.optional(),
    tktOrderNumber: text(20).optional(),
    passengers: z.array(givenTraveller).min(1).max(18),
    contact: z.object({ email: email.max(200), phone }),
  }),
  reply: z.object({
    tktOrderNumber: z.string(),
    passengers: z.array(travellerView),
    ...withSession,
  }),
  errors: [
    'BadRequest',
    'NotFound',
    'FlightOfferEnded',
    'FlightPassengersWrong',
    'OrderStatusNotAllowed',
    'OrderExpired',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'PassengerAgeWrong',
  ],
  idempotent: true,
  opensSession: true,
})

export const flightPassengersGet = defineCall({
  id: 'flights-passengers-get',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/passengers',
  summary: 'The passengers of the caller’s own booking',
  credential: 'guest-or-customer',
  query: z.object({ tktOrderNumber: text(20, 1) }),
  reply: z.object({ tktOrderNumber: z.string(), passengers: z.array(travellerView) }),
  errors: ['NotFound'],
})

export const flightOrderCreate = defineCall({
  id: 'flights-order-create',
  cost: 'supplier',
  area: 'flights',
  method: 'POST',
  path: '/v2/flights/order',
  summary: 'Creates the order: holds the places and sets the passengers at the confirmed price',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    tktOrderNumber: text(20, 1),
    /** An open order of the caller to which the flight is added. */
    orderKey: uuid.optional(),
  }),
  reply: bookingView.extend(withSession),
  errors: [
    'NotFound',
    'FlightOfferEnded',
    'OrderNotFound',
    'OrderExpired',
    'OrderStatusNotAllowed',
    'EventNotActive',
    'SeatNotAvailable',
    'TotalCountIsInvalid',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'PassengerAgeWrong',
  ],
  idempotent: true,
  opensSession: true,
  limit: 'flood',
})

export const flightSeatMaps = defineCall({
  id: 'own-flight-seat-maps',
  cost: 'supplier',
  area: 'own',
  method: 'GET',
  path: '/v2/flights/seat-maps',
  summary: 'The cabins of the flights of a confirmed price, with the current prices of free seats',
  credential: 'guest-or-customer',
  query: z.object({ priceDetailId: uuid }),
  reply: z.object({
    /** Travellers who may choose a seat; infants have none. */
    seated: z.array(z.object({ position: z.number().int(), kind: z.enum(travellerKinds) })),
    /** One per flight with seat selection; seats of other flights are assigned at check-in. */
    maps: z.array(seatMapView),
    names: flightNames,
  }),
  errors: ['NotFound', 'FlightOfferEnded', 'FlightSeatsNotOffered', 'FlightSupplierSilent'],
  limit: 'flood',
})

export const flightSeats = defineCall({
  id: 'own-flight-seats',
  cost: 'supplier',
  area: 'own',
  method: 'POST',
  path: '/v2/flights/seats',
  summary: 'Chooses seats for a booking that is not reserved yet, replacing an earlier choice',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    tktOrderNumber: text(20, 1),
    seats: z
      .array(
        z.object({
          /** Position of the traveller, from 1. */
          position: wholeNumber(1, 18),
          /** Index of the flight in the trip, from 0, across all directions. */
          leg: wholeNumber(0, 31),
          seat: z
            .string()
            .max(5)
            .regex(/^\d{1,3}[A-Z]$/),
        }),
      )
      .max(64),
  }),
  reply: z.object({
    tktOrderNumber: z.string(),
    /** Total of the booking, fares and seats. */
    total: moneyField,
    seats: z.array(chosenSeatView),
  }),
  errors: [
    'BadRequest',
    'NotFound',
    'OrderStatusNotAllowed',
    'OrderExpired',
    'FlightOfferEnded',
    'FlightSeatTaken',
    'FlightSeatsNotOffered',
    'FlightSupplierSilent',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
  ],
  idempotent: true,
  limit: 'flood',
})

/** Fields of a Duffel event that are read. */
export const duffelEvents = defineCall({
  id: 'own-flight-duffel-events',
  area: 'own',
  method: 'POST',
  path: '/flights/duffel/events',
  summary:
    'Signed event of Duffel about changed flights; only a hint, the changes are requested from Duffel',
  credential: 'provider-signature',
  required: ['body'],
  body: z.object({ id: text(100, 1), type: text(100, 1) }),
  reply: z.object({ accepted: z.literal(true) }),
  errors: ['SignatureInvalid'],
  signatureHeader: 'x-duffel-signature',
})

export const flightPseudoUri = defineCall({
  id: 'flights-pseudo-uri',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/pseudo-uri',
  summary:
    'The page of the caller’s own booking, or for `search-…` the same search at an external site',
  credential: 'guest-or-customer',
  query: z.object({ pseudoKey: text(60, 1) }),
  reply: z.object({ uri: z.string(), isOutside: z.boolean() }),
  errors: ['NotFound'],
})

const savedTraveller = travellerView.omit({ position: true, kind: true })

export const flightPassengerInfo = defineCall({
  id: 'flights-passenger-info',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/passenger-info',
  summary: 'Passengers of the caller’s earlier flights, the newest first',
  credential: 'guest-or-customer',
  reply: z.object({ items: z.array(savedTraveller) }),
})

export const flightPassengerInfoMy = defineCall({
  id: 'flights-passenger-info-my',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/passenger-info/my',
  summary: 'The customer’s own details as a passenger; none until they are saved',
  credential: 'customer',
  reply: z.object({ passenger: savedTraveller.nullable() }),
})

export const flightPassengerInfoMySave = defineCall({
  id: 'flights-passenger-info-my-save',
  area: 'flights',
  method: 'POST',
  path: '/v2/flights/passenger-info/my',
  summary: 'Saves the customer’s own details as a passenger',
  credential: 'customer',
  body: givenTraveller.omit({ kind: true }),
  reply: z.object({ passenger: savedTraveller }),
  errors: ['FlightPassengersWrong'],
})
