import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text, wholeNumber } from '#contract/fields.ts'

const bothTexts = z.object({ ka: z.string(), en: z.string() })
const slug = z.string().regex(/^[a-z0-9-]{1,80}$/)
const digest = z.string().regex(/^[0-9a-f]{40}$/)
const revision = wholeNumber(1, 2_147_483_647)

const planHead = z.object({
  planId: z.number().int(),
  name: bothTexts,
  venueSlug: z.string(),
  venueName: bothTexts,
  key: z.string(),
  seats: z.number().int(),
  /** Capacity of areas without seats. */
  room: z.number().int(),
  updatedAt: instant,
  /** 0 when none is published. */
  version: z.number().int(),
  /** Whether it has changed since then. */
  hasChanges: z.boolean(),
})
export type PlanHeadView = z.output<typeof planHead>

const planVersion = z.object({
  layoutId: z.number().int(),
  version: z.number().int(),
  digest: z.string(),
  capacity: z.number().int(),
  /** Dates sold by it: for operators including past ones, for organisers their own upcoming ones. */
  dateCount: z.number().int(),
})
export type PlanVersionView = z.output<typeof planVersion>

const planView = planHead.extend({
  revision: z.number().int(),
  /** `plan/document.ts`. */
  document: z.unknown(),
  versions: z.array(planVersion),
})
export type PlanView = z.output<typeof planView>

const planDate = z.object({
  eventId: z.number().int(),
  showName: bothTexts,
  startsAt: instant,
  timeZone: z.string(),
  version: z.number().int(),
  isOnSale: z.boolean(),
  sold: z.number().int(),
  held: z.number().int(),
})
export type PlanDateView = z.output<typeof planDate>

const affectedSeat = z.object({
  /** Empty when it is not sold by an order of the platform. */
  orderNumber: z.string(),
  isSold: z.boolean(),
  from: z.object({ section: bothTexts, row: z.string(), seat: z.string() }),
  /** Null when the new plan has no place for it. */
  to: z.object({ section: bothTexts, row: z.string(), seat: z.string() }).nullable(),
})

const planEffect = z.object({
  /** Number of sold and held seats that keep their place, row and number. */
  kept: z.number().int(),
  moved: z.array(affectedSeat),
  /** Total number, which may exceed the listed ones. */
  movedCount: z.number().int(),
  unplacedCount: z.number().int(),
  partiesApart: z.number().int(),
  /** Areas in which more places are taken than the new plan has. */
  fullAreas: z.array(
    z.object({ name: bothTexts, taken: z.number().int(), room: z.number().int() }),
  ),
  /** Price zones of the new plan without a ticket type for this date. */
  zonesWithoutPrice: z.array(bothTexts),
  /** Identifies the previewed effect; the change is refused if the effect is a different one by then. */
  effectKey: z.string(),
})
export type PlanEffectView = z.output<typeof planEffect>

const planId = z.object({ planId: identifier })

const sectionCount = z.object({
  id: z.int(),
  name: bothTexts,
  kind: z.enum(['seated', 'standing', 'table', 'free']),
  /** Rows or tables. */
  rows: z.int(),
  places: z.int(),
})

export const listPlans = defineCall({
  id: 'own-operator-plans',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/plans',
  summary: 'Hall plans with their capacity and whether they are published.',
  credential: 'operator',
  reply: z.object({
    plans: z.array(planHead),
    venues: z.array(z.object({ slug: z.string(), name: bothTexts })),
    /** Seat maps that a new plan can be based on. */
    layouts: z.array(
      z.object({
        layoutId: z.number().int(),
        name: bothTexts,
        venueName: bothTexts,
        version: z.number().int(),
      }),
    ),
  }),
})

