/** Omnibus calls and booking at the central bus station, named as in the specification. */
import { z } from 'zod'
import { askedDay } from '#contract/asked-day.ts'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, moneyField, uuid, wholeNumber } from '#contract/fields.ts'
import { checkoutView } from '#modules/orders/checkout-contract.ts'
import { bookedBus, checkoutFields, linesView, orderKeyField, station } from './brand-shapes.ts'
import { seatPlan } from './contract.ts'
import {
  day,
  journeyOrderView,
  passengerErrors,
  passengersMax,
  segmentView,
  holdErrors,
} from './shapes.ts'

const shared = { area: 'omnibus', required: [] as string[] } as const

/** A bus to book: `busId` is the id of its run. */
const omnibusBus = z.object({
  busId: identifier,
  isReturn: flag.default(false),
  fromStation: station,
  toStation: station,
  seats: bookedBus.seats,
  quantity: bookedBus.quantity,
  riders: bookedBus.riders,
  baggage: bookedBus.baggage,
})

export const omnibusCheckout = defineCall({
  ...shared,
  id: 'omnibus-checkout',
  method: 'POST',
  path: '/v2/omnibus/checkout',
  summary: 'Holds seats of a bus, or of one there and one back, together',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ orderKey: uuid.optional(), buses: z.array(omnibusBus).min(1).max(2) }),
  reply: journeyOrderView,
  errors: holdErrors,
  opensSession: true,
  idempotent: true,
})

export const omnibusCheckoutGet = defineCall({
  ...shared,
  id: 'omnibus-checkout-get',
  method: 'GET',
  path: '/v2/omnibus/checkout',
  summary:
    'The order of a checkout; the newest open one of the caller with a journey without `orderKey`',
  credential: 'guest-or-customer',
  query: z.object({ orderKey: uuid.optional() }),
  reply: journeyOrderView,
  errors: ['OrderNotFound'],
})

export const omnibusConfirm = defineCall({
  ...shared,
  id: 'omnibus-confirm',
  method: 'POST',
  path: '/v2/omnibus/confirm',
  summary: 'Confirms a checkout with its buyer and passengers; it can be paid then',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ ...orderKeyField, ...checkoutFields }),
  reply: checkoutView,
  errors: passengerErrors,
  idempotent: true,
})

export const omnibusMap = defineCall({
  ...shared,
  id: 'omnibus-map',
  method: 'GET',
  path: '/v2/omnibus/map',
  summary: 'Seats of a bus between two stations; the plan of a type of bus alone without `busId`',
  credential: 'api-key',
  query: z.object({
    busId: identifier.optional(),
    busTypeId: identifier.optional(),
    isReturn: flag.optional(),
    fromStation: station.optional(),
    toStation: station.optional(),
  }),
  reply: seatPlan.reply.extend({
    segment: segmentView.nullable(),
    busTypeId: z.number().int(),
    isReturn: z.boolean(),
  }),
  errors: ['NotFound', 'OrderNotFound'],
})

const busView = segmentView.extend({
  busId: z.number().int().nullable(),
  busTypeId: z.number().int().nullable(),
  isReturn: z.boolean(),
  /** Whether at least `quantity` seats are left. */
  hasSeats: z.boolean(),
  minPrice: moneyField.nullable(),
})

export const omnibusBuses = defineCall({
  ...shared,
  id: 'omnibus-buses',
  method: 'GET',
  path: '/v2/omnibus/buses',
  summary: 'Buses of a day there and of a day back, with seats for so many',
  credential: 'api-key',
  query: z.object({
    departureDate: askedDay.optional(),
    returnDate: askedDay.optional(),
    /** Only buses that arrive on this day; without `departureDate`, any that do. */
    arrivalDate: askedDay.optional(),
    departureLocation: station.optional(),
    arrivalLocation: station.optional(),
    quantity: wholeNumber(1, passengersMax).default(1),
  }),
  reply: z.object({ there: z.array(busView), back: z.array(busView) }),
  errors: ['NotFound'],
  cacheSeconds: 1,
})

export const omnibusRoutes = defineCall({
  ...shared,
  id: 'omnibus-routes',
  method: 'GET',
  path: '/v2/omnibus/routes',
  summary: 'Lines of the carrier with their stations',
  credential: 'api-key',
  reply: linesView,
  cacheSeconds: 60,
})

export const omnibusTimetable = defineCall({
  ...shared,
  id: 'omnibus-timetable',
  cost: 'search',
  method: 'GET',
  path: '/v2/omnibus/timetable',
  summary: 'All buses of a day from end to end',
  credential: 'api-key',
  query: z.object({ date: askedDay.optional() }),
  reply: z.object({ date: day, departures: z.array(segmentView) }),
  cacheSeconds: 1,
})

export const centralBusStationBook = defineCall({
  id: 'central-bus-station-book',
  area: 'central-bus-station',
  method: 'POST',
  path: '/v2/centralbusstation/book',
  summary: 'Holds seats of buses that leave from the central bus station (Ortachala)',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    orderKey: uuid.optional(),
    buses: z.array(omnibusBus).min(1).max(2),
  }),
  reply: journeyOrderView,
  errors: holdErrors,
  opensSession: true,
  idempotent: true,
})
