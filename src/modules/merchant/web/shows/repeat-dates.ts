import type { DraftDate } from '../../shows-contract.ts'

const dayMilliseconds = 86_400_000
/** Maximum number of dates per show. */
const datesMax = 200

/** A weekly repetition: weekdays (1 is Monday), and the last day (inclusive). */
export interface Repetition {
  readonly weekdays: readonly number[]
  /** `2027-03-05` */
  readonly until: string
  /** 1 for every week. */
  readonly everyWeeks: number
}

/**
 * The repetitions of a date after itself, at the same times of day. Doors and end keep their distance in days, so that
 * an end after midnight stays after midnight. Pure.
 */
export function repeatedDates(
  first: DraftDate,
  { weekdays, until, everyWeeks }: Repetition,
  newKey: () => string,
): DraftDate[] {
  const start = dayOf(first.startsAt)
  const last = dayOf(`${until}T00:00`)
  if (start === null || last === null) return []
  const dates: DraftDate[] = []
  for (let day = start + 1; day <= last && dates.length < datesMax; day += 1) {
    if (!weekdays.includes(weekdayOf(day))) continue
    // Weeks are counted from the Monday of the first date.
    if ((mondayOf(day) - mondayOf(start)) % (7 * everyWeeks) !== 0) continue
    const moved = (moment: string) => movedBy(moment, day - start)
    dates.push({
      key: newKey(),
      startsAt: moved(first.startsAt),
      doorsAt: moved(first.doorsAt),
      endsAt: moved(first.endsAt),
    })
  }
  return dates
}

/** Days since 1970 of a local time. */
function dayOf(moment: string): number | null {
  const at = Date.parse(`${moment.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(at) ? null : at / dayMilliseconds
}

/** 1 is Monday; 1 January 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return ((day + 3) % 7) + 1
}

function mondayOf(day: number): number {
  return day - (weekdayOf(day) - 1)
}

function movedBy(moment: string, days: number): string {
  const day = dayOf(moment)
  if (moment === '' || day === null) return moment
  const date = new Date((day + days) * dayMilliseconds).toISOString().slice(0, 10)
  return `${date}${moment.slice(10)}`
}
