/** Calls of a carrier's staff about its terms: refund tiers, riders, price steps and baggage. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, wholeNumber } from '#contract/fields.ts'
import { riderProofs } from '#modules/timetable/shapes.ts'
import { officeDay } from './office-contract.ts'
import { ownText } from './vehicle-draft-contract.ts'

const office = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const
const count = z.number().int()
const name = z.string()
const share = wholeNumber(0, 10_000)

const tierView = z.object({ untilSeconds: count, deductionBasisPoints: count })
const riderProof = z.enum(riderProofs)
const newCode = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/)

const riderView = z.object({
  code: z.string(),
  name,
  discountBasisPoints: count,
  /** In years on the day of travel, inclusive. */
  ageMin: count.nullable(),
  ageMax: count.nullable(),
  /** What is shown to the conductor. */
  proof: riderProof.nullable(),
  /** Not sold any more; sold tickets keep name, price and terms. */
  isRetired: z.boolean(),
})
const stepKind = z.enum(['season', 'weekday', 'days-ahead', 'occupancy'])
const stepView = z.object({
  kind: stepKind,
  /** Null: all lines. */
  routeId: count.nullable(),
  /** Season: month × 100 + day; weekday: 1 Monday; days ahead; percent sold. */
  fromValue: count,
  /** Exclusive. */
  untilValue: count,
  basisPoints: count,
})
const baggageView = z.object({
  baggageId: count,
  name,
  priceMinor: count,
  perPassengerMax: count,
  capacity: count,
  isRetired: z.boolean(),
})

const changesView = z.object({
  /** For each ticket, in tetri; never more than its price. */
  feeMinor: count,
  /** Changes end this long before the departure from the boarding stop. */
  untilSeconds: count,
  /** From this delay on, returns and changes are free. */
  freeAfterDelaySeconds: count,
  /** Naming another passenger; null: not allowed. */
  nameChange: z
    .object({
      feeMinor: count,
      /** Until so long before the departure. */
      untilSeconds: count,
      /** Of one ticket. */
      most: count,
    })
    .nullable(),
})

/** In years on the day of travel. */
const companionsView = z.object({
  /** Younger passengers travel only with somebody else; 0: everybody may travel alone. */
  aloneFromAge: count,
  /** Younger passengers accompany nobody. */
  companionFromAge: count,
})

const termsView = z.object({
  agencyId: count,
  refundTiers: z.array(tierView),
  changes: changesView,
  companions: companionsView,
  riders: z.array(riderView),
  steps: z.array(stepView),
  baggage: z.array(baggageView),
})
export type TermsView = z.output<typeof termsView>

const classView = z.object({
  classId: count,
  code: z.string(),
  name,
  /** Names of the vehicles and lines whose seats or fares have it; null is a fare of all lines. Without any it may be removed. */
  vehicles: z.array(name),
  lines: z.array(name.nullable()),
})
export type ClassView = z.output<typeof classView>

export const readTerms = defineCall({
  ...office,
  id: 'own-merchant-terms',
  method: 'GET',
  path: '/v2/merchantusers/terms',
  summary: 'Terms of one of the organiser’s carriers that its staff set; of the first by default',
  required: [],
  query: z.object({ agencyId: identifier.optional() }),
  reply: termsView.extend({
    classes: z.array(classView),
    carriers: z.array(z.object({ agencyId: count, name })),
    lines: z.array(z.object({ lineId: count, name })),
    /** Today at the carrier. */
    today: z.iso.date(),
  }),
  errors: ['NotFound'],
})

