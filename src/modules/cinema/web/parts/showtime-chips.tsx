import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney, formatTime } from '#kernel/format.ts'
import type { ShowtimeView } from '#modules/cinema/contract.ts'
import { useTexts } from '../texts.ts'

/** Share of free places below which their number is shown. */
const fewShare = 0.15

/** The showtimes of one film in one cinema, with links to their seats. */
export function ShowtimeChips({
  showtimes,
  timeZone,
}: {
  showtimes: readonly ShowtimeView[]
  timeZone: string
}) {
  return (
    <ul className="flex flex-wrap gap-tight">
      {showtimes.map((showtime) => (
        <li key={showtime.session}>
          <Chip showtime={showtime} timeZone={timeZone} />
        </li>
      ))}
    </ul>
  )
}

function Chip({ showtime, timeZone }: { showtime: ShowtimeView; timeZone: string }) {
  const t = useTexts()
  const locale = useLocale()
  const { session, startsAt, format, language, subtitles, hall, placesLeft, minPrice } = showtime
  const isSoldOut = placesLeft === 0
  const isClosed = !showtime.isOnSale
  const languages = [
    t('inLanguage', { language }),
    ...(subtitles === null ? [] : [t('subtitlesIn', { language: subtitles })]),
  ].join(', ')
  const content = (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <time dateTime={startsAt} className="figures text-lg font-[700]">
          {formatTime(startsAt, timeZone)}
        </time>
        <span className={`text-sm font-semibold ${format === '2D' ? 'text-soft' : 'text-accent'}`}>
          {format}
        </span>
      </span>
      <span className="block text-sm text-soft" title={languages}>
        {language.toUpperCase()}
        {subtitles !== null && ` · CC ${subtitles.toUpperCase()}`}
        <span className="sr-only"> {languages}</span>
      </span>
      <span className="figures block text-sm">{noteOf()}</span>
      <span className="sr-only">{hall}</span>
    </>
  )

  function noteOf(): string {
    if (isSoldOut) return t('soldOut')
    if (isClosed)
      return showtime.salesOpenAt === null
        ? t('closed')
        : t('notYet', { date: formatDateTime(locale, showtime.salesOpenAt, timeZone) })
    if (placesLeft < showtime.capacity * fewShare) return t('fewLeft', { count: placesLeft })
    return minPrice ? t('from', { price: formatMoney(locale, minPrice) }) : ''
  }

  const look = 'block min-h-11 min-w-[7.5rem] rounded-lg border px-3 py-2 no-underline'
  // Sold-out screenings and those not on sale yet link to the page for requesting seats.
  if (isSoldOut || (isClosed && showtime.salesOpenAt !== null))
    return (
      <LocalLink
        to={`/requests/cinema/${session}`}
        className={`${look} border-rule bg-sunk text-soft hover:border-accent`}
      >
        {content}
        <span className="link block text-sm">{t('ask')}</span>
      </LocalLink>
    )
  if (isClosed) return <span className={`${look} border-rule bg-sunk text-soft`}>{content}</span>
  return (
    <LocalLink
      to={`/movies/session/${session}`}
      className={`${look} border-rule bg-card hover:border-accent`}
    >
      {content}
    </LocalLink>
  )
}
