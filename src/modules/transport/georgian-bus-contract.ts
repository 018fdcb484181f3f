/** Georgian bus calls, named as in the specification. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, uuid } from '#contract/fields.ts'
import { checkoutView } from '#modules/orders/checkout-contract.ts'
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
  ticketsOfOrder,
} from './brand-shapes.ts'
import { journeyOrderView, passengerErrors, holdErrors } from './shapes.ts'

const shared = { area: 'georgian-bus', required: [] as string[] } as const
const buying = { ...shared, credential: 'guest-or-customer' } as const
const looking = { ...shared, credential: 'api-key', method: 'GET' } as const
const orderParams = z.object({ id: uuid })

export const georgianBusBook = defineCall({
  ...buying,
  id: 'georgian-bus-book',
  method: 'POST',
  path: '/groot/GeorgianBus/book',
  summary: 'Holds seats of buses, there and back together',
  body: z.object({
    orderKey: uuid.optional(),
    buses: z
      .array(z.object({ scheduleId: identifier, ...bookedBus }))
      .min(1)
      .max(2),
  }),
  reply: journeyOrderView,
  errors: holdErrors,
  opensSession: true,
  idempotent: true,
})

export const georgianBusCheckout = defineCall({
  ...buying,
  id: 'georgian-bus-checkout',
  method: 'POST',
  path: '/groot/GeorgianBus/checkout',
  summary: 'Takes buyer and passengers; the order can be paid then',
  body: z.object({ ...orderKeyField, ...checkoutFields }),
  reply: checkoutView,
  errors: passengerErrors,
  idempotent: true,
})

export const georgianBusCheckoutGet = defineCall({
  ...buying,
  id: 'georgian-bus-checkout-get',
  method: 'GET',
  path: '/groot/GeorgianBus/checkout/{id}',
  summary: 'All that a checkout page shows of an order: its key is the id',
  required: ['id'],
  params: orderParams,
  reply: checkoutView,
  errors: ['OrderNotFound'],
})

export const georgianBusOrderDetails = defineCall({
  ...buying,
  id: 'georgian-bus-order-details',
  method: 'GET',
  path: '/groot/GeorgianBus/order-details/{id}',
  summary: 'Journeys, seats and, once paid, tickets of an order: its key is the id',
  required: ['id'],
  params: orderParams,
  reply: journeyOrderView.extend({ tickets: ticketsOfOrder }),
  errors: ['OrderNotFound'],
})

export const georgianBusSchedule = defineCall({
  ...looking,
  id: 'georgian-bus-bus-schedule',
  cost: 'search',
  path: '/integrations/api/GeorgianBus/BusSchedule',
  summary: 'Buses of a day between two stations; all of the day without stations',
  query: betweenQuery,
  reply: scheduleView,
  errors: ['NotFound'],
  cacheSeconds: 1,
})

export const georgianBusSchedulePreview = defineCall({
  ...looking,
  id: 'georgian-bus-bus-schedule-preview',
  path: '/integrations/api/GeorgianBus/BusSchedule/Preview',
  summary: 'Days with buses between two stations and the lowest price of each',
  query: calendarQuery,
  reply: daysView,
  errors: ['NotFound'],
  cacheSeconds: 30,
})

export const georgianBusFrom = defineCall({
  ...looking,
  id: 'georgian-bus-location-from',
  path: '/integrations/api/GeorgianBus/Location/From',
  summary: 'Stations where one can get on',
  reply: stationsView,
  cacheSeconds: 60,
})

export const georgianBusTo = defineCall({
  ...looking,
  id: 'georgian-bus-location-to',
  path: '/integrations/api/GeorgianBus/Location/To',
  summary: 'Stations that can be reached, from one station or from any',
  query: z.object({ from: station.optional() }),
  reply: stationsView,
  errors: ['NotFound'],
  cacheSeconds: 60,
})
