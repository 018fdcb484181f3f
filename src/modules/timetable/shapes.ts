/** Schemas of carriers, stops, vehicles and terms, shared by servers and browsers. */
import { z } from 'zod'
import type { LocalizedText } from '#kernel/locale.ts'

/** Russian and Azerbaijani are present if the carrier supplies them. */
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
/** The name under which a carrier sells; each brand has its own pages. */
export type Brand = (typeof brands)[number]

export const timetableText = z.object({
  ka: z.string(),
  en: z.string(),
  ru: z.string().optional(),
  az: z.string().optional(),
})

/** The greatest number of a rider category: as many ticket types has a class. */
export const riderNumberMax = 255

/** Rider categories that have a meaning and a number of their own for all carriers; others are reduced fares. */
export const knownRiders = [
  'adult',
  'child',
  'student',
  'pensioner',
  'wheelchair',
  'companion',
  'infant',
] as const

/** What a passenger shows to the conductor for a reduced fare. */
export const riderProofs = [
  'birth-certificate',
  'student-card',
  'pension-card',
  'disability-certificate',
] as const

const riderTerms = z.object({
  /**
   * Its number among the ticket types of a class, which sold tickets contain: never given to another one. Carriers whose
   * categories never changed have none stored; see `riderNumber`.
   */
  number: z.int().min(0).max(riderNumberMax).optional(),
  /** Not sold any more. Sold tickets keep name, price and terms. */
  isRetired: z.literal(true).optional(),
  /** `adult`, `child`, `student`, `pensioner`, `wheelchair`, `companion`; or a GTFS rider category. */
  code: z.string(),
  name: timetableText,
  /** Discount on the fare; 5000 is half. */
  discountBasisPoints: z.int().min(0).max(10_000),
  /** Proof shown to the conductor; null if none. */
  proof: z.enum(riderProofs).nullable(),
  /** Inclusive, in years on the day of travel. */
  ageMin: z.int().nullable(),
  ageMax: z.int().nullable(),
})

const refundTier = z.object({
  /** Applies until this many seconds before boarding; 0 means until departure. */
  untilSeconds: z.int().min(0),
  /** Part retained by the carrier; 10000 means no refund. */
  deductionBasisPoints: z.int().min(0).max(10_000),
})

/** Ages in years on the day of travel. */
const companionAges = z.object({
  /** Younger passengers travel only with somebody else; 0: everybody may travel alone. */
  aloneFromAge: z.int().min(0).max(18),
  /** Younger passengers accompany nobody. */
  companionFromAge: z.int().min(0).max(21),
})
export type CompanionAges = z.output<typeof companionAges>

/** Of carriers that have set nothing else. */
export const ordinaryCompanions: CompanionAges = { aloneFromAge: 14, companionFromAge: 16 }

function haveOwnNumbers(riders: readonly { readonly number?: number | undefined }[]): boolean {
  const numbers = riders.flatMap(({ number }) => number ?? [])
  return new Set(numbers).size === numbers.length
}

/** A carrier's terms of sale. */
export const agencyTerms = z.object({
  holdSeconds: z.int().min(60).max(3600),
  saleOpensDays: z.int().min(1).max(365),
  /** Seconds before departure from the boarding stop. */
  saleClosesSeconds: z.int().min(0),
  passengersMax: z.int().min(1).max(50),
  riders: z.array(riderTerms).min(1).refine(haveOwnNumbers),
  /** Sorted by descending `untilSeconds`. */
  refundTiers: z.array(refundTier),
  /** Who travels alone, and who accompanies others; absent: `ordinaryCompanions`. */
  companions: companionAges.optional(),
  /** Whether a child's ticket can be returned only before or together with its adult's. */
  childReturnsWithAdult: z.boolean(),
  /** Fee for each ticket that is changed to another run or seat. */
  changeFeeMinor: z.int().min(0),
  changeUntilSeconds: z.int().min(0),
  /** From this delay on, tickets are fully refundable and can be rebooked free of charge. */
  freeAfterDelaySeconds: z.int().min(60).default(3_600),
  /**
   * Terms for naming another passenger on a ticket: fee, deadline before boarding, number of changes.
   * Absent if not allowed.
   */
  nameChange: z
    .object({
      feeMinor: z.int().min(0),
      untilSeconds: z.int().min(0),
      most: z.int().min(1).max(10),
    })
    .optional(),
  /** Fee for each ticket sold here. */
  serviceFeeMinor: z.int().min(0),
  /** Price factor by sales channel in basis points; 10000, the default, leaves the fare unchanged. */
  channelBasisPoints: z.record(z.string(), z.int().min(1000).max(50_000)),
  code: z.enum(['aztec', 'qr']),
  asksDocument: z.boolean(),
  asksBirthDate: z.boolean(),
  asksNameKa: z.boolean(),
  /** Whether passengers choose seats; otherwise they are assigned. */
  seatChoice: z.boolean(),
  /** Whether a ticket can be transferred to another person. */
  mayPassOn: z.boolean(),
  /** Fare per kilometre in minor units for pairs of stops without a fare; null if those are not sold. */
  perKilometreMinor: z.int().min(1).nullable(),
  /** Conditions in the carrier's own words. */
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
  /** Elements other than seats: doors, tables, stairs, toilets, the driver. */
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

/** Restricts on which of its weekdays a service runs. */
export const dayRules = { weekdays: 0, oddDays: 1, evenDays: 2, everySecondDay: 3 } as const
