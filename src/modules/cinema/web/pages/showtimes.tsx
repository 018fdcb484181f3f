import { useMemo, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { Button } from '#design/parts/button.tsx'
import { DateStrip } from '#design/parts/date-strip.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTenths } from '#kernel/format.ts'
import { showtimesPage, type CinemaView } from '#modules/cinema/contract.ts'
import { showtimesOf, shownDay } from '../parts/day-data.ts'
import { DayByCinema, DayByFilm } from '../parts/day-showtimes.tsx'
import { useNear } from '../parts/near.ts'
import { useTexts } from '../texts.ts'

const page = pageData(
  showtimesPage,
  ({ url }) => ({ query: { date: url.searchParams.get('date') ?? undefined } }),
  shownDay,
)
export const loader = page.loader
export const clientLoader = page.clientLoader

const soonMilliseconds = 2 * 3_600_000

/** Page of the showtimes of a day, grouped by film or by cinema. */
export default function Showtimes() {
  const t = useTexts()
  const locale = useLocale()
  const { date, dates, films, venues, showtimes: columns } = page.usePage()
  const showtimes = useMemo(() => showtimesOf(columns), [columns])
  const [search] = useSearchParams()
  const isByCinema = search.get('by') === 'cinema'
  const [isSoon, setSoon] = useState(false)
  const now = useMinute()
  const near = useNear()
  const shown = showtimes.filter(({ startsAt }) => {
    const starts = Date.parse(startsAt)
    return !isSoon || (starts > now && starts - now < soonMilliseconds)
  })
  const distanceOf = (venue: CinemaView): string | null => {
    const kilometres = near.kilometresTo(venue)
    return kilometres === null ? null : t('kilometres', { km: formatTenths(locale, kilometres) })
  }
  const day = formatDate(locale, `${date}T12:00:00Z`, { weekday: true })
  const addressOf = (by: string, of = date) =>
    `/movies/showtimes?date=${of}${by === 'cinema' ? '&by=cinema' : ''}`
  const props = { films, venues: near.sorted(venues), showtimes: shown, distanceOf }
  return (
    <div className="page pt-part pb-section">
      <title>{`${t('showtimesTitle', { date: day })} — Bileti`}</title>
      <meta name="description" content={t('pageDescription')} />
      <PageTitle look="heading">{t('showtimesTitle', { date: day })}</PageTitle>
      <DateStrip
        className="mt-group"
        label={t('days')}
        days={dates.map((each) => ({ date: each }))}
        date={date}
        pathOf={(each) => addressOf(isByCinema ? 'cinema' : 'film', each)}
        lowestLabel={t('lowest')}
      />
      <div className="mt-group mb-part flex flex-wrap items-center gap-tight">
        <nav aria-label={t('arrange')} className="flex gap-tight">
          {(['film', 'cinema'] as const).map((by) => (
            <LocalLink
              key={by}
              to={addressOf(by)}
              preventScrollReset
              replace
              className="chip"
              aria-current={isByCinema === (by === 'cinema') ? 'true' : undefined}
              data-active={isByCinema === (by === 'cinema') || undefined}
            >
              {t(by === 'cinema' ? 'byCinema' : 'byFilm')}
            </LocalLink>
          ))}
        </nav>
        <button
          type="button"
          className="chip"
          aria-pressed={isSoon}
          onClick={() => setSoon(!isSoon)}
        >
          {t('soon')}
        </button>
        <button type="button" className="chip" aria-pressed={near.isOn} onClick={near.toggle}>
          {t('nearMe')}
        </button>
        <output className="text-sm text-warn">{near.isRefused && t('nearRefused')}</output>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={t(isSoon && showtimes.length > 0 ? 'noneSoon' : 'noShowtimes')}
          action={
            isSoon && (
              <Button look="quiet" onClick={() => setSoon(false)}>
                {t('showAll')}
              </Button>
            )
          }
        />
      ) : isByCinema || near.isOn ? (
        <DayByCinema {...props} />
      ) : (
        <DayByFilm {...props} />
      )}
    </div>
  )
}

const minuteMilliseconds = 60_000

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, minuteMilliseconds)
  return () => clearInterval(timer)
}

/** The current minute; 0 on the server, so that the rendered page is the same for everybody. */
function useMinute(): number {
  return useSyncExternalStore(
    everyMinute,
    () => Math.floor(Date.now() / minuteMilliseconds) * minuteMilliseconds,
    () => 0,
  )
}
