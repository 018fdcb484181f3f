/**
 * The instant of a moment in ISO 8601.
 * | @param moment a date and time, with an offset (`2027-03-05T20:00+04:00`) or in local time; seconds allowed
 * | @param timeZone an IANA name, used for a local time
 * | @returns 'skipped' for a local time that the place's clocks leave out, such as 02:30 on the night they are put
 * forward: whoever typed it meant another time, and nobody can tell which. Null for anything that is not a moment. Of a
 * local time that comes twice the first is taken.
 */
export function instantOf(moment: string, timeZone: string): Date | 'skipped' | null {
  try {
    if (/T.*(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(moment))
      return new Date(Temporal.Instant.from(moment).epochMilliseconds)
    const local = Temporal.PlainDateTime.from(moment)
    const zoned = local.toZonedDateTime(timeZone)
    return zoned.toPlainDateTime().equals(local) ? new Date(zoned.epochMilliseconds) : 'skipped'
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const blanks = /[\s\u00A0\u2007\u202F]+/g
const marks = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/**
 * A moment as people and spreadsheet programmes write it, in ISO 8601: day first with dots (`5.3.2027 20:00`), year
 * first with hyphens, dots or slashes (`2027/03/05 20:00:00`), hours of one digit, `20.00`, and `8:00 PM`. Dates whose day
 * and month could be exchanged (`05/03/2027`) are not guessed.
 * | @returns null for any other text
 */
export function isoMoment(text: string): string | null {
  const plain = text.replaceAll(marks, '').trim().replaceAll(blanks, ' ')
  const match =
    /^(?:(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})|(?<dayFirst>\d{1,2})\.(?<monthSecond>\d{1,2})\.(?<yearLast>\d{4}))(?:T|,? )(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.](?<second>\d{2})(?<fraction>\.\d{1,9})?)?(?: ?(?<half>[AaPp])\.?[Mm]\.?)?(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?$/.exec(
      plain,
    )?.groups
  if (!match) return null
  const hour = hourOf(match['hour'] ?? '', match['half'])
  if (hour === null) return null
  const two = (digits: string | undefined) => (digits ?? '').padStart(2, '0')
  const day = `${match['year'] ?? match['yearLast']}-${two(match['month'] ?? match['monthSecond'])}-${two(match['day'] ?? match['dayFirst'])}`
  return `${day}T${two(String(hour))}:${match['minute']}:${match['second'] ?? '00'}${match['fraction'] ?? ''}${match['zone'] ?? ''}`
}

/** The hour of 24; null for one that does not exist in the half of a day. */
function hourOf(digits: string, half: string | undefined): number | null {
  const hour = Number(digits)
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}
