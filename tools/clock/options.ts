export interface ClockOptions {
  readonly at: Date
  readonly zone: string | undefined
  /** Test files, and options of Vitest. */
  readonly words: readonly string[]
}

const usage = 'Usage: npm run test:clock -- 2028-02-29T20:30:00Z [--zone Asia/Kathmandu] [FILES]'

/** Throws a one-line error for a moment or a zone that does not exist. */
export function readClockOptions([moment = '', ...rest]: readonly string[]): ClockOptions {
  const at = new Date(moment)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/.test(moment) || !isTime(at))
    throw new Error(`${usage}\n“${moment}” is not a moment with a time zone or Z.`)
  const index = rest.indexOf('--zone')
  if (index < 0) return { at, zone: undefined, words: rest }
  const zone = rest[index + 1] ?? ''
  if (!isZone(zone)) throw new Error(`${usage}\n“${zone}” is not a time zone.`)
  return { at, zone, words: rest.toSpliced(index, 2) }
}

const isTime = (at: Date): boolean => !Number.isNaN(at.getTime())

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== ''
  } catch {
    return false
  }
}
