/** What the timetable says of carriers, stops, runs and fares, for servers and browsers alike. */
import { z } from 'zod'
import type { LocalizedText } from '#kernel/locale.ts'

/** Russian and Azerbaijani are there where the carrier gives them. */
export interface TimetableText extends LocalizedText {
  readonly ru?: string | undefined
  readonly az?: string | undefined
}

export const brands = [
  'railway',
  'ortachala',
  'omnibus',
  'georgianbus',
  'citybus',
  'metrogeorgia',
] as const
/** The name under which a carrier sells; each brand has pages of its own. */
export type Brand = (typeof brands)[number]

export const timetableText = z.object({
  ka: z.string(),
  en: z.string(),
  ru: z.string().optional(),
  az: z.string().optional(),
})

const riderTerms = z.object({
  /** `adult`, `child`, `student`, `pensioner`, `wheelchair`, `companion`; also the rider category of GTFS. */
  code: z.string(),
  name: timetableText,
  /** Taken off the fare: 5000 is half. */
  discountBasisPoints: z.int().min(0).max(10_000),
  /** What the conductor asks for; null: nothing. */
  proof: z
    .enum(['birth-certificate', 'student-card', 'pension-card', 'disability-certificate'])
    .nullable(),
  /** Inclusive, in years on the day of travel. */
  ageMin: z.int().nullable(),
  ageMax: z.int().nullable(),
})

const refundTier = z.object({
  /** Holds until so many seconds before boarding; 0: until departure. */
  untilSeconds: z.int().min(0),
  /** Kept back by the carrier; 10000: no refund. */
  deductionBasisPoints: z.int().min(0).max(10_000),
})

/** Terms of sale of a carrier. */
export const agencyTerms = z.object({
  holdSeconds: z.int().min(60).max(3600),
  saleOpensDays: z.int().min(1).max(365),
  /** Seconds before departure from the boarding stop. */
  saleClosesSeconds: z.int().min(0),
  passengersMax: z.int().min(1).max(50),
  riders: z.array(riderTerms).min(1),
  /** The longest time before boarding first. */
  refundTiers: z.array(refundTier),
  /** A child's ticket is returned before or with its adult's. */
  childReturnsWithAdult: z.boolean(),
  /** Of each ticket that is changed to another run or seat. */
  changeFeeMinor: z.int().min(0),
  changeUntilSeconds: z.int().min(0),
  /** After so long a delay tickets go back whole, and over to another run free of charge. */
  freeAfterDelaySeconds: z.int().min(60).default(3_600),
  /** Another passenger may be named on a ticket: for what fee, until how long before boarding, how often. Absent: never. */
  nameChange: z
    .object({
      feeMinor: z.int().min(0),
      untilSeconds: z.int().min(0),
      most: z.int().min(1).max(10),
    })
    .optional(),
  /** Of each ticket sold here. */
  serviceFeeMinor: z.int().min(0),
  /** Extra in a percent of the fare by sales channel, in basis points of the fare. */
  channelBasisPoints: z.record(z.string(), z.int().min(1000).max(50_000)),
  code: z.enum(['aztec', 'qr']),
  asksDocument: z.boolean(),
  asksBirthDate: z.boolean(),
  asksNameKa: z.boolean(),
  /** Whether seats are chosen, or given by the carrier. */
  seatChoice: z.boolean(),
  /** A ticket may pass to somebody else. */
  mayPassOn: z.boolean(),
  /** Added to the fare, for stretches that have none; null: not sold then. */
  perKilometreMinor: z.int().min(1).nullable(),
  /** Conditions in the carrier's words. */
  text: timetableText,
})
export type AgencyTerms = z.output<typeof agencyTerms>
export type RiderTerms = AgencyTerms['riders'][number]

const coachPlan = z.object({
  number: z.int(),
  name: timetableText,
  deck: z.int(),
  /** Size of its drawing, in seats. */
  width: z.int(),
  height: z.int(),
  /** What is not a seat: doors, tables, stairs, toilets, the driver. */
  marks: z.array(
    z.object({
      kind: z.enum(['door', 'table', 'stairs', 'toilet', 'driver', 'luggage', 'bicycle', 'bar']),
      x: z.int(),
      y: z.int(),
      width: z.int(),
      height: z.int(),
    }),
  ),
})
export const vehiclePlan = z.object({ coaches: z.array(coachPlan) })
export type VehiclePlan = z.output<typeof vehiclePlan>

/** Bits of `attributes` of a place. */
export const placeAttribute = {
  window: 1,
  aisle: 2,
  table: 4,
  wheelchair: 8,
  companion: 16,
  keptBack: 32,
  upperDeck: 64,
  bicycle: 128,
} as const

/** Which of its weekdays a service runs on. */
export const dayRules = { weekdays: 0, oddDays: 1, evenDays: 2, everySecondDay: 3 } as const
