import { pageData } from '#design/data/page-data.ts'
import { Card } from '#design/parts/card.tsx'
import { DateStrip } from '#design/parts/date-strip.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { Section } from '#design/parts/section.tsx'
import { moviesPage } from '#modules/cinema/contract.ts'
import { FilmGrid } from '../parts/film-card.tsx'
import { useTexts } from '../texts.ts'

const page = pageData(moviesPage, () => ({}))
export const loader = page.loader
export const clientLoader = page.clientLoader

const firstPosters = 4

/** Page of current and upcoming films, with links to the showtimes of each day. */
export default function Movies() {
  const t = useTexts()
  const { current, coming, venues, dates } = page.usePage()
  return (
    <div className="page pt-part pb-section">
      <title>{t('pageTitle')}</title>
      <meta name="description" content={t('pageDescription')} />
      <div className="mb-near h-1.5 w-16 rounded-full bg-(--category-movie)" />
      <PageTitle look="display">{t('title')}</PageTitle>
      <Section title={t('allShowtimes')} className="mt-part">
        <DateStrip
          label={t('days')}
          days={dates.map((date) => ({ date }))}
          date=""
          pathOf={(date) => `/movies/showtimes?date=${date}`}
          lowestLabel={t('lowest')}
        />
      </Section>
      <Section title={t('nowShowing')} className="mt-part">
        <FilmGrid films={current} firstCount={firstPosters} />
      </Section>
      {coming.length > 0 && (
        <Section title={t('comingSoon')} className="mt-section">
          <FilmGrid films={coming} />
        </Section>
      )}
      <Section title={t('cinemas')} className="mt-section">
        <ul className="grid gap-near tablet:grid-cols-2 desk:grid-cols-3">
          {venues.map((venue) => (
            <Card as="li" look="ruled" key={venue.venueId} className="relative">
              <h3 className="text-lg font-semibold">
                <LocalLink to={`/movies/cinemas/${venue.slug}`} className="card-link">
                  {venue.name}
                </LocalLink>
              </h3>
              <p className="text-soft">
                {venue.address}, {venue.cityName}
              </p>
              <Dotted
                className="mt-1 text-sm text-soft"
                facts={[t('halls', { count: venue.hallCount }), venue.formats.join(', ')]}
              />
            </Card>
          ))}
        </ul>
      </Section>
    </div>
  )
}
