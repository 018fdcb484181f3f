/** City bus calls, named as in the specification. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, text, uuid } from '#contract/fields.ts'
import { orderOutcomeView } from '#modules/orders/contract.ts'
import { checkoutView } from '#modules/orders/checkout-contract.ts'
import { givenPassengers } from '#modules/orders/passenger-contract.ts'
import {
  betweenQuery,
  bookedBus,
  calendarQuery,
  checkoutFields,
  daysView,
  linesView,
  orderKeyField,
  scheduleView,
  station,
  stationsView,
} from './brand-shapes.ts'
import { baggageView } from './contract.ts'
import { journeyOrderView, passengerErrors, rider, holdErrors } from './shapes.ts'

const shared = { area: 'city-bus', required: [] as string[] } as const
const buying = { ...shared, credential: 'guest-or-customer', method: 'POST' } as const
const looking = { ...shared, credential: 'api-key', method: 'GET' } as const
const tripParams = z.object({ id: identifier })
const taking = {
  reply: journeyOrderView,
  errors: holdErrors,
  opensSession: true,
  idempotent: true,
} as const

export const cityBusBookManual = defineCall({
  ...buying,
  ...taking,
  id: 'city-bus-book-with-manual',
  path: '/groot/CityBus/BookWithManual',
  summary: 'Holds the seats that somebody has chosen on the plan',
  body: z.object({
    orderKey: uuid.optional(),
    tripId: identifier,
    ...bookedBus,
    seats: z.array(identifier).min(1).max(9),
  }),
})

export const cityBusBookDefault = defineCall({
  ...buying,
  ...taking,
  id: 'city-bus-book-with-default',
  path: '/groot/CityBus/BookWithDefault',
  summary: 'Holds the seats that suit so many passengers',
  body: z.object({
    orderKey: uuid.optional(),
    tripId: identifier,
    from: bookedBus.from,
    to: bookedBus.to,
    quantity: bookedBus.quantity,
    riders: bookedBus.riders,
    baggage: bookedBus.baggage,
  }),
})

export const cityBusChooseSeat = defineCall({
  ...buying,
  ...taking,
  id: 'city-bus-book-choose-seat',
  path: '/groot/CityBus/BookChooseSeat',
  summary: 'Holds one more seat',
  body: z.object({
    orderKey: uuid.optional(),
    tripId: identifier,
    from: station,
    to: station,
    seat: identifier,
    rider: rider.default('adult'),
  }),
})

export const cityBusUnchooseSeat = defineCall({
  ...buying,
  id: 'city-bus-book-unchoose-seat',
  path: '/groot/CityBus/BookUnchooseSeat',
  summary: 'Gives a held seat back',
  idempotent: true,
  body: z.object({ ...orderKeyField, tripId: identifier, seat: identifier }),
  reply: journeyOrderView,
  errors: ['OrderNotFound', 'OrderExpired', 'OrderStatusNotAllowed', 'NotFound'],
})

export const cityBusCheckout = defineCall({
  ...buying,
  id: 'city-bus-checkout',
  path: '/groot/CityBus/Checkout',
  summary: 'Takes buyer and passengers; the order can be paid then',
  body: z.object({ ...orderKeyField, ...checkoutFields }),
  reply: checkoutView,
  errors: passengerErrors,
  idempotent: true,
})

export const cityBusPassengers = defineCall({
  ...buying,
  id: 'city-bus-passenger-fill-out',
  path: '/groot/CityBus/PassengerFillOut',
  summary: 'Names passengers by ticket; without any it answers what is asked of them',
  idempotent: true,
  body: z.object({ ...orderKeyField, passengers: givenPassengers }),
  reply: z.object({ order: journeyOrderView, passengers: checkoutView.shape.passengers }),
  errors: passengerErrors,
})

export const cityBusComplete = defineCall({
  ...buying,
  id: 'city-bus-complete-order-for-provider',
  cost: 'supplier',
  path: '/groot/CityBus/Checkout/CompleteOrderForProvider',
  summary: 'Asks the payment provider what has become of the payment and completes the order',
  body: z.object(orderKeyField),
  reply: orderOutcomeView,
  errors: [
    'OrderNotFound',
    'OrderEmpty',
    'OrderExpired',
    'OrderStatusNotAllowed',
    'BuyerDetailsMissing',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'SeatNotAvailable',
    'PaymentProviderFailed',
  ],
  idempotent: true,
})

export const cityBusFreeSeats = defineCall({
  ...looking,
  id: 'city-bus-availability-free-seats',
  path: '/integrations/api/CityBus/Availability/FreeSeats/{id}',
  summary: 'Free seats of a trip on a stretch',
  required: ['id'],
  params: tripParams,
  query: z.object({ from: station.optional(), to: station.optional() }),
  reply: z.object({
    tripId: z.number().int(),
    legFrom: z.number().int(),
    legTo: z.number().int(),
    seatsLeft: z.number().int(),
    seats: z.array(
      z.object({ placeId: z.number().int(), label: z.string(), classCode: z.string() }),
    ),
  }),
  errors: ['NotFound'],
  cacheSeconds: 1,
})

export const cityBusCalendar = defineCall({
  ...looking,
  id: 'city-bus-availability-calendar',
  path: '/integrations/api/CityBus/AvailabilityCalendar',
  summary: 'Days with buses and the lowest price of each',
  query: calendarQuery,
  reply: daysView,
  errors: ['NotFound'],
  cacheSeconds: 30,
})

export const cityBusTimeTable = defineCall({
  ...looking,
  id: 'city-bus-availability-time-table',
  cost: 'search',
  path: '/integrations/api/CityBus/AvailabilityTimeTable',
  summary: 'Buses of a day with what is free; all of the day without stations',
  query: betweenQuery,
  reply: scheduleView,
  errors: ['NotFound'],
  cacheSeconds: 1,
})

export const cityBusBaggage = defineCall({
  ...looking,
  id: 'city-bus-baggage',
  path: '/integrations/api/CityBus/Baggage/{id}',
  summary: 'Baggage that a trip takes, with prices',
  required: ['id'],
  params: tripParams,
  reply: z.object({ tripId: z.number().int(), baggage: z.array(baggageView) }),
  errors: ['NotFound'],
  cacheSeconds: 1,
})

export const cityBusDiscount = defineCall({
  ...looking,
  id: 'city-bus-discount',
  path: '/integrations/api/CityBus/Discount/{id}',
  summary: 'Who travels for less on a trip, by how much, and what has to be shown',
  required: ['id'],
  params: tripParams,
  reply: z.object({
    tripId: z.number().int(),
    discounts: z.array(
      z.object({
        rider: z.string(),
        name: z.string(),
        discountBasisPoints: z.number().int(),
        proof: z.string().nullable(),
      }),
    ),
  }),
  errors: ['NotFound'],
  cacheSeconds: 60,
})

export const cityBusLocations = defineCall({
  ...looking,
  id: 'city-bus-location',
  path: '/integrations/api/CityBus/Location',
  summary: 'Stations of the carrier',
  reply: stationsView,
  cacheSeconds: 60,
})

export const cityBusRoutes = defineCall({
  ...looking,
  id: 'city-bus-route',
  path: '/integrations/api/CityBus/Route',
  summary: 'Lines of the carrier',
  reply: linesView,
  cacheSeconds: 60,
})

export const cityBusRouteStations = defineCall({
  ...looking,
  id: 'city-bus-route-stations',
  path: '/integrations/api/CityBus/Route/stations',
  summary: 'Stations of one line in their order; of all without `routeId`',
  query: z.object({ routeId: identifier.optional() }),
  reply: linesView,
  errors: ['NotFound'],
  cacheSeconds: 60,
})

export const cityBusTranslation = defineCall({
  ...looking,
  method: 'POST',
  id: 'city-bus-translation',
  path: '/integrations/api/CityBus/Translation',
  summary: 'Names of stations and lines of the carrier in one of its four languages',
  body: z.object({
    language: z.enum(['ka', 'en', 'ru', 'az']).default('ka'),
    /**
     * Names to translate, in any supported language; if empty, all names are returned, keyed by their
     * Georgian form.
     */
    names: z.array(text(200, 1)).max(200).default([]),
  }),
  reply: z.object({
    language: z.string(),
    translations: z.array(z.object({ name: z.string(), translation: z.string() })),
  }),
})
