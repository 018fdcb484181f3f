/** Positions on the timeline of halls and hours, in minutes since 06:00. Pure. */
import type { OfficeHall, OfficeScreening, OfficeWarning } from '../../office-contract.ts'

const minuteMilliseconds = 60_000
const beginMinute = 360
const dayMinutes = 1_440
/** Minimum range of the timeline: 10:00 to midnight. */
const minimumRange = { from: 240, to: 1_080 }

/** A screening moved to another time or hall, not saved yet. */
export interface Draft {
  readonly screeningId: number
  readonly hallId: number
  readonly minute: number
}

export function minuteOf(instant: string, beginsAt: string): number {
  return Math.round((Date.parse(instant) - Date.parse(beginsAt)) / minuteMilliseconds)
}

export function instantAt(minute: number, beginsAt: string): string {
  return new Date(Date.parse(beginsAt) + minute * minuteMilliseconds).toISOString()
}

/** A minute of the business date as a time of day, such as `18:05`. */
export function clockOf(minute: number): string {
  const at = (((beginMinute + minute) % dayMinutes) + dayMinutes) % dayMinutes
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

/** The minute of a time of day; times before 06:00 are after midnight. Null for an invalid time. */
export function minuteOfClock(clock: string): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(clock)
  if (!match) return null
  const at = Number(match[1]) * 60 + Number(match[2]) - beginMinute
  return at < 0 ? at + dayMinutes : at
}

/** The range of whole hours that contains all screenings. */
export function timelineRange(halls: readonly OfficeHall[], beginsAt: string) {
  const all = halls.flatMap(({ screenings }) => screenings)
  const starts = all.map(({ startsAt }) => minuteOf(startsAt, beginsAt))
  const ends = all.map(({ endsAt }) => minuteOf(endsAt, beginsAt))
  const from = Math.floor(Math.min(minimumRange.from, ...starts) / 60) * 60
  const to = Math.ceil(Math.max(minimumRange.to, ...ends) / 60) * 60
  return { from, to }
}

/** Conflicts of a draft according to the loaded day; the server checks again. */
export function warningsOfDraft(
  halls: readonly OfficeHall[],
  { screeningId, hallId, minute }: Draft,
  lengthMinutes: number,
  beginsAt: string,
): OfficeWarning[] {
  const hall = halls.find((candidate) => candidate.hallId === hallId)
  const found = new Set<OfficeWarning>()
  for (const other of hall?.screenings ?? []) {
    if (other.screeningId === screeningId || other.isCancelled) continue
    const gap = Math.max(
      minuteOf(other.startsAt, beginsAt) - (minute + lengthMinutes),
      minute - minuteOf(other.endsAt, beginsAt),
    )
    if (gap < 0) found.add('clash')
    else if (gap < (hall?.cleaningMinutes ?? 0)) found.add('cleaning')
  }
  return [...found].toSorted()
}

export function lengthOf({ startsAt, endsAt }: OfficeScreening): number {
  return Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / minuteMilliseconds)
}
