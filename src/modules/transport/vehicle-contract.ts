/** Calls of carriers' staff for another vehicle on a run that has passengers; runs of others answer `NotFound`. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, moneyField, wholeNumber } from '#contract/fields.ts'

const carrier = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const

const seat = z.object({
  /** Name of the coach; null if the vehicle has one only. */
  coach: z.string().nullable(),
  seat: z.string(),
})

const vehicle = z.object({
  vehicleTypeId: z.number().int(),
  name: z.string(),
  coachCount: z.number().int(),
  /** Seats by class, spaces for wheelchairs and their companions included, without those kept back. */
  classes: z.array(z.object({ code: z.string(), name: z.string(), seatCount: z.number().int() })),
  wheelchairSpaces: z.number().int(),
})
export type RunVehicle = z.output<typeof vehicle>

export const runVehicles = defineCall({
  ...carrier,
  id: 'own-merchant-run-vehicles',
  method: 'GET',
  path: '/v2/merchantusers/runs/vehicles',
  summary: 'A run of the carrier, its vehicle, and the vehicles that it can have instead',
  required: ['runId'],
  query: z.object({ runId: identifier }),
  reply: z.object({
    runId: z.number().int(),
    name: z.string(),
    route: z.string(),
    departsAt: instant,
    timeZone: z.string(),
    /** False when the run is cancelled or over. */
    isChangeable: z.boolean(),
    vehicleTypeId: z.number().int(),
    /** The present vehicle comes first. */
    vehicles: z.array(vehicle),
    /** Earlier changes, the last one first. */
    changes: z.array(z.object({ at: instant, from: z.string(), to: z.string() })),
  }),
  errors: ['NotFound'],
})

const reseated = z.object({
  runId: z.number().int(),
  vehicleTypeId: z.number().int(),
  isDone: z.boolean(),
  /** Stretches of passengers with a seat, and how many of them have another seat number than before. */
  seatCount: z.number().int(),
  seatsMoved: z.number().int(),
  /** Orders of several passengers, and those that sat together and no longer do. */
  partyCount: z.number().int(),
  partiesApart: z.number().int(),
  /** Sold stretches without a seat; their holders rebook free of charge or are refunded. */
  withoutSeat: z.number().int(),
  /** Seats of a lower class than was bought; the difference is refunded automatically. */
  inLowerClass: z.number().int(),
  /** Total of these differences, before discounts. */
  goesBack: moneyField,
  /** Seats chosen in unpaid orders that are released, because no seat is left for them. */
  heldReleased: z.number().int(),
  /** Seats withheld from sale that the other vehicle does not have. */
  withheldLost: z.number().int(),
  /** Orders with a change; those with a passenger without a seat come first, then those that are separated. */
  parties: z.array(
    z.object({
      /** Null for places that no order refers to. */
      orderNumber: z.string().nullable(),
      isApart: z.boolean(),
      seats: z.array(
        z.object({
          passenger: z.string().nullable(),
          fromStop: z.string(),
          toStop: z.string(),
          isSold: z.boolean(),
          isLowerClass: z.boolean(),
          /** Null if the passenger had no seat before. */
          from: seat.nullable(),
          /** Null if no seat is left. */
          to: seat.nullable(),
        }),
      ),
    }),
  ),
})
export type ReseatedRun = z.output<typeof reseated>

export const changeRunVehicle = defineCall({
  ...carrier,
  id: 'own-merchant-run-change-vehicle',
  method: 'POST',
  path: '/v2/merchantusers/runs/change-vehicle',
  summary:
    'Gives a run another vehicle: passengers get the nearest seats, parties stay together, holders are notified; repeating it changes nothing',
  required: ['body'],
  body: z.object({
    runId: identifier,
    vehicleTypeId: identifier,
    isDryRun: flag.default(false),
    /**
     * How many passengers may be left without a seat. They are offered another departure free of charge, and are
     * refunded a day later; with more, the call is refused.
     */
    withoutSeatMax: wholeNumber(0, 10_000).default(0),
  }),
  reply: reseated,
  errors: ['NotFound', 'RunNotChangeable', 'VehicleTooSmall', 'ServiceUnavailable'],
})
