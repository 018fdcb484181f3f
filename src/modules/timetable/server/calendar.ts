/** Dates, and start times of runs; pure. */
import type { Trip } from './network.ts'
import type { LocalMoment } from './rules.ts'

const daySeconds = 86_400

/** Offset in seconds of each run of a frequency-based trip; a single zero for any other trip. */
export function startOffsets(
  trip: Pick<Trip, 'frequencies'> & { readonly departures: ArrayLike<number> },
): number[] {
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

/** Local dates are cached by quarter of an hour, because all time zone offsets are multiples of it. */
const quarterMilliseconds = 900_000
const cachedQuartersMax = 20_000
const dates = new Map<string, Map<number, string>>()

/** ISO date of an instant in a time zone. Cached, because it is requested for thousands of departures. */
export function localDate(at: Date, timeZone: string): string {
  const ofZone = dates.get(timeZone) ?? new Map<number, string>()
  dates.set(timeZone, ofZone)
  const quarter = Math.floor(at.getTime() / quarterMilliseconds)
  const known = ofZone.get(quarter)
  if (known !== undefined) return known
  if (ofZone.size >= cachedQuartersMax) ofZone.clear()
  const date = computeDate(at, timeZone)
  ofZone.set(quarter, date)
  return date
}

function computeDate(at: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

/** The date and time of day of an instant in a time zone. */
export function localMoment(at: Date, timeZone: string): LocalMoment {
  const { hour, minute, second } = Temporal.Instant.fromEpochMilliseconds(
    at.getTime(),
  ).toZonedDateTimeISO(timeZone)
  return { date: localDate(at, timeZone), seconds: hour * 3_600 + minute * 60 + second }
}