export const changeTerms = defineCall({
  ...office,
  id: 'own-merchant-terms-change',
  method: 'POST',
  path: '/v2/merchantusers/terms',
  summary:
    'Changes refund tiers, terms of changes, who travels alone, riders, price steps or baggage for orders from now on; what is absent stays. Riders and baggage are added and retired here. A dry run only compares',
  required: ['body'],
  body: z.object({
    agencyId: identifier,
    /** The longest time before departure first; each keeps more than the one before. */
    refundTiers: z
      .array(z.object({ untilSeconds: wholeNumber(0, 31_536_000), deductionBasisPoints: share }))
      .max(20)
      .optional(),
    changes: z
      .object({
        feeMinor: wholeNumber(0, 1_000_000),
        untilSeconds: wholeNumber(0, 31_536_000),
        freeAfterDelaySeconds: wholeNumber(60, 86_400),
        /** Null: nobody may name another passenger; absent: as before. */
        nameChange: z
          .object({
            feeMinor: wholeNumber(0, 1_000_000),
            untilSeconds: wholeNumber(0, 31_536_000),
            most: wholeNumber(1, 10),
          })
          .nullable()
          .optional(),
      })
      .optional(),
    companions: z
      .object({ aloneFromAge: wholeNumber(0, 18), companionFromAge: wholeNumber(0, 21) })
      .optional(),
    /** All riders that are sold; retired ones may be left out. */
    riders: z
      .array(
        z.object({
          code: z.string().min(1).max(40),
          discountBasisPoints: share,
          ageMin: wholeNumber(0, 120).nullable(),
          ageMax: wholeNumber(0, 120).nullable(),
          /** Sold no more; with false it is sold again. */
          isRetired: flag.default(false),
          /** Of a rider whose code the carrier never had. The name stays, because sold tickets have it. */
          added: z.object({ name: ownText, proof: riderProof.nullable() }).optional(),
        }),
      )
      .min(1)
      .max(60)
      .optional(),
    steps: z
      .array(
        z.object({
          kind: stepKind,
          routeId: identifier.nullable(),
          fromValue: wholeNumber(0, 1_232),
          untilValue: wholeNumber(1, 1_233),
          basisPoints: wholeNumber(1_000, 50_000),
        }),
      )
      .max(100)
      .optional(),
    /** All kinds of baggage that are sold; retired ones may be left out. The capacity applies to runs of which nothing has been requested yet. */
    baggage: z
      .array(
        z.object({
          /** Of an existing kind; a new one has `added` instead. */
          baggageId: identifier.optional(),
          added: z.object({ code: newCode, name: ownText }).optional(),
          isRetired: flag.default(false),
          priceMinor: wholeNumber(0, 1_000_000),
          perPassengerMax: wholeNumber(1, 20),
          capacity: wholeNumber(0, 1_000),
        }),
      )
      .max(50)
      .optional(),
    /** What the reply compares. */
    example: z
      .object({
        /** The line from its first to its last stop; the first line by default. */
        lineId: identifier.optional(),
        date: officeDay.optional(),
        occupancyPercent: wholeNumber(0, 100),
        hoursBefore: wholeNumber(0, 8_760),
      })
      .default({ occupancyPercent: 0, hoursBefore: 20 }),
    isDryRun: flag.default(false),
  }),
  reply: z.object({
    isChanged: z.boolean(),
    terms: termsView,
    example: z.object({
      from: name,
      to: name,
      date: z.iso.date(),
      prices: z.array(
        z.object({
          className: name,
          rider: name,
          /** Null: not sold so far. */
          beforeMinor: count.nullable(),
          /** Null: not sold any more. */
          afterMinor: count.nullable(),
          currency: z.string(),
        }),
      ),
      hoursBefore: count,
      /** Share of the price that comes back so many hours before the departure. */
      backBeforeBasisPoints: count,
      backAfterBasisPoints: count,
      /** What a change costs so many hours before the departure, in tetri; null: it is too late for one. */
      changeBeforeMinor: count.nullable(),
      changeAfterMinor: count.nullable(),
    }),
  }),
  errors: [
    'NotFound',
    'RefundTiersWrong',
    'ChangeTermsWrong',
    'RidersWrong',
    'RiderKnown',
    'RiderNeeded',
    'RidersTooMany',
    'PriceStepsWrong',
    'BaggageWrong',
    'BaggageKnown',
  ],
})

export const changeClasses = defineCall({
  ...office,
  id: 'own-merchant-classes-change',
  method: 'POST',
  path: '/v2/merchantusers/classes',
  summary:
    'Replaces the list of a carrier’s travel classes: new ones are made, those left out are removed, and all get the order of the list',
  required: ['body'],
  body: z.object({
    agencyId: identifier,
    classes: z
      .array(
        z.object({
          /** Of an existing class; a new one has `added` instead. */
          classId: identifier.optional(),
          added: z.object({ code: newCode, name: ownText }).optional(),
        }),
      )
      .min(1)
      .max(20),
  }),
  reply: z.object({ isChanged: z.boolean(), classes: z.array(classView) }),
  errors: ['NotFound', 'TravelClassesWrong', 'TravelClassKnown', 'TravelClassInUse'],
})
