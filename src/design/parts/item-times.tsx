import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTime, formatTimeSpan } from '#kernel/format.ts'

interface Times {
  readonly startsAt: string
  readonly timeZone: string
  readonly endsAt: string | null
  readonly endTimeZone: string
  readonly about: {
    readonly kind: string
    /** Of a pass, which has no start of its own. */
    readonly validFrom?: string
    readonly validUntil?: string
  }
}

/** Day and time of a start; for journeys and flights also the arrival; of a pass the days it is valid. */
export function ItemTimes({
  item,
  year,
  className = 'figures font-semibold',
}: {
  item: Times
  year?: boolean
  className?: string
}) {
  const locale = useLocale()
  const { startsAt, timeZone, endsAt, endTimeZone, about } = item
  if (about.validFrom !== undefined && about.validUntil !== undefined) {
    const day = (at: string) => formatDate(locale, at, { timeZone, year: true })
    return (
      <span className={className}>
        {day(about.validFrom)} – {day(about.validUntil)}
      </span>
    )
  }
  const arrives = about.kind === 'journey' || about.kind === 'flight'
  return (
    <time dateTime={startsAt} className={className}>
      {/* A day stays beside its month, and a time beside its date. */}
      {formatDate(locale, startsAt, { timeZone, weekday: true, year }).replace(/(\d) /, '$1\u00A0')}
      ,{arrives ? ' ' : '\u00A0'}
      <span className="whitespace-nowrap">
        {arrives && endsAt
          ? formatTimeSpan(locale, { startsAt, timeZone, endsAt, endTimeZone })
          : formatTime(startsAt, timeZone)}
      </span>
    </time>
  )
}