export const createPlan = defineCall({
  id: 'own-operator-plan-create',
  cost: 'picture',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/plans',
  summary:
    'Creates a plan: empty, from an existing seat map, or from a drawing (SVG, or JSON of our own format).',
  credential: 'operator',
  body: z.object({
    venue: slug,
    key: slug,
    nameKa: text(120, 1),
    nameEn: text(120, 1),
    layoutId: identifier.optional(),
    /** SVG or JSON. */
    content: z.string().max(12_000_000).optional(),
  }),
  reply: z.object({
    /** Null if the drawing has problems. */
    planId: z.number().int().nullable(),
    problems: z.array(z.string()),
    /** What of the drawing was not taken over, each with its element and the reason. */
    leftOut: z.array(z.string()),
    /** What is sold of each section of the drawing, to be compared with it. */
    sections: z.array(sectionCount),
  }),
  errors: ['NotFound', 'BadRequest', 'PlanKeyTaken'],
  required: ['body'],
  limit: 'flood',
  bodyBytesMax: 16_000_000,
})

export const readPlan = defineCall({
  id: 'own-operator-plan',
  cost: 'picture',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/plans/{planId}',
  summary: 'The last saved state of a plan, with its published versions.',
  credential: 'operator',
  params: planId,
  reply: planView,
  errors: ['NotFound'],
})

export const savePlan = defineCall({
  id: 'own-operator-plan-save',
  area: 'own',
  method: 'PUT',
  path: '/v2/operator/plans/{planId}',
  summary: 'Saves a plan based on a revision; refused when somebody else has saved it since.',
  credential: 'operator',
  params: planId,
  body: z.object({ revision, document: z.unknown() }),
  reply: z.object({ revision: z.number().int(), savedAt: instant }),
  errors: ['NotFound', 'PlanChangedElsewhere', 'PlanNotWhole'],
  required: ['planId', 'body'],
  bodyBytesMax: 8_000_000,
})

export const publishPlan = defineCall({
  id: 'own-operator-plan-publish',
  cost: 'picture',
  limit: 'flood',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/plans/{planId}/publish',
  summary: 'Publishes the next version of a plan, which is immutable; dates keep their version.',
  credential: 'operator',
  params: planId,
  body: z.object({ revision }),
  reply: planVersion.extend({ isKnown: z.boolean() }),
  errors: ['NotFound', 'PlanChangedElsewhere', 'PlanHasErrors'],
  required: ['planId', 'body'],
})

export const savePlanPicture = defineCall({
  id: 'own-operator-plan-picture-save',
  cost: 'picture',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/plans/{planId}/pictures',
  summary: 'Uploads a background picture for drawing: PNG, JPEG or WebP in Base64.',
  credential: 'operator',
  params: planId,
  body: z.object({ content: z.base64().max(3_000_000) }),
  reply: z.object({ digest: z.string() }),
  errors: ['NotFound', 'PlanPictureNotTaken'],
  required: ['planId', 'body'],
  limit: 'flood',
  bodyBytesMax: 3_100_000,
})

export const readPlanPicture = defineCall({
  id: 'own-operator-plan-picture',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/plans/{planId}/pictures/{digest}',
  summary: 'A background picture of the plan.',
  credential: 'operator',
  params: z.object({ planId: identifier, digest }),
  reply: z.unknown(),
  produces: 'image/png',
  errors: ['NotFound'],
})

export const listPlanDates = defineCall({
  id: 'own-operator-plan-dates',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/plans/{planId}/dates',
  summary: 'Upcoming dates sold by a version of this plan, with their sold and held places.',
  credential: 'operator',
  params: planId,
  reply: z.object({ dates: z.array(planDate) }),
  errors: ['NotFound'],
})

export const changePlanOfDate = defineCall({
  id: 'own-operator-plan-date-change',
  cost: 'picture',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/plans/{planId}/dates/{eventId}',
  summary:
    'Changes the version of the plan for a date: previews who is affected and, once confirmed, moves all affected holders to other seats.',
  credential: 'operator',
  params: z.object({ planId: identifier, eventId: identifier }),
  body: z.object({
    layoutId: identifier,
    /** The previewed effect that is confirmed; absent for a preview only. */
    effectKey: digest.optional(),
    /** Allows tickets of removed seats to get other seats. */
    mayReseat: flag.optional(),
  }),
  reply: z.object({ effect: planEffect, isDone: z.boolean() }),
  errors: ['NotFound', 'PlanDateOnSale', 'PlanSeatsTaken', 'PlanEffectChanged'],
  required: ['planId', 'eventId', 'body'],
})
