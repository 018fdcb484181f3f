/** Calls of a carrier's staff that make vehicles. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, text, wholeNumber } from '#contract/fields.ts'
import { timetableText, vehiclePlan } from '#modules/timetable/shapes.ts'
import {
  draftAttributes,
  vehicleBounds,
  type VehicleDraft,
} from '#modules/timetable/vehicle-shapes.ts'

const office = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const
const count = z.number().int()

/** A vehicle with a thousand seats is about 120 KB. */
const vehicleBytesMax = 256 * 1024

/** A text of a carrier, as its staff write it. */
export const ownText = z.object({
  ka: text(60, 1),
  en: text(60, 1),
  ru: text(60, 1).optional(),
  az: text(60, 1).optional(),
})

const draftSeat = z.object({
  label: text(6, 1),
  classCode: text(40, 1),
  x: wholeNumber(0, vehicleBounds.length - 1),
  y: wholeNumber(0, vehicleBounds.breadth - 1),
  /** 1 in the direction of travel, -1 against it, 0 unknown. */
  facing: wholeNumber(-1, 1),
  attributes: z.array(z.enum(draftAttributes)).max(draftAttributes.length),
})

const draftCoach = z.object({
  number: wholeNumber(1, vehicleBounds.coaches),
  name: ownText,
  /** 0 single deck, 1 lower, 2 upper. */
  deck: wholeNumber(0, 2),
  width: wholeNumber(1, vehicleBounds.length),
  height: wholeNumber(1, vehicleBounds.breadth),
  marks: z
    .array(
      z.object({
        kind: z.enum(['door', 'table', 'stairs', 'toilet', 'driver', 'luggage', 'bicycle', 'bar']),
        x: wholeNumber(0, vehicleBounds.length - 1),
        y: wholeNumber(0, vehicleBounds.breadth - 1),
        width: wholeNumber(0, vehicleBounds.length),
        height: wholeNumber(0, vehicleBounds.breadth),
      }),
    )
    .max(200),
  seats: z.array(draftSeat).max(400),
})

const vehicleDraft = z.object({
  /** The carrier's own word for it. */
  code: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/),
  name: ownText,
  coaches: z.array(draftCoach).min(1).max(vehicleBounds.coaches),
})

/** An existing vehicle as a draft; those of feeds may be beyond the bounds of new ones. */
const draftView = z.object({
  code: z.string(),
  name: timetableText,
  coaches: z.array(
    vehiclePlan.shape.coaches.element.extend({
      seats: z.array(
        z.object({
          label: z.string(),
          classCode: z.string(),
          x: count,
          y: count,
          facing: count,
          attributes: z.array(z.enum(draftAttributes)),
        }),
      ),
    }),
  ),
}) satisfies z.ZodType<VehicleDraft>

export const readVehicleDraft = defineCall({
  ...office,
  id: 'own-merchant-vehicle-draft',
  method: 'GET',
  path: '/v2/merchantusers/vehicles/draft',
  summary:
    'What a vehicle is made from: the organiser’s carriers with their classes, and an existing vehicle to begin with',
  required: [],
  query: z.object({ vehicleTypeId: identifier.optional() }),
  reply: z.object({
    carriers: z.array(
      z.object({
        agencyId: count,
        name: z.string(),
        /** Whether it has lines of trains. */
        isRail: z.boolean(),
        classes: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
    /** The existing vehicle. */
    vehicle: z
      .object({
        vehicleTypeId: count,
        agencyId: count,
        /** Scheduled runs that have not left yet; they keep it when a new version is made. */
        runCount: count,
        draft: draftView,
      })
      .nullable(),
  }),
  errors: ['NotFound'],
})

export const createVehicle = defineCall({
  ...office,
  id: 'own-merchant-vehicle-create',
  method: 'POST',
  path: '/v2/merchantusers/vehicles',
  bodyBytesMax: vehicleBytesMax,
  summary:
    'Makes a vehicle, or a new version of one; vehicles themselves never change. The same vehicle is made once, however often it is sent',
  required: ['body'],
  body: vehicleDraft.extend({
    agencyId: identifier,
    /** The vehicle of which it is a new version. */
    replacesId: identifier.nullable().default(null),
  }),
  reply: z.object({
    vehicleTypeId: count,
    /** False if the same vehicle had been made before. */
    isNew: z.boolean(),
  }),
  errors: [
    'NotFound',
    'VehicleWithoutSeats',
    'VehicleTooLarge',
    'VehiclesTooMany',
    'VehicleNameTaken',
    'CoachTwice',
    'TravelClassUnknown',
    'SeatLabelTwice',
    'SeatsOverlap',
    'SeatOutsideCoach',
  ],
})
