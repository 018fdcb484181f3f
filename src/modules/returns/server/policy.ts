/** Rules for which tickets may be returned, until when and for which refund. Pure. */
import { z } from 'zod'

const share = z.number().int().min(0).max(10_000)
const hours = z.number().min(0).max(10_000)
const typeIds = z.array(z.number().int().min(1)).min(1).max(1_000)

/** Up to this many hours before the start, this share of the price paid is deducted. */
const tier = z.strictObject({ hoursBefore: hours, deductionBasisPoints: share })

const resaleTerms = z.strictObject({
  /** The platform takes a ticket for resale until this many hours before the start. */
  hoursBefore: hours,
  /** Fee of the platform, as a share of the price paid. */
  feeBasisPoints: share,
  /** Fee for the money transfer, as a share of the price paid. */
  transactionFeeBasisPoints: share,
  /** For each ticket. */
  serviceFeeMinor: z.number().int().min(0).max(1_000_000),
})

export const policySchema = z.object({
  /** Name of the offer source whose items, organisers and kinds it applies to; null: all. */
  source: z.string().nullable(),
  itemId: z.number().int().nullable(),
  merchantId: z.number().int().nullable(),
  categoryKind: z.number().int().nullable(),
  tiers: z.array(tier).max(20),
  isFeeReturned: z.boolean(),
  /** When the platform or the carrier cancels, fees are refunded as well. */
  isFeeReturnedIfCancelled: z.boolean(),
  deductionTo: z.enum(['merchant', 'house']),
  resale: resaleTerms.nullable(),
  companions: z.array(z.strictObject({ childTypeIds: typeIds, adultTypeIds: typeIds })).max(100),
  quoteMinutes: z.number().int(),
  movedRefundDays: z.number().int(),
  /** Of a policy of a scope that had none: orders whose terms were accepted before this instant have the wider policy. */
  since: z.date().optional(),
  /** Of a policy that was replaced: orders whose terms were accepted before this instant keep it. */
  until: z.date().optional(),
})
export type ReturnPolicy = z.output<typeof policySchema>
export type ResaleTerms = NonNullable<ReturnPolicy['resale']>

/** The default where no policy applies: nothing can be returned. */
export const noReturns: ReturnPolicy = {
  source: null,
  itemId: null,
  merchantId: null,
  categoryKind: null,
  tiers: [],
  isFeeReturned: false,
  isFeeReturnedIfCancelled: true,
  deductionTo: 'merchant',
  resale: null,
  companions: [],
  quoteMinutes: 10,
  movedRefundDays: 14,
}

/** The properties of a ticket's item that policies match. */
export interface PolicySubject {
  /** Name of the offer source. */
  readonly source: string
  readonly itemId: number
  readonly merchantId: number | null
  readonly categoryKind: number | null
}

/**
 * The narrowest matching policy: item, organiser, kind of category, then all; at each level a policy for the source
 * comes before one for any source. With `acceptedAt`, as the policies were then.
 */
export function policyFor(
  policies: readonly ReturnPolicy[],
  subject: PolicySubject,
  acceptedAt?: Date,
): ReturnPolicy {
  const fitting = policies.filter(
    (policy) => concerns(policy, subject) && isInForce(policy, policies, acceptedAt),
  )
  const [narrowest] = fitting.toSorted((left, right) => narrowness(right) - narrowness(left))
  return narrowest ?? noReturns
}

function concerns(policy: ReturnPolicy, subject: PolicySubject): boolean {
  return (['source', 'itemId', 'merchantId', 'categoryKind'] as const).every(
    (key) => policy[key] === null || policy[key] === subject[key],
  )
}

/** Whether a policy applied at an instant; without one, whether it applies now. Of replaced ones it is the first to end after it. */
function isInForce(
  policy: ReturnPolicy,
  policies: readonly ReturnPolicy[],
  at: Date | undefined,
): boolean {
  if (at === undefined) return policy.until === undefined
  const endOf = ({ until }: ReturnPolicy) => until?.getTime() ?? Number.POSITIVE_INFINITY
  if (endOf(policy) <= at.getTime()) return false
  if (policy.since !== undefined && policy.since > at) return false
  return !policies.some(
    (other) =>
      endOf(other) > at.getTime() && endOf(other) < endOf(policy) && isSameScope(other, policy),
  )
}

function isSameScope(one: ReturnPolicy, other: ReturnPolicy): boolean {
  return (['source', 'itemId', 'merchantId', 'categoryKind'] as const).every(
    (key) => one[key] === other[key],
  )
}

function narrowness({ source, itemId, merchantId, categoryKind }: ReturnPolicy): number {
  const about = itemId !== null ? 3 : merchantId !== null ? 2 : categoryKind !== null ? 1 : 0
  return about * 2 + (source === null ? 0 : 1)
}

const hourMilliseconds = 3_600_000

export const laterOf = (one: Date, other: Date | null | undefined): Date =>
  other && other > one ? other : one

