/** What the calls of the bus carriers have in common; each family keeps the names that its specification gives. */
import { z } from 'zod'
import { askedDay } from '#contract/asked-day.ts'
import { flag, identifier, instant, moneyField, text, uuid, wholeNumber } from '#contract/fields.ts'
import { buyerFields } from '#modules/orders/checkout-contract.ts'
import { givenPassengers } from '#modules/orders/passenger-contract.ts'
import { placeView } from './contract.ts'
import { day, passengersMax, placeCode, rider, saleState, segmentView } from './shapes.ts'

/** A stop of the carrier's by its number, or a town by its code. */
export const station = z.union([identifier, placeCode])

/** A bus of a day between two stations, with seats by number or as many as there are passengers. */
export const bookedBus = {
  from: station,
  to: station,
  /** Places on the plan. */
  seats: z.array(identifier).max(passengersMax).default([]),
  /** Passengers; those without a seat are given one. */
  quantity: wholeNumber(1, passengersMax).optional(),
  /** By passenger; adults where nothing is said. */
  riders: z.array(rider).max(passengersMax).default([]),
  baggage: z
    .array(z.object({ optionCode: text(40, 1), quantity: wholeNumber(1, 20) }))
    .max(10)
    .default([]),
}

/** Who pays and who travels: the order is ready to be paid afterwards. */
export const checkoutFields = {
  buyer: buyerFields,
  acceptTerms: flag,
  passengers: givenPassengers,
}

export const orderKeyField = { orderKey: uuid }

export const betweenQuery = z.object({
  from: station.optional(),
  to: station.optional(),
  /** Today when absent. */
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

/** A paid order: its tickets beside its journeys. */
export const ticketsOfOrder = z.array(
  z.object({
    ticketIdentifier: z.string(),
    lineId: z.number().int(),
    passengerName: z.string().nullable(),
    startsAt: instant,
  }),
)
