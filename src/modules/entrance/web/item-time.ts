import { formatDate, formatTime } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'

interface Timed {
  readonly startsAt: string
  /** Absent in lists stored by older devices. */
  readonly validFrom?: string | null | undefined
  readonly timeZone: string
}

/** When an item is on, as doors know it: day and time, or the days of a pass, which has no time. */
export function itemTime(locale: Locale, item: Timed): string {
  const { startsAt, timeZone } = item
  return (
    validityOf(locale, item) ??
    `${formatDate(locale, startsAt, { timeZone, weekday: true })}, ${formatTime(startsAt, timeZone)}`
  )
}

/** The first and the last day of what has no time of its own; null for what is on at one time. */
export function validityOf(
  locale: Locale,
  { startsAt, validFrom, timeZone }: Timed,
): string | null {
  if (!validFrom) return null
  return (
    [validFrom, startsAt]
      // A date stays on one line.
      .map((at) => formatDate(locale, at, { timeZone, year: true }).replaceAll(' ', '\u00A0'))
      .join(' – ')
  )
}
