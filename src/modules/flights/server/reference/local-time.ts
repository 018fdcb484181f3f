/** Conversion between local times of airports and instants. Pure; offsets are cached. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format
}

const minuteMilliseconds = 60_000

/** Local time of an instant, such as `2026-12-01T06:10`. */
export function localTime(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMinutes(instant, timeZone) * minuteMilliseconds)
    .toISOString()
    .slice(0, 16)
}

/** The instant of a local time; a time skipped by daylight saving is moved an hour later. */
export function instantOf(local: string, timeZone: string): Date {
  const asUtc = new Date(`${local.slice(0, 16)}:00Z`)
  const first = new Date(asUtc.getTime() - offsetMinutes(asUtc, timeZone) * minuteMilliseconds)
  return new Date(asUtc.getTime() - offsetMinutes(first, timeZone) * minuteMilliseconds)
}

const offsets = new Map<string, number>()
const offsetsMax = 20_000

/** UTC offset of a time zone in minutes, cached by hour, since no zone changes within an hour. */
function offsetMinutes(instant: Date, timeZone: string): number {
  const hour = Math.floor(instant.getTime() / 3_600_000)
  const key = `${timeZone} ${hour}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const start = hour * 3_600_000
  const parts = new Map<string, string>(
    formatOf(timeZone)
      .formatToParts(start)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: string) => parts.get(name) ?? '00'
  const shown = Date.parse(
    `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:00Z`,
  )
  const minutes = Math.round((shown - start) / minuteMilliseconds)
  if (offsets.size >= offsetsMax) offsets.clear()
  offsets.set(key, minutes)
  return minutes
}

/** The date `days` after another. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
