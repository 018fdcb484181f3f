/** Parses cells. Each parser returns null for an invalid text. */

const hundredYears = { least: 2000, most: 2100 }

/**
 * An instant with a time zone, or a local time of the venue: `2027-03-05T20:00:00+04:00`, `2027-03-05 20:00`,
 * `05.03.2027 20:00`. A date without a time is invalid.
 */
export function readMoment(text: string, timeZone: string): Date | null {
  const georgian = /^(\d{1,2})\.(\d{1,2})\.(\d{4})[ T](\d{1,2}):(\d{2})$/.exec(text)
  const iso = georgian
    ? `${georgian[3]}-${padTwo(georgian[2])}-${padTwo(georgian[1])}T${padTwo(georgian[4])}:${georgian[5]}`
    : text.replace(/^(\d{4}-\d{2}-\d{2}) +(\d)/, '$1T$2')
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}(:?\d{2})?)?$/.test(iso))
    return null
  const year = Number(iso.slice(0, 4))
  if (year < hundredYears.least || year > hundredYears.most) return null
  try {
    const hasZone = /(Z|[+-]\d{2}(:?\d{2})?)$/.test(iso.slice(16))
    const milliseconds = hasZone
      ? Temporal.Instant.from(iso).epochMilliseconds
      : Temporal.PlainDateTime.from(iso).toZonedDateTime(timeZone).epochMilliseconds
    return new Date(milliseconds)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function padTwo(digits: string | undefined): string {
  return (digits ?? '').padStart(2, '0')
}

/** Converts `25`, `25.5`, `25,50` or `1 200.00` in lari to tetri; negative amounts and a third decimal are invalid. */
export function readPrice(text: string): number | null {
  const match = /^(\d{1,3}(?:[ \u00A0]\d{3})+|\d{1,6})(?:[.,](\d{1,2}))?(?: ?(?:₾|ლ|GEL))?$/.exec(
    text.trim(),
  )
  if (!match) return null
  const whole = Number((match[1] ?? '').replaceAll(/\D/g, ''))
  const minor = whole * 100 + Number((match[2] ?? '').padEnd(2, '0') || 0)
  return minor <= 10_000_000 ? minor : null
}

export function readInteger(text: string, least: number, most: number): number | null {
  if (!/^\d{1,7}$/.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}

/** A slug from any name: Latin letters, digits and hyphens. */
export function slugOf(name: string, fold: (text: string) => string): string {
  return fold(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
}
