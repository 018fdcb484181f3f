import { lazy, Suspense } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { trailLinkedData } from '#design/linked-trail.ts'
import { pageData, type LoadedPage } from '#design/data/page-data.ts'
import { late } from '#design/late.ts'
import { DateStrip } from '#design/parts/date-strip.tsx'
import { JsonLd } from '#design/parts/json-ld.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { grouped } from '#kernel/grouped.ts'
import { localizedPath } from '#kernel/locale.ts'
import { moviesDetails } from '#modules/cinema/contract.ts'
import { useViewReport } from '#modules/events/web/use-view-report.ts'
import { VenueTimes } from '../parts/day-showtimes.tsx'
import { FilmFacts } from '../parts/film-card.tsx'
import { FilmPoster } from '../parts/film-poster.tsx'
import { useTexts } from '../texts.ts'

/** Loaded separately, because few films are not on sale yet. */
const WaitForFilm = lazy(() => late(import('../parts/wait-for-film.tsx')))

const VideoButton = lazy(() =>
  late(
    import('#design/parts/video-button.tsx').then((module) => ({ default: module.VideoButton })),
  ),
)

const page = pageData(moviesDetails, ({ params }) => ({ query: { slug: params['slug'] ?? '' } }))
export const loader = page.loader
export const clientLoader = page.clientLoader

/** Page of a film with its showtimes by day. */
export default function FilmPage() {
  const t = useTexts()
  const locale = useLocale()
  const film = page.usePage()
  useViewReport(film.showId)
  const [search] = useSearchParams()
  const requested = search.get('date')
  const date =
    requested !== null && film.dates.includes(requested) ? requested : (film.dates[0] ?? '')
  const byVenue = grouped(
    film.showtimes.filter(({ businessDate }) => businessDate === date),
    ({ venueId }) => venueId,
  )
  return (
    <div className="page pt-group pb-section tablet:pt-part">
      <FilmHead film={film} />
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-group tablet:grid-cols-[14rem_minmax(0,1fr)] desk:gap-part">
        <FilmPoster film={film} isFirst className="poster aspect-[3/4] w-full" />
        <div className="min-w-0">
          <PageTitle look="display" className="max-tablet:text-2xl">
            {film.name}
          </PageTitle>
          {locale === 'ka' && <p className="text-soft">{film.originalName}</p>}
          <FilmFacts film={film} className="mt-tight" />
          <div className="max-tablet:hidden">
            <About film={film} />
          </div>
        </div>
      </div>
      <div className="tablet:hidden">
        <About film={film} />
      </div>
      {film.isOnSale ? (
        <Section title={t('showtimes')} className="mt-part">
          <DateStrip
            label={t('days')}
            days={film.dates.map((each) => ({ date: each }))}
            date={date}
            pathOf={(each) => `/movies/${film.slug}?date=${each}`}
            lowestLabel={t('lowest')}
          />
          {film.venues.flatMap((venue) => {
            const own = byVenue.get(venue.venueId)
            return own ? [<VenueTimes key={venue.venueId} venue={venue} showtimes={own} />] : []
          })}
        </Section>
      ) : (
        <Section
          title={t('premiere', {
            date: formatDate(locale, `${film.releasedOn}T12:00:00Z`, { weekday: true }),
          })}
          className="mt-part"
        >
          <Suspense fallback={<Skeleton className="max-w-[36rem]" />}>
            <WaitForFilm movieId={film.movieId} />
          </Suspense>
        </Section>
      )}
    </div>
  )
}

/** What search engines and messengers are told of a film. */
function FilmHead({ film }: { film: ReturnType<typeof page.usePage> }) {
  const t = useTexts()
  const locale = useLocale()
  const { origin } = useLoaderData() as LoadedPage
  const url = origin + localizedPath(locale, `/movies/${film.slug}`)
  const namesOf = (role: 'director' | 'cast') =>
    film.people.filter((person) => person.role === role).map(({ name }) => name)
  return (
    <>
      <title>{`${film.name} — ${t('tickets')}`}</title>
      {film.summary && <meta name="description" content={film.summary} />}
      <meta property="og:title" content={film.name} />
      {film.summary && <meta property="og:description" content={film.summary} />}
      {film.poster && <meta property="og:image" content={origin + film.poster.url} />}
      <JsonLd
        data={
          import.meta.env.SSR
            ? {
                '@context': 'https://schema.org',
                '@type': 'Movie',
                name: film.name,
                alternateName: film.originalName,
                description: film.summary,
                url,
                ...(film.poster && { image: origin + film.poster.url }),
                duration: `PT${film.runtimeMinutes}M`,
                genre: film.genres,
                datePublished: film.releasedOn,
                director: namesOf('director').map((name) => ({ '@type': 'Person', name })),
                actor: namesOf('cast').map((name) => ({ '@type': 'Person', name })),
              }
            : null
        }
      />
      <JsonLd
        data={
          import.meta.env.SSR
            ? trailLinkedData(
                { origin, locale },
                [t('title'), '/movies'],
                [film.name, `/movies/${film.slug}`],
              )
            : null
        }
      />
    </>
  )
}

function About({ film }: { film: ReturnType<typeof page.usePage> }) {
  const t = useTexts()
  const director = film.people.filter(({ role }) => role === 'director').map(({ name }) => name)
  const cast = film.people.filter(({ role }) => role === 'cast').map(({ name }) => name)
  return (
    <>
      <p className="mt-near max-w-[42rem] text-lead leading-relaxed">{film.description}</p>
      <dl className="mt-near grid max-w-[42rem] gap-x-near gap-y-1 text-note [grid-template-columns:max-content_minmax(0,1fr)]">
        {director.length > 0 && (
          <>
            <dt className="text-soft">{t('director')}</dt>
            <dd>{director.join(', ')}</dd>
          </>
        )}
        {cast.length > 0 && (
          <>
            <dt className="text-soft">{t('cast')}</dt>
            <dd>{cast.join(', ')}</dd>
          </>
        )}
      </dl>
      {film.trailerUrl && (
        <div className="mt-near">
          <Suspense>
            <VideoButton address={film.trailerUrl} label={t('trailer')} title={film.name} />
          </Suspense>
        </div>
      )}
    </>
  )
}
