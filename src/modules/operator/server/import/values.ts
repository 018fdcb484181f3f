import { instantOf, isoMoment } from '#kernel/local-time.ts'

/** Parses cells. Each parser returns null for an invalid text. */

const hundredYears = { least: 2000, most: 2100 }

/**
 * An instant with a time zone, or a local time of the venue, in one of the spellings that `isoMoment` reads. A date
 * without a time is invalid (null); `skipped` is a local time that the venue's clocks leave out.
 */
export function readMoment(text: string, timeZone: string): Date | 'skipped' | null {
  const iso = isoMoment(text)
  if (iso === null) return null
  const year = Number(iso.slice(0, 4))
  if (year < hundredYears.least || year > hundredYears.most) return null
  return instantOf(iso, timeZone)
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
