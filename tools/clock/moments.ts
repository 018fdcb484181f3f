/**
 * Moments at which something is different: ends of days and years, changes of clocks, leap days, years to come. Those on a
 * boundary begin a minute before it, so that the run crosses it.
 */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface Moment {
  readonly name: string
  readonly at: Date
  /** Time zone of the machine. */
  readonly zone: string
}

const georgia = 'Asia/Tbilisi'

/** All of them, after `now`, so that the list is never out of date. */
export function momentsAfter(now: Date): readonly Moment[] {
  const year = now.getUTCFullYear()
  const utc = (text: string) => new Date(`${text}Z`)
  const nextOf = (name: string, zone: string, atOf: (year: number) => Date): Moment => {
    const at = [year, year + 1, year + 2, year + 3, year + 4].map(atOf).find((one) => one > now)
    if (at === undefined) throw new Error(`${name} is not within four years`)
    return { name, zone, at }
  }
  const later = (name: string, zone: string, years: number): Moment => {
    const at = new Date(now)
    at.setUTCFullYear(year + years)
    return { name, zone, at }
  }
  return [
    nextOf('last minutes of the year in UTC', 'UTC', (of) => utc(`${of}-12-31T23:59:00`)),
    nextOf('last minutes of the year in Tbilisi', georgia, (of) => utc(`${of}-12-31T19:59:00`)),
    nextOf('hour in which clocks go back in Berlin', 'Europe/Berlin', (of) =>
      changeOf('Europe/Berlin', of, 'back'),
    ),
    nextOf('hour in which clocks go forward in Berlin', 'Europe/Berlin', (of) =>
      changeOf('Europe/Berlin', of, 'forward'),
    ),
    nextOf('hour in which clocks go back in St John’s', 'America/St_Johns', (of) =>
      changeOf('America/St_Johns', of, 'back'),
    ),
    nextOf('hour in which clocks go forward in New York', 'America/New_York', (of) =>
      changeOf('America/New_York', of, 'forward'),
    ),
    nextOf('29 February, after midnight in Tbilisi', 'Asia/Kathmandu', (of) =>
      utc(`${of + ((4 - (of % 4)) % 4)}-02-28T20:30:00`),
    ),
    nextOf('29 February, evening', 'UTC', (of) =>
      utc(`${of + ((4 - (of % 4)) % 4)}-02-29T20:30:00`),
    ),
    { name: 'midnight in Tbilisi', zone: 'Pacific/Kiritimati', at: nextAt(now, 19, 59) },
    { name: 'one in the morning in Tbilisi', zone: 'UTC', at: nextAt(now, 21, 0) },
    { name: 'half past four in the morning in Tbilisi', zone: georgia, at: nextAt(now, 0, 30) },
    { name: 'ten to six in the morning in Tbilisi', zone: 'UTC', at: nextAt(now, 1, 50) },
    { name: 'midnight in UTC', zone: 'America/St_Johns', at: nextAt(now, 23, 59) },
    { name: 'end of a month in Tbilisi', zone: georgia, at: monthEnd(now) },
    { name: 'Sunday evening in Tbilisi', zone: 'UTC', at: weekdayAt(now, 0, 19, 59) },
    { name: 'Monday', zone: 'Asia/Kathmandu', at: weekdayAt(now, 1, 6, 0) },
    later('in a year', 'UTC', 1),
    later('in three years', georgia, 3),
    nextOf('in ten years, at the end of the year', 'UTC', (of) => utc(`${of + 10}-12-31T19:50:00`)),
  ]
}

/** The next time that the clock shows this in UTC. */
function nextAt(now: Date, hours: number, minutes: number): Date {
  const midnight = Math.floor(now.getTime() / day) * day
  const at = midnight + hours * hour + minutes * minute
  return new Date(at > now.getTime() ? at : at + day)
}

/** The next such weekday (0 is Sunday), at this time in UTC. */
function weekdayAt(now: Date, weekday: number, hours: number, minutes: number): Date {
  const first = nextAt(now, hours, minutes)
  return new Date(first.getTime() + ((weekday - first.getUTCDay() + 7) % 7) * day)
}

/** A minute before the next month begins in Tbilisi. */
function monthEnd(now: Date): Date {
  const endOf = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1) - 4 * hour - minute)
  return endOf(1) > now ? endOf(1) : endOf(2)
}

/** A minute before a zone's clocks are changed in a year, in the direction. */
function changeOf(zone: string, year: number, direction: 'back' | 'forward'): Date {
  let at = Temporal.Instant.from(`${year}-01-01T00:00:00Z`).toZonedDateTimeISO(zone)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.year > year) throw new Error(`${zone} does not change in ${year}`)
    const wasAhead = next.subtract({ nanoseconds: 1 }).offsetNanoseconds > next.offsetNanoseconds
    if (wasAhead === (direction === 'back')) return new Date(next.epochMilliseconds - minute)
    at = next
  }
}
