import { LocalLink } from '#design/parts/local-link.tsx'
import { grouped } from '#kernel/grouped.ts'
import type { CinemaView } from '#modules/cinema/contract.ts'
import { useTexts } from '../texts.ts'
import type { DayFilm, DayShowtime } from './day-data.ts'
import { FilmFacts } from './film-card.tsx'
import { FilmPoster } from './film-poster.tsx'
import { ShowtimeChips } from './showtime-chips.tsx'

export interface DayProps {
  readonly films: readonly DayFilm[]
  readonly venues: readonly CinemaView[]
  readonly showtimes: readonly DayShowtime[]
  /** Text with the distance to a cinema, if known. */
  readonly distanceOf?: (venue: CinemaView) => string | null
}

/** The showtimes of a day by film and cinema. */
export function DayByFilm({ films, venues, showtimes, distanceOf }: DayProps) {
  const byFilm = grouped(showtimes, ({ showId }) => showId)
  return (
    <ul className="divide-y divide-rule border-t border-rule">
      {films.flatMap((film) => {
        const own = byFilm.get(film.showId)
        return own
          ? [
              <FilmRow
                key={film.showId}
                film={film}
                venues={venues}
                showtimes={own}
                distanceOf={distanceOf}
              />,
            ]
          : []
      })}
    </ul>
  )
}

function FilmRow({
  film,
  venues,
  showtimes,
  distanceOf,
}: Omit<DayProps, 'films'> & { film: DayFilm }) {
  const byVenue = grouped(showtimes, ({ venueId }) => venueId)
  return (
    <li className="grid gap-x-group gap-y-near py-group tablet:grid-cols-[9rem_minmax(0,1fr)]">
      <div className="flex items-start gap-near tablet:block">
        <FilmPoster
          film={film}
          sizes="(min-width:720px) 9rem,5rem"
          className="poster aspect-[3/4] w-20 shrink-0 tablet:w-36"
        />
        <div className="min-w-0 tablet:hidden">
          <FilmHead film={film} />
        </div>
      </div>
      <div className="min-w-0">
        <div className="hidden tablet:block">
          <FilmHead film={film} />
        </div>
        {venues.flatMap((venue) => {
          const own = byVenue.get(venue.venueId)
          return own
            ? [
                <VenueTimes
                  key={venue.venueId}
                  venue={venue}
                  showtimes={own}
                  distance={distanceOf?.(venue) ?? null}
                />,
              ]
            : []
        })}
      </div>
    </li>
  )
}

function FilmHead({ film }: { film: DayFilm }) {
  return (
    <>
      <h2 className="font-display text-lg leading-snug font-bold tablet:text-xl">
        <LocalLink to={`/movies/${film.slug}`} className="hover:text-accent">
          {film.name}
        </LocalLink>
      </h2>
      <FilmFacts film={film} />
    </>
  )
}

/** The name of a cinema and its showtimes. */
export function VenueTimes(props: {
  venue: CinemaView
  showtimes: readonly DayShowtime[]
  distance?: string | null
}) {
  const { venue, showtimes, distance } = props
  return (
    <section className="mt-near desk:grid desk:grid-cols-[13rem_minmax(0,1fr)] desk:gap-x-group">
      <h3 className="mb-tight text-note font-semibold desk:pt-2">
        <LocalLink to={`/movies/cinemas/${venue.slug}`} className="hover:text-accent">
          {venue.name}
        </LocalLink>
        <span className="font-normal text-soft desk:block">
          {` ${venue.cityName}${distance ? ` · ${distance}` : ''}`}
        </span>
      </h3>
      <ShowtimeChips showtimes={showtimes} timeZone={venue.timeZone} />
    </section>
  )
}

/** The showtimes of a day by cinema and film. */
export function DayByCinema({ films, venues, showtimes, distanceOf }: DayProps) {
  const t = useTexts()
  const byVenue = grouped(showtimes, ({ venueId }) => venueId)
  return (
    <div className="space-y-section">
      {venues.flatMap((venue) => {
        const own = byVenue.get(venue.venueId)
        if (!own) return []
        const byFilm = grouped(own, ({ showId }) => showId)
        const distance = distanceOf?.(venue)
        return [
          <section key={venue.venueId}>
            <h2 className="font-display text-xl font-bold">
              <LocalLink to={`/movies/cinemas/${venue.slug}`} className="hover:text-accent">
                {venue.name}
              </LocalLink>
            </h2>
            <p className="text-soft">
              {venue.address}, {venue.cityName}
              {distance && `\u00a0· ${distance}`}
              {`\u00a0· ${t('halls', { count: venue.hallCount })}`}
            </p>
            <FilmTimes films={films} byFilm={byFilm} timeZone={venue.timeZone} />
          </section>,
        ]
      })}
    </div>
  )
}

/** The films of one cinema with their showtimes. */
export function FilmTimes(props: {
  films: readonly DayFilm[]
  byFilm: ReadonlyMap<number, readonly DayShowtime[]>
  timeZone: string
  /** Level of the films' headings: `h3` below the heading of a cinema. */
  heading?: 'h2' | 'h3'
}) {
  const { films, byFilm, timeZone, heading: Heading = 'h3' } = props
  return (
    <ul className="mt-near divide-y divide-rule border-t border-rule">
      {films.flatMap((film) => {
        const own = byFilm.get(film.showId)
        if (!own) return []
        return [
          <li
            key={film.showId}
            className="grid gap-x-group gap-y-tight py-near desk:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]"
          >
            <div className="flex items-center gap-near">
              <FilmPoster film={film} kind="thumbnail" className="poster size-14 shrink-0" />
              <div className="min-w-0">
                <Heading className="font-semibold">
                  <LocalLink to={`/movies/${film.slug}`} className="hover:text-accent">
                    {film.name}
                  </LocalLink>
                </Heading>
                <FilmFacts film={film} />
              </div>
            </div>
            <ShowtimeChips showtimes={own} timeZone={timeZone} />
          </li>,
        ]
      })}
    </ul>
  )
}
