/** Dates of the demo relative to the seeding day, so that there are always upcoming events. */
const hour = 3_600_000
const day = 24 * hour

/** Georgia is at UTC+4 all year. */
const offset = 4 * hour
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** A show of the seeding day that would begin within this time is moved to the next day. */
const notice = hour

/**
 * The instant of `+3 20:00` (days from today) or `sat1 20:00` (the Saturday after the first one that is not
 * over), in Georgian time. With a time zone, the time of day is local to it, on the same date.
 */
export function momentOf(when: string, now: Date, timeZone?: string): Date {
  const moment = georgianMoment(when, now)
  if (timeZone === undefined) return moment
  const wall = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO('Asia/Tbilisi')
    .toPlainDateTime()
  return new Date(wall.toZonedDateTime(timeZone).epochMilliseconds)
}

function georgianMoment(when: string, now: Date): Date {
  const match = /^(?:([+-]\d+)|([a-z]{3})(\d+)) (\d\d):(\d\d)$/.exec(when)
  if (!match) throw new Error(`Not a moment of the demo: ${when}`)
  const [, days, weekday, weeks, hours, minutes] = match
  const midnight = Math.floor((now.getTime() + offset) / day) * day - offset
  const at = Number(hours) * hour + Number(minutes) * 60_000
  if (weekday !== undefined) {
    const today = new Date(midnight + offset).getUTCDay()
    const ahead = (weekdays.indexOf(weekday) - today + 7) % 7
    const first = midnight + ahead * day + at < now.getTime() + notice ? ahead + 7 : ahead
    return new Date(midnight + (first + Number(weeks) * 7) * day + at)
  }
  const moment = midnight + Number(days) * day + at
  const isTooSoon = Number(days) === 0 && moment < now.getTime() + notice
  return new Date(isTooSoon ? moment + day : moment)
}
