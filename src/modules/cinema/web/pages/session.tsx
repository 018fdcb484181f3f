import { lazy, Suspense, useState, type CSSProperties } from 'react'
import { useLoaderData } from 'react-router'
import { pageData, type LoadedPage } from '#design/data/page-data.ts'
import { Badge } from '#design/parts/badge.tsx'
import { JsonLd } from '#design/parts/json-ld.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTimeBeside } from '#kernel/format.ts'
import { localIso } from '#kernel/local-iso.ts'
import { localizedPath } from '#kernel/locale.ts'
import { screeningPage, type ScreeningView } from '#modules/cinema/contract.ts'
import { FilmPoster } from '../parts/film-poster.tsx'
import { SeatsPlaceholder } from '../parts/seats-wait.tsx'
import { useTexts } from '../texts.ts'

/** Seat selection needs current availability, so it is not rendered on the server and is loaded after the page. */
const SeatSelection = lazy(() => import('../parts/choosing.tsx'))

const page = pageData(screeningPage, ({ params }) => ({
  query: { session: params['session'] ?? '' },
}))
export const loader = page.loader
export const clientLoader = page.clientLoader

/** Page of one screening for choosing seats and products. */
export default function SessionPage() {
  const t = useTexts()
  const locale = useLocale()
  const { origin } = useLoaderData() as LoadedPage
  const loaded = page.usePage()
  const [changed, setChanged] = useState<ScreeningView | null>(null)
  const isChanged = changed?.showtime.session === loaded.showtime.session
  const screening = isChanged ? changed : loaded
  const { digest } = screening.layout ?? {}
  const { film, venue, showtime } = screening
  const day = formatDate(locale, showtime.startsAt, { timeZone: venue.timeZone, weekday: true })
  const time = formatTimeBeside(locale, showtime.startsAt, {
    day: showtime.startsAt,
    timeZone: venue.timeZone,
  })
  const title = `${film.name} — ${day}, ${time}, ${venue.name}, ${showtime.hall}`
  function whyNotOnSale(): string {
    if (screening.cancelReason !== null) return t('cancelled')
    if (showtime.salesOpenAt === null) return t('closed')
    return t('notYet', {
      date: formatDate(locale, showtime.salesOpenAt, { timeZone: venue.timeZone, weekday: true }),
    })
  }
  return (
    <>
      <title>{title}</title>
      {film.summary && <meta name="description" content={film.summary} />}
      <JsonLd data={import.meta.env.SSR ? linkedData(screening, origin, locale) : null} />
      <div
        className="page flex min-h-[max(32rem,calc(100dvh-7rem))] flex-col pt-2 desk:pt-4"
        style={{ '--show-colour': film.colour } as CSSProperties}
      >
        <SessionTitle screening={screening} />
        {showtime.isOnSale && showtime.placesLeft === 0 && (
          <p className="mt-tight rounded-lg bg-sunk px-4 py-3">
            {t('allTaken')}{' '}
            <LocalLink to={`/requests/cinema/${showtime.session}`} className="link">
              {t('ask')}
            </LocalLink>
          </p>
        )}
        {showtime.isOnSale ? (
          <Suspense fallback={<SeatsPlaceholder />}>
            <SeatSelection
              key={`${showtime.session} ${digest}`}
              screening={screening}
              wasMoved={digest !== loaded.layout?.digest}
              onChanged={setChanged}
            />
          </Suspense>
        ) : (
          <EmptyState
            title={whyNotOnSale()}
            action={<LinkButton to={`/movies/${film.slug}`}>{t('otherTimes')}</LinkButton>}
          >
            {screening.cancelReason !== null && (
              <>
                <p>{screening.cancelReason}</p>
                <p>{t('cancelledMoney')}</p>
              </>
            )}
          </EmptyState>
        )}
      </div>
    </>
  )
}

/** A compact title, which leaves the space to the seat plan. */
function SessionTitle({ screening: { film, venue, showtime } }: { screening: ScreeningView }) {
  const t = useTexts()
  const locale = useLocale()
  const { timeZone } = venue
  const at = (instant: string) =>
    formatTimeBeside(locale, instant, { day: showtime.startsAt, timeZone })
  const date = formatDate(locale, showtime.startsAt, { timeZone: venue.timeZone, weekday: true })
  return (
    <div
      className="poster-head flex items-start gap-3 pb-2 tablet:items-center desk:gap-5"
      style={{ '--poster': film.colour } as CSSProperties}
    >
      <FilmPoster
        film={film}
        kind="thumbnail"
        isFirst
        className="poster aspect-square w-12 shrink-0 desk:w-16"
      />
      <div className="min-w-0">
        <PageTitle look="heading" className="max-desk:line-clamp-2">
          <LocalLink to={`/movies/${film.slug}`} className="hover:text-accent">
            {film.name}
          </LocalLink>{' '}
          <Badge>{showtime.format}</Badge>
        </PageTitle>
        <p className="figures text-note font-semibold text-(--tint)">
          {at(showtime.startsAt)} · {date}
          <span className="font-normal text-soft max-tablet:block">
            <span className="max-tablet:hidden"> · </span>
            {t('filmBegins', { time: at(showtime.filmStartsAt) })},{' '}
            {t('ends', { time: at(showtime.endsAt) })}
          </span>
        </p>
        <Dotted
          className="text-note text-soft"
          facts={[
            film.ageLimit > 0 && t('age', { age: film.ageLimit }),
            <span key="where">
              {showtime.hall},{' '}
              <LocalLink to={`/movies/cinemas/${venue.slug}`} className="link">
                {venue.name}
              </LocalLink>
            </span>,
            [
              t('inLanguage', { language: showtime.language }),
              showtime.subtitles !== null && t('subtitlesIn', { language: showtime.subtitles }),
            ]
              .filter(Boolean)
              .join(', '),
          ]}
        />
      </div>
    </div>
  )
}

function linkedData({ film, venue, showtime }: ScreeningView, origin: string, locale: 'ka' | 'en') {
  return {
    '@context': 'https://schema.org',
    '@type': 'ScreeningEvent',
    name: film.name,
    url: origin + localizedPath(locale, `/movies/session/${showtime.session}`),
    startDate: localIso(showtime.startsAt, venue.timeZone),
    endDate: localIso(showtime.endsAt, venue.timeZone),
    videoFormat: showtime.format,
    inLanguage: showtime.language,
    ...(showtime.subtitles !== null && { subtitleLanguage: showtime.subtitles }),
    location: {
      '@type': 'MovieTheater',
      name: venue.name,
      address: `${venue.address}, ${venue.cityName}`,
    },
    workPresented: { '@type': 'Movie', name: film.name, duration: `PT${film.runtimeMinutes}M` },
    ...(showtime.minPrice && {
      offers: {
        '@type': 'Offer',
        price: showtime.minPrice.amount / 100,
        priceCurrency: showtime.minPrice.currency,
        availability:
          showtime.placesLeft > 0 ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
      },
    }),
  }
}
