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

/** Clocks of all zones are whole quarters of an hour apart, so a date holds for all of one. */
const quarterMilliseconds = 900_000
const quartersMost = 20_000
const dates = new Map<string, Map<number, string>>()

/** ISO date of an instant on the clock of a zone. Asked for thousands of departures, of which many leave on one day. */
export function localDate(at: Date, timeZone: string): string {
  const ofZone = dates.get(timeZone) ?? new Map<number, string>()
  dates.set(timeZone, ofZone)
  const quarter = Math.floor(at.getTime() / quarterMilliseconds)
  const known = ofZone.get(quarter)
  if (known !== undefined) return known
  if (ofZone.size >= quartersMost) ofZone.clear()
  const date = workOutDate(at, timeZone)
  ofZone.set(quarter, date)
  return date
}

function workOutDate(at: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}
