/** Calls of a carrier's staff about the vehicles of its lines. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant } from '#contract/fields.ts'
import { officeDay } from './office-contract.ts'

const office = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const
const count = z.number().int()
const name = z.string()

export const readLineVehicles = defineCall({
  ...office,
  id: 'own-merchant-line-vehicles',
  method: 'GET',
  path: '/v2/merchantusers/vehicles/line',
  summary:
    'Departures of a line with their vehicles, those assigned for later days included, and the vehicles of its carrier; the first line by default',
  required: [],
  query: z.object({ lineId: identifier.optional() }),
  reply: z.object({
    lines: z.array(z.object({ lineId: count, name })),
    lineId: count,
    /** Today at the carrier. */
    today: z.iso.date(),
    trips: z.array(
      z.object({
        tripId: count,
        /** Train or bus with its number. */
        name,
        from: name,
        to: name,
        /** Departure at the first stop in seconds of the service day. */
        departsSeconds: count,
        /** Today's; null where tickets are sold at the carrier's office only. */
        vehicle: z.object({ vehicleTypeId: count, name }).nullable(),
        /** Vehicles of later days, each until the next one. */
        later: z.array(z.object({ from: z.iso.date(), vehicleTypeId: count, name })),
      }),
    ),
    vehicles: z.array(z.object({ vehicleTypeId: count, name, placeCount: count })),
  }),
  errors: ['NotFound'],
})

/** Maximum number of runs with passengers that are listed. */
export const keptRunsShown = 100

export const assignVehicle = defineCall({
  ...office,
  id: 'own-merchant-line-vehicles-assign',
  method: 'POST',
  path: '/v2/merchantusers/vehicles/assign',
  summary:
    'Gives departures of a line another vehicle from a day on. Runs without passengers get it at once, the others are listed and keep theirs; a dry run only compares, repeating it changes nothing',
  required: ['body'],
  body: z.object({
    lineId: identifier,
    tripIds: z.array(identifier).min(1).max(50),
    vehicleTypeId: identifier,
    /** First service day: today or later. */
    from: officeDay,
    isDryRun: flag.default(false),
  }),
  reply: z.object({
    /** Departures that have another vehicle from that day on. */
    trips: count,
    /** Runs without passengers, which get the vehicle at once. */
    runs: count,
    /** Runs with sold or held seats, which keep their vehicle. */
    keptCount: count,
    /** The first of them. */
    kept: z.array(
      z.object({
        runId: count,
        name,
        departsAt: instant,
        timeZone: z.string(),
        vehicle: name,
        sold: count,
        held: count,
      }),
    ),
  }),
  errors: ['NotFound', 'VehicleDayWrong', 'TooManyRuns', 'RunNotChangeable', 'ServiceUnavailable'],
})
