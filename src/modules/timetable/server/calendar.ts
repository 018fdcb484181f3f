/** Dates, and the starts of runs on them: pure. */
import type { Trip } from './network.ts'

const daySeconds = 86_400

/** Seconds by which each run of a frequency is shifted; one of none for any other trip. */
export function startOffsets(trip: Trip): number[] {
  if (trip.frequencies.length === 0) return [0]
  const first = trip.departures[0] ?? 0
  return trip.frequencies.flatMap(({ startSeconds, endSeconds, headwaySeconds }) =>
    Array.from(
      { length: Math.max(0, Math.ceil((endSeconds - startSeconds) / headwaySeconds)) },
      (_, index) => startSeconds + index * headwaySeconds - first,
    ),
  )
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * daySeconds * 1000).toISOString().slice(0, 10)
}

/** ISO date of an instant on the clock of a zone. */
export function localDate(at: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}