/** The last instant at which a ticket may be returned at all. */
export function returnsEndAt({
  startsAt,
  soldStartsAt,
  fullRefundUntil,
}: Pick<WhenAndWhy, 'startsAt' | 'soldStartsAt' | 'fullRefundUntil'>): Date {
  return laterOf(laterOf(startsAt, soldStartsAt), fullRefundUntil)
}

export interface Tier {
  readonly deductionBasisPoints: number
  /** From this instant the next tier applies. */
  readonly until: Date
}

/** The tiers of an item with this start, in chronological order. */
export function tiersOf(policy: Pick<ReturnPolicy, 'tiers'>, startsAt: Date): Tier[] {
  return policy.tiers
    .toSorted((left, right) => right.hoursBefore - left.hoursBefore)
    .map(({ hoursBefore, deductionBasisPoints }) => ({
      deductionBasisPoints,
      until: hoursFrom(startsAt, -hoursBefore),
    }))
}

function hoursFrom(moment: Date, hoursAfter: number): Date {
  return new Date(moment.getTime() + hoursAfter * hourMilliseconds)
}

/** How a ticket may be returned now. */
export interface ReturnTerms {
  readonly deductionBasisPoints: number
  readonly isFeeReturned: boolean
  /** The date was moved, so everything is refunded, whatever else was agreed. */
  readonly isMoved?: true
  /** Last instant of these terms, inclusive. */
  readonly until: Date
  /** These terms and the later ones, in chronological order. */
  readonly tiers: readonly Tier[]
}

export interface WhenAndWhy {
  readonly startsAt: Date
  /** The start that the ticket was sold with, if it was moved since. */
  readonly soldStartsAt?: Date | null | undefined
  /** Everything is refunded until then, as the holder was told: `promisedRefundEnd`. */
  readonly fullRefundUntil: Date | null
  readonly isInsured: boolean
  readonly now: Date
}

/**
 * The terms of a return, or why it cannot be returned. A tier includes its last instant; after the start nothing can be
 * returned, unless a full refund was promised beyond it. A ticket whose date was brought forward keeps the instants of the
 * start that it was sold with.
 */
export function returnTerms(
  policy: ReturnPolicy,
  { startsAt: startsNow, soldStartsAt, fullRefundUntil, isInsured, now }: WhenAndWhy,
): ReturnTerms | 'ReturnNotAllowed' | 'ReturnTooLate' {
  const { isFeeReturned } = policy
  if (fullRefundUntil !== null && now <= fullRefundUntil) {
    const whole = { deductionBasisPoints: 0, until: fullRefundUntil }
    return { ...whole, isFeeReturned: true, isMoved: true, tiers: [whole] }
  }
  const startsAt = laterOf(startsNow, soldStartsAt)
  if (now >= startsAt) return 'ReturnTooLate'
  if (isInsured) {
    const whole = { deductionBasisPoints: 0, until: startsAt }
    return { ...whole, isFeeReturned, tiers: [whole] }
  }
  if (policy.tiers.length === 0) return 'ReturnNotAllowed'
  const tiers = tiersOf(policy, startsAt).filter(({ until }) => now <= until)
  const [current] = tiers
  return current ? { ...current, isFeeReturned, tiers } : 'ReturnTooLate'
}

/** Until when the platform takes a ticket to sell it again, and for which fees; or why it cannot. */
export function resaleTermsAt(
  policy: ReturnPolicy,
  { startsAt: startsNow, soldStartsAt, now }: Pick<WhenAndWhy, 'startsAt' | 'soldStartsAt' | 'now'>,
): (ResaleTerms & { readonly until: Date }) | 'ResaleNotAllowed' | 'ReturnTooLate' {
  if (policy.resale === null) return 'ResaleNotAllowed'
  const startsAt = laterOf(startsNow, soldStartsAt)
  const until = hoursFrom(startsAt, -policy.resale.hoursBefore)
  return now > until || now >= startsAt ? 'ReturnTooLate' : { ...policy.resale, until }
}

/** The properties of a ticket for the rule about children and accompanying adults. */
export interface Companion {
  readonly ticketId: number
  readonly ticketTypeId: number
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
}

/**
 * A child's ticket is returned before its adult's or with it: whether the remaining tickets of an order include a child
 * on some legs whose adults are all returned. Children without an adult from the start may stay.
 */
export function leavesChildrenAlone(
  policy: Pick<ReturnPolicy, 'companions'>,
  tickets: readonly Companion[],
  leaving: ReadonlySet<number>,
): boolean {
  const stays = ({ ticketId }: Companion) => !leaving.has(ticketId)
  return policy.companions.some(({ childTypeIds, adultTypeIds }) => {
    const adults = tickets.filter(({ ticketTypeId }) => adultTypeIds.includes(ticketTypeId))
    const children = tickets.filter(
      (ticket) => childTypeIds.includes(ticket.ticketTypeId) && stays(ticket),
    )
    return children.some((child) => {
      const along = adults.filter(
        ({ legFrom, legTo }) => legFrom <= child.legFrom && legTo >= child.legTo,
      )
      return along.length > 0 && !along.some(stays)
    })
  })
}
