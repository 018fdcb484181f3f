/** Validity and scope of cards. Pure. */
import type { SoldItem } from '#modules/orders/server/public-api.ts'

/** Stored in order lines and tickets, so it never changes. */
export const sourceName = 'multipass'
/** Ticket types of pass lines: a new card, or additional uses for one. */
export const passTypes = { pass: 1, topUp: 2 } as const
/** Id of the pool that counts the uses of a card or the cards of a product. */
export const usesPoolId = 1

export interface Validity {
  readonly validFrom: Date
  /** Its day is the last one; that day counts whole. */
  readonly validUntil: Date
  readonly validDays: number | null
  readonly validDaysFrom: 'sale' | 'first-use' | null
  /** IANA time zone of the days. */
  readonly timeZone: string
}

/** The period in which a card is valid; it ends with the last millisecond of a day. */
export function validityOf(
  product: Validity,
  card: { readonly soldAt: Date; readonly firstUsedAt: Date | null },
): { readonly from: Date; readonly until: Date } {
  const last = endOfProduct(product)
  const end = endOfDays(product, card)
  return { from: product.validFrom, until: end && end < last ? end : last }
}

/** The end of a product's last day. */
export function endOfProduct({
  validUntil,
  timeZone,
}: Pick<Validity, 'validUntil' | 'timeZone'>): Date {
  return endOfDay(validUntil, timeZone)
}

/**
 * The end of a card's own days, whatever its product's end; null without days, and before the use that begins them. A day
 * that has begun when the days begin is not counted, so that no card is valid for less than was promised.
 */
export function endOfDays(
  { validFrom, validDays, validDaysFrom, timeZone }: Validity,
  card: { readonly soldAt: Date; readonly firstUsedAt: Date | null },
): Date | null {
  const from = card.soldAt > validFrom ? card.soldAt : validFrom
  const start = validDaysFrom === 'first-use' ? card.firstUsedAt : from
  if (validDays === null || start === null) return null
  return endOfDay(start, timeZone, validDays)
}

/** The last millisecond of the day of an instant, or of a day that many days later. */
function endOfDay(instant: Date, timeZone: string, daysLater = 0): Date {
  const nextDay = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .add({ days: daysLater + 1 })
    .toZonedDateTime(timeZone)
  return new Date(nextDay.epochMilliseconds - 1)
}

export function isValidAt({ from, until }: { from: Date; until: Date }, now: Date): boolean {
  return now >= from && now <= until
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

/** The data of a ticket on which the scope of a pass depends. */
export interface Payable extends SoldItem {
  readonly merchantId: number | null
  readonly startsAt: Date
  /** IANA time zone of `startsAt`. */
  readonly timeZone: string
}

/** Whether a pass pays for such a ticket. No pass pays for a pass. */
export function paysFor(scope: Scope, ticket: Payable): boolean {
  const { sources, items, merchantIds, weekdays } = scope
  const { source, itemId, merchantId } = ticket
  if (source === sourceName) return false
  if (sources !== null && !sources.includes(source)) return false
  if (items !== null && !items.some((item) => item.source === source && item.itemId === itemId))
    return false
  if (merchantIds !== null && (merchantId === null || !merchantIds.includes(merchantId)))
    return false
  const startsAt = Temporal.Instant.fromEpochMilliseconds(
    ticket.startsAt.getTime(),
  ).toZonedDateTimeISO(ticket.timeZone)
  if (weekdays !== null && !weekdays.includes(startsAt.dayOfWeek)) return false
  return startsAt.hour >= (scope.hourFrom ?? 0) && startsAt.hour < (scope.hourUntil ?? 24)
}
