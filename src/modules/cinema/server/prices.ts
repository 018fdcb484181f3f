/** Prices of seats. Pure. */

/** One price of a price group; the most specific matching rule applies. */
export interface PriceRule {
  readonly priceId: number
  /** Seat class of the layout; null: places without numbers. */
  readonly zone: string | null
  readonly ticketTypeId: number
  /** Bit 0 is Monday. */
  readonly weekdays: number
  /** Minutes since the midnight that begins the business date. */
  readonly minuteFrom: number
  /** Exclusive. */
  readonly minuteTo: number
  readonly priceMinor: number
}

/** Beginning of a screening in the time zone of its cinema. */
export interface ScreeningMoment {
  /** ISO weekday of the business date: Monday is 1. */
  readonly weekday: number
  /** Minutes since the midnight that begins the business date; past 1440 is after midnight. */
  readonly minute: number
}

/**
 * Price of a ticket type in a seat class, in tetri; null if it is not sold. Of several matching rules, the one for fewer
 * weekdays applies, then the one for fewer minutes, then the older one.
 */
export function priceOf(
  rules: readonly PriceRule[],
  seat: { readonly zone: string | null; readonly ticketTypeId: number },
  at: ScreeningMoment,
): number | null {
  let best: PriceRule | null = null
  for (const rule of rules) {
    if (rule.zone !== seat.zone || rule.ticketTypeId !== seat.ticketTypeId) continue
    if (!matches(rule, at)) continue
    if (best === null || isMoreSpecific(rule, best)) best = rule
  }
  return best?.priceMinor ?? null
}

function matches({ weekdays, minuteFrom, minuteTo }: PriceRule, at: ScreeningMoment): boolean {
  return (
    ((weekdays >> (at.weekday - 1)) & 1) === 1 && at.minute >= minuteFrom && at.minute < minuteTo
  )
}

function isMoreSpecific(left: PriceRule, right: PriceRule): boolean {
  const days = bitCount(left.weekdays) - bitCount(right.weekdays)
  if (days !== 0) return days < 0
  const minutes = left.minuteTo - left.minuteFrom - (right.minuteTo - right.minuteFrom)
  return minutes === 0 ? left.priceId < right.priceId : minutes < 0
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left > 0; left >>= 1) count += left & 1
  return count
}

/** Weekday of a business date and the minutes from its midnight to `startsAt`, in a time zone. */
export function momentOf(businessDate: string, startsAt: Date, timeZone: string): ScreeningMoment {
  const day = Temporal.PlainDate.from(businessDate)
  const midnight = day.toZonedDateTime(timeZone)
  const minute = Math.round((startsAt.getTime() - midnight.epochMilliseconds) / 60_000)
  return { weekday: day.dayOfWeek, minute }
}
