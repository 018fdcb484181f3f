/** Schemas shared by the calls of the bus carriers; each family keeps the field names of the specification. */
import { z } from 'zod'
import { askedDay } from '#contract/asked-day.ts'
import { flag, identifier, instant, moneyField, text, uuid, wholeNumber } from '#contract/fields.ts'
import { buyerFields } from '#modules/orders/checkout-contract.ts'
import { givenPassengers } from '#modules/orders/passenger-contract.ts'
import { placeView } from './contract.ts'
import { day, passengersMax, placeCode, rider, saleState, segmentView } from './shapes.ts'

/** A stop number of the carrier, or a town code. */
export const station = z.union([identifier, placeCode])

/** A bus on a day between two stations, with chosen seats or a number of passengers. */
export const bookedBus = {
  from: station,
  to: station,
  /** Place ids of the seat plan. */
  seats: z.array(identifier).max(passengersMax).default([]),
  /** Number of passengers; those without a chosen seat are assigned one. */
  quantity: wholeNumber(1, passengersMax).optional(),
  /** Rider codes in the order of the passengers; `adult` by default. */
  riders: z.array(rider).max(passengersMax).default([]),
  baggage: z
    .array(z.object({ optionCode: text(40, 1), quantity: wholeNumber(1, 20) }))
    .max(10)
    .default([]),
}

/** Buyer and passengers of an order; after this step the order can be paid. */
export const checkoutFields = {
  buyer: buyerFields,
  acceptTerms: flag,
  passengers: givenPassengers,
}

export const orderKeyField = { orderKey: uuid }

export const betweenQuery = z.object({
  from: station.optional(),
  to: station.optional(),
  /** Defaults to today. */
  date: askedDay.optional(),
})

export const calendarQuery = z.object({
  from: station.optional(),
  to: station.optional(),
  date: askedDay.optional(),
  days: wholeNumber(1, 62).default(14),
})

export const scheduleView = z.object({ date: day, departures: z.array(segmentView) })

export const stationView = placeView.extend({ stationId: z.number().int() })
export const stationsView = z.object({ stations: z.array(stationView) })

export const daysView = z.object({
  days: z.array(
    z.object({
      date: day,
      departures: z.number().int(),
      sale: saleState.nullable(),
      lowestPrice: moneyField.nullable(),
    }),
  ),
})

export const lineView = z.object({
  routeId: z.number().int(),
  name: z.string(),
  shortName: z.string(),
  stations: z.array(z.object({ stationId: z.number().int(), name: z.string() })),
})
export const linesView = z.object({ routes: z.array(lineView) })

/** Tickets of a paid order, in addition to its journeys. */
export const ticketsOfOrder = z.array(
  z.object({
    ticketIdentifier: z.string(),
    lineId: z.number().int(),
    passengerName: z.string().nullable(),
    startsAt: instant,
  }),
)
