/** Halls and hours as the timeline draws them, in minutes since six in the morning: pure. */
import type { OfficeHall, OfficeScreening, OfficeWarning } from '../../office-contract.ts'

const minuteMilliseconds = 60_000
const beginMinute = 360
const dayMinutes = 1_440
/** The hours that a day shows at least: from ten in the morning to midnight. */
const shownLeast = { from: 240, to: 1_080 }

/** A screening at another time or in another hall, not sent yet. */
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

/** `18:05`, as clocks show a minute of the business date. */
export function clockOf(minute: number): string {
  const at = (((beginMinute + minute) % dayMinutes) + dayMinutes) % dayMinutes
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

/** The minute that a clock means; before six it is after midnight. Null for what is no time. */
export function minuteOfClock(clock: string): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(clock)
  if (!match) return null
  const at = Number(match[1]) * 60 + Number(match[2]) - beginMinute
  return at < 0 ? at + dayMinutes : at
}

/** Whole hours around everything that is on. */
export function shownSpan(halls: readonly OfficeHall[], beginsAt: string) {
  const all = halls.flatMap(({ screenings }) => screenings)
  const starts = all.map(({ startsAt }) => minuteOf(startsAt, beginsAt))
  const ends = all.map(({ endsAt }) => minuteOf(endsAt, beginsAt))
  const from = Math.floor(Math.min(shownLeast.from, ...starts) / 60) * 60
  const to = Math.ceil(Math.max(shownLeast.to, ...ends) / 60) * 60
  return { from, to }
}

/** What a draft conflicts with, by what the page knows; the server looks again. */
export function warningsOfDraft(
  halls: readonly OfficeHall[],
  { screeningId, hallId, minute }: Draft,
  lengthMinutes: number,
  beginsAt: string,
): OfficeWarning[] {
  const hall = halls.find((one) => one.hallId === hallId)
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
