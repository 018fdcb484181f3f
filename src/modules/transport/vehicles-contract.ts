/** Calls of a carrier's staff about its vehicles. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier } from '#contract/fields.ts'
import { coachView } from './contract.ts'

const office = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const
const count = z.number().int()

const vehicleHead = {
  vehicleTypeId: z.number().int(),
  code: z.string(),
  name: z.string(),
  carrier: z.string(),
  coachCount: count,
  /** Seats for passengers; places for bicycles and those kept back from sale do not count. */
  placeCount: count,
  wheelchairCount: count,
  /** Places withheld from sale on every run. */
  withheldCount: count,
  classes: z.array(z.object({ name: z.string(), placeCount: count })),
  /** Lines with trips in this vehicle today or later, by their feed or because it was assigned. */
  lines: z.array(
    z.object({
      lineId: z.number().int(),
      name: z.string(),
      tripCount: count,
      /** How many trips have it on which days of service, both included; null: without a bound. */
      days: z.array(
        z.object({
          from: z.iso.date().nullable(),
          until: z.iso.date().nullable(),
          tripCount: count,
        }),
      ),
    }),
  ),
  /** Scheduled runs that have not left yet. */
  runCount: count,
}

export const listVehicles = defineCall({
  ...office,
  id: 'own-merchant-vehicles',
  method: 'GET',
  path: '/v2/merchantusers/vehicles',
  summary:
    'Vehicles of the organiser’s carriers, with their places by class and the lines that use them',
  required: [],
  reply: z.object({ items: z.array(z.object(vehicleHead)) }),
})
export type VehicleLine = z.output<typeof listVehicles.reply>['items'][number]

export const vehicleView = z.object({
  ...vehicleHead,
  /** Drawings as shoppers see them; withheld seats are `blocked`. */
  coaches: z.array(coachView),
})
export type VehicleView = z.output<typeof vehicleView>

export const readVehicle = defineCall({
  ...office,
  id: 'own-merchant-vehicle',
  method: 'GET',
  path: '/v2/merchantusers/vehicles/vehicle',
  summary: 'One vehicle with the drawings of its coaches',
  required: ['vehicleTypeId'],
  query: z.object({ vehicleTypeId: identifier }),
  reply: vehicleView,
  errors: ['NotFound'],
})
