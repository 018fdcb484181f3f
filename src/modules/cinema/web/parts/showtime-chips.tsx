import { CachedMarkup } from '#design/parts/cached-markup.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney, formatTime } from '#kernel/format.ts'
import { useTexts } from '../texts.ts'
import type { DayShowtime } from './day-data.ts'
import '../showtimes.css'

/** Share of free places below which their number is shown. */
const fewShare = 0.15

/** The showtimes of one film in one cinema, with links to their seats. */
export function ShowtimeChips({
  showtimes,
  timeZone,
}: {
  showtimes: readonly DayShowtime[]
  timeZone: string
}) {
  return (
    <CachedMarkup
      kind="showtimes"
      // Without their names: a day has hundreds of showtimes.
      of={[timeZone, showtimes.map(Object.values)]}
      render={() => (
        <ul className="figures grid grid-cols-2 gap-tight tablet:flex tablet:flex-wrap">
          {showtimes.map((showtime) => (
            <li key={showtime.session}>
              <Chip showtime={showtime} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

function Chip({ showtime, timeZone }: { showtime: DayShowtime; timeZone: string }) {
  const t = useTexts()
  const locale = useLocale()
  const { session, startsAt, format, language, subtitles, hall, placesLeft, minPrice } = showtime
  const isSoldOut = placesLeft === 0
  const isClosed = !showtime.isOnSale
  const languages = [
    t('inLanguage', { language }),
    ...(subtitles === null ? [] : [t('subtitlesIn', { language: subtitles })]),
  ].join(', ')
  const written = subtitles === null ? '' : ` · CC ${subtitles.toUpperCase()}`
  const content = (
    <>
      <b>
        <time>{formatTime(startsAt, timeZone)}</time>
        <span className={format === '2D' ? 'showtime-plain' : undefined}>{format}</span>
      </b>
      <span title={languages}>
        {language.toUpperCase() + written}
        <span className="sr-only">{` ${languages}`}</span>
      </span>
      <span>{noteOf()}</span>
      <span className="sr-only">{hall}</span>
    </>
  )

  function noteOf(): string {
    if (isSoldOut && !isClosed) return t('soldOut')
    if (isClosed)
      return showtime.salesOpenAt === null
        ? t('closed')
        : t('notYet', { date: formatDateTime(locale, showtime.salesOpenAt, timeZone) })
    if (placesLeft < showtime.capacity * fewShare) return t('fewLeft', { count: placesLeft })
    return minPrice ? t('from', { price: formatMoney(locale, minPrice) }) : ''
  }

  // Sold-out screenings and those not on sale yet link to the page for requesting seats.
  if (isClosed ? showtime.salesOpenAt !== null : isSoldOut)
    return (
      <LocalLink to={`/requests/cinema/${session}`} className="showtime showtime-closed">
        {content}
        <span className="link">{t('ask')}</span>
      </LocalLink>
    )
  if (isClosed) return <span className="showtime showtime-closed">{content}</span>
  return (
    <LocalLink to={`/movies/session/${session}`} className="showtime">
      {content}
    </LocalLink>
  )
}
