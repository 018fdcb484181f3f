/** What a seat costs: pure. */

/** One price of a group; the narrowest that fits holds. */
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

/** When a screening begins, on the calendar of its cinema. */
export interface ScreeningMoment {
  /** ISO weekday of the business date: Monday is 1. */
  readonly weekday: number
  /** Minutes since the midnight that begins the business date; past 1440 is after midnight. */
  readonly minute: number
}

/**
 * Price of a ticket type in a seat class, in tetri; null where it is not sold. Of several rules that fit, the one for
 * fewer weekdays holds, then the one for fewer minutes, then the older one.
 */
export function priceOf(
  rules: readonly PriceRule[],
  wanted: { readonly zone: string | null; readonly ticketTypeId: number },
  at: ScreeningMoment,
): number | null {
  let best: PriceRule | null = null
  for (const rule of rules) {
    if (rule.zone !== wanted.zone || rule.ticketTypeId !== wanted.ticketTypeId) continue
    if (!fits(rule, at)) continue
    if (best === null || isNarrower(rule, best)) best = rule
  }
  return best?.priceMinor ?? null
}

function fits({ weekdays, minuteFrom, minuteTo }: PriceRule, at: ScreeningMoment): boolean {
  return (
    ((weekdays >> (at.weekday - 1)) & 1) === 1 && at.minute >= minuteFrom && at.minute < minuteTo
  )
}

function isNarrower(one: PriceRule, other: PriceRule): boolean {
  const days = bitCount(one.weekdays) - bitCount(other.weekdays)
  if (days !== 0) return days < 0
  const minutes = one.minuteTo - one.minuteFrom - (other.minuteTo - other.minuteFrom)
  return minutes === 0 ? one.priceId < other.priceId : minutes < 0
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left > 0; left >>= 1) count += left & 1
  return count
}

/** Minutes from the midnight that begins a business date to an instant, on the clock of a time zone. */
export function momentOf(businessDate: string, startsAt: Date, timeZone: string): ScreeningMoment {
  const day = Temporal.PlainDate.from(businessDate)
  const midnight = day.toZonedDateTime(timeZone)
  const minute = Math.round((startsAt.getTime() - midnight.epochMilliseconds) / 60_000)
  return { weekday: day.dayOfWeek, minute }
}
