/** Validity of fares of one kind over time; pure. Dates are ISO dates, both inclusive; null: open. */
import { addDays } from '../calendar.ts'

export interface FareSpan {
  readonly from: string | null
  readonly until: string | null
  readonly priceMinor: number
  readonly currency: string
}

/** First and last day of a change. */
export interface DaySpan {
  readonly from: string
  readonly until: string | null
}

/**
 * Spans after a change: within its days only the new fare applies, or none if it is null; before and after them the
 * previous ones stay.
 */
export function replaceSpan(
  spans: readonly FareSpan[],
  days: DaySpan,
  fare: Pick<FareSpan, 'priceMinor' | 'currency'> | null,
): FareSpan[] {
  const { from, until } = days
  const rest = spans.flatMap((span) => {
    const isBefore = span.until !== null && span.until < from
    const isAfter = until !== null && span.from !== null && span.from > until
    if (isBefore || isAfter) return [span]
    return [
      ...(span.from === null || span.from < from ? [{ ...span, until: addDays(from, -1) }] : []),
      ...(until !== null && (span.until === null || span.until > until)
        ? [{ ...span, from: addDays(until, 1) }]
        : []),
    ]
  })
  const added = fare ? [{ from, until, ...fare }] : []
  return [...rest, ...added].toSorted((one, other) =>
    (one.from ?? '').localeCompare(other.from ?? ''),
  )
}
