/** Metro bus calls, named as in the specification. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, uuid } from '#contract/fields.ts'
import { checkoutView } from '#modules/orders/checkout-contract.ts'
import { givenPassengers } from '#modules/orders/passenger-contract.ts'
import {
  betweenQuery,
  bookedBus,
  calendarQuery,
  checkoutFields,
  daysView,
  orderKeyField,
  scheduleView,
  station,
  stationsView,
} from './brand-shapes.ts'
import { seatPlan } from './contract.ts'
import { journeyOrderView, passengerErrors, rider, holdErrors } from './shapes.ts'

const shared = { area: 'metro', required: [] as string[] } as const
const buying = { ...shared, credential: 'guest-or-customer', method: 'POST' } as const
const passenger = givenPassengers.unwrap().element
const looking = { ...shared, credential: 'api-key', method: 'GET' } as const

export const metroBookSeat = defineCall({
  ...buying,
  id: 'metro-book-seat',
  path: '/groot/Metro/book-seat',
  summary: 'Holds one seat of a bus, in a new or an open order',
  body: z.object({
    orderKey: uuid.optional(),
    scheduleId: identifier,
    from: station,
    to: station,
    seat: identifier,
    rider: rider.default('adult'),
  }),
  reply: journeyOrderView,
  errors: holdErrors,
  opensSession: true,
  idempotent: true,
})

export const metroUnbookSeat = defineCall({
  ...buying,
  id: 'metro-unbook-seat',
  path: '/groot/Metro/unbook-seat',
  summary: 'Gives a held seat back; without `seat` all of a bus',
  idempotent: true,
  body: z.object({
    ...orderKeyField,
    scheduleId: identifier,
    seat: identifier.optional(),
  }),
  reply: journeyOrderView,
  errors: ['OrderNotFound', 'OrderExpired', 'OrderStatusNotAllowed', 'NotFound'],
})

export const metroAddPassengers = defineCall({
  ...buying,
  id: 'metro-add-passengers',
  path: '/groot/Metro/add-passengers',
  summary: 'Names the passengers of an open order by ticket',
  idempotent: true,
  body: z.object({ ...orderKeyField, passengers: givenPassengers.unwrap() }),
  reply: journeyOrderView,
  errors: passengerErrors,
})

export const metroBook = defineCall({
  ...buying,
  id: 'metro-book',
  path: '/groot/Metro/book',
  summary:
    'Books what is held: takes buyer and passengers, so that it can be paid; seats of `buses` are held first',
  body: z.object({
    orderKey: uuid.optional(),
    buses: z
      .array(z.object({ scheduleId: identifier, ...bookedBus }))
      .max(2)
      .default([]),
    ...checkoutFields,
    passengers: z
      .array(
        passenger.extend({
          /** If absent, passengers are assigned to the seats of `buses` in order. */
          lineId: passenger.shape.lineId.optional(),
        }),
      )
      .max(1_000)
      .optional(),
  }),
  reply: checkoutView.extend({ accessToken: z.string().optional() }),
  errors: [
    ...holdErrors,
    'OrderEmpty',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'PassengerTwice',
    'PassengerAgeWrong',
    'TermsNotAccepted',
  ],
  opensSession: true,
  idempotent: true,
})

export const metroSeats = defineCall({
  ...looking,
  id: 'metro-availability-seats',
  path: '/integrations/api/Metro/Availability/Seats',
  summary: 'Seats of a bus on a stretch; of the next bus without `scheduleId`',
  query: z.object({
    scheduleId: identifier.optional(),
    from: station.optional(),
    to: station.optional(),
  }),
  reply: seatPlan.reply,
  errors: ['NotFound', 'OrderNotFound'],
})

export const metroCalendar = defineCall({
  ...looking,
  id: 'metro-availability-calendar',
  path: '/integrations/api/Metro/AvailabilityCalendar',
  summary: 'Days with buses and the lowest price of each',
  query: calendarQuery,
  reply: daysView,
  errors: ['NotFound'],
  cacheSeconds: 30,
})

export const metroSchedule = defineCall({
  ...looking,
  id: 'metro-bus-schedule',
  cost: 'search',
  path: '/integrations/api/Metro/BusSchedule',
  summary: 'Buses of a day between two stations; all of the day without stations',
  query: betweenQuery,
  reply: scheduleView,
  errors: ['NotFound'],
  cacheSeconds: 1,
})

export const metroFrom = defineCall({
  ...looking,
  id: 'metro-location-from',
  path: '/integrations/api/Metro/Location/From',
  summary: 'Stations where one can get on',
  reply: stationsView,
  cacheSeconds: 60,
})

export const metroTo = defineCall({
  ...looking,
  id: 'metro-location-to',
  path: '/integrations/api/Metro/Location/To',
  summary: 'Stations that can be reached, from one station or from any',
  query: z.object({ from: station.optional() }),
  reply: stationsView,
  errors: ['NotFound'],
  cacheSeconds: 60,
})
