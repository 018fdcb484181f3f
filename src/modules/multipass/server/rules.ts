/** When a card is valid and what it pays: pure. */
import type { SoldItem } from '#modules/orders/server/public-api.ts'

/** Kept in order lines and tickets; never changes. */
export const sourceName = 'multipass'
/** What a line of a pass is: a card of its own, or more uses for one. */
export const passTypes = { pass: 1, topUp: 2 } as const
/** The pool that counts the uses of a card, and the cards of a product. */
export const usesPoolId = 1

export interface Validity {
  readonly validFrom: Date
  readonly validUntil: Date
  readonly validDays: number | null
  readonly validDaysFrom: 'sale' | 'first-use' | null
}

/** From when until when one card is valid; the end is exclusive. Days are counted in spans of 24 hours. */
export function validityOf(
  product: Validity,
  card: { readonly soldAt: Date; readonly firstUsedAt: Date | null },
): { readonly from: Date; readonly until: Date } {
  const { validFrom, validUntil, validDays, validDaysFrom } = product
  const from = card.soldAt > validFrom ? card.soldAt : validFrom
  const begun = validDaysFrom === 'first-use' ? card.firstUsedAt : from
  if (validDays === null || begun === null) return { from: validFrom, until: validUntil }
  const end = new Date(begun.getTime() + validDays * 86_400_000)
  return { from: validFrom, until: end < validUntil ? end : validUntil }
}

export function isValidAt({ from, until }: { from: Date; until: Date }, now: Date): boolean {
  return now >= from && now < until
}

export interface Scope {
  readonly sources: readonly string[] | null
  readonly items: readonly { readonly source: string; readonly itemId: number }[] | null
  readonly merchantIds: readonly number[] | null
  /** ISO 8601: Monday is 1. */
  readonly weekdays: readonly number[] | null
  readonly hourFrom: number | null
  /** Exclusive. */
  readonly hourUntil: number | null
}

/** What a pass has to know of a ticket to say whether it pays it. */
export interface Payable extends SoldItem {
  readonly merchantId: number | null
  readonly startsAt: Date
  /** IANA name of the zone where it begins. */
  readonly timeZone: string
}

/** Whether a pass pays tickets like this one. No pass pays for a pass. */
export function paysFor(scope: Scope, ticket: Payable): boolean {
  const { sources, items, merchantIds, weekdays } = scope
  const { source, itemId, merchantId } = ticket
  if (source === sourceName) return false
  if (sources !== null && !sources.includes(source)) return false
  if (items !== null && !items.some((one) => one.source === source && one.itemId === itemId))
    return false
  if (merchantIds !== null && (merchantId === null || !merchantIds.includes(merchantId)))
    return false
  const begins = Temporal.Instant.fromEpochMilliseconds(
    ticket.startsAt.getTime(),
  ).toZonedDateTimeISO(ticket.timeZone)
  if (weekdays !== null && !weekdays.includes(begins.dayOfWeek)) return false
  return begins.hour >= (scope.hourFrom ?? 0) && begins.hour < (scope.hourUntil ?? 24)
}
