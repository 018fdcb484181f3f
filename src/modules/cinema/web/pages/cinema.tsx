import { Suspense, useMemo } from 'react'
import { useLoaderData } from 'react-router'
import { trailLinkedData } from '#design/linked-trail.ts'
import { pageData, withParts, type LoadedPage } from '#design/data/page-data.ts'
import { lazyPart } from '#design/parts/lazy-part.tsx'
import { DateStrip } from '#design/parts/date-strip.tsx'
import { JsonLd } from '#design/parts/json-ld.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { grouped } from '#kernel/grouped.ts'
import { localizedPath } from '#kernel/locale.ts'
import { showtimesPage } from '#modules/cinema/contract.ts'
import { showtimesOf, shownDay } from '../parts/day-data.ts'
import { FilmTimes } from '../parts/day-showtimes.tsx'
import { useTexts } from '../texts.ts'

/** Loaded after the page. */
const FollowCinema = lazyPart(() => import('../parts/follow-cinema.tsx'))

const page = pageData(
  showtimesPage,
  ({ params, url }) => ({
    query: { slug: params['slug'] ?? '', date: url.searchParams.get('date') ?? undefined },
  }),
  shownDay,
)
export const loader = page.loader
export const clientLoader = withParts(page.clientLoader, FollowCinema)

/** Page of one cinema with the showtimes of a day. */
export default function CinemaPage() {
  const t = useTexts()
  const locale = useLocale()
  const { origin } = useLoaderData() as LoadedPage
  const { date, dates, films, venues, showtimes: columns } = page.usePage()
  const showtimes = useMemo(() => showtimesOf(columns), [columns])
  const [venue] = venues
  if (!venue) return null
  const place = `${venue.latitude},${venue.longitude}`
  const byFilm = grouped(showtimes, ({ showId }) => showId)
  return (
    <div className="page pt-part pb-section">
      <title>{`${venue.name}, ${venue.cityName} — Bileti`}</title>
      <meta
        name="description"
        content={`${venue.name}: ${t('showtimes')}. ${venue.address}, ${venue.cityName}`}
      />
      <JsonLd
        data={
          import.meta.env.SSR
            ? {
                '@context': 'https://schema.org',
                '@type': 'MovieTheater',
                name: venue.name,
                url: origin + localizedPath(locale, `/movies/cinemas/${venue.slug}`),
                screenCount: venue.hallCount,
                address: {
                  '@type': 'PostalAddress',
                  streetAddress: venue.address,
                  addressLocality: venue.cityName,
                  addressCountry: 'GE',
                },
                geo: {
                  '@type': 'GeoCoordinates',
                  latitude: venue.latitude,
                  longitude: venue.longitude,
                },
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
                [venue.name, `/movies/cinemas/${venue.slug}`],
              )
            : null
        }
      />
      <PageTitle look="display">{venue.name}</PageTitle>
      <Dotted
        className="mt-tight text-lg text-soft"
        facts={[
          `${venue.address}, ${venue.cityName}`,
          t('halls', { count: venue.hallCount }),
          venue.formats.join(', '),
        ]}
      />
      <p className="mt-1">
        <a
          className="link"
          href={`https://www.openstreetmap.org/?mlat=${venue.latitude}&mlon=${venue.longitude}#map=17/${place.replace(',', '/')}`}
          rel="noreferrer"
        >
          {t('onMap')}
        </a>
      </p>
      <Suspense>
        <FollowCinema cinemaId={venue.cinemaId} />
      </Suspense>
      <DateStrip
        className="mt-group"
        label={t('days')}
        days={dates.map((each) => ({ date: each }))}
        date={date}
        pathOf={(each) => `/movies/cinemas/${venue.slug}?date=${each}`}
        lowestLabel={t('lowest')}
      />
      {showtimes.length === 0 ? (
        <EmptyState title={t('noShowtimes')} />
      ) : (
        <FilmTimes films={films} byFilm={byFilm} timeZone={venue.timeZone} heading="h2" />
      )}
    </div>
  )
}
