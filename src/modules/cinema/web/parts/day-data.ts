import type { ReplyOf } from '#contract/call.ts'
import type { CinemaView, FilmView, ShowtimeView, showtimesPage } from '#modules/cinema/contract.ts'

/** A film as far as a day of showtimes shows it. */
export type DayFilm = Pick<
  FilmView,
  | 'showId'
  | 'slug'
  | 'name'
  | 'ageLimit'
  | 'runtimeMinutes'
  | 'genres'
  | 'colour'
  | 'poster'
  | 'thumbnail'
>

export type DayShowtime = Pick<
  ShowtimeView,
  | 'session'
  | 'showId'
  | 'venueId'
  | 'hall'
  | 'startsAt'
  | 'format'
  | 'language'
  | 'subtitles'
  | 'isOnSale'
  | 'salesOpenAt'
  | 'placesLeft'
  | 'capacity'
  | 'minPrice'
>

interface ShownDay {
  readonly date: string
  readonly dates: readonly string[]
  readonly films: readonly DayFilm[]
  readonly venues: readonly CinemaView[]
  readonly showtimes: readonly DayShowtime[]
}

/** What a page of a day shows of its call: with hundreds of showtimes the rest would be a third of the page. */
export function shownDay({
  date,
  dates,
  films,
  venues,
  showtimes,
}: ReplyOf<typeof showtimesPage>): ShownDay {
  return {
    date,
    dates,
    films: films.map((film) => ({
      showId: film.showId,
      slug: film.slug,
      name: film.name,
      ageLimit: film.ageLimit,
      runtimeMinutes: film.runtimeMinutes,
      genres: film.genres,
      colour: film.colour,
      poster: film.poster,
      thumbnail: film.thumbnail,
    })),
    venues,
    showtimes: showtimes.map((showtime) => ({
      session: showtime.session,
      showId: showtime.showId,
      venueId: showtime.venueId,
      hall: showtime.hall,
      startsAt: showtime.startsAt,
      format: showtime.format,
      language: showtime.language,
      subtitles: showtime.subtitles,
      isOnSale: showtime.isOnSale,
      salesOpenAt: showtime.salesOpenAt,
      placesLeft: showtime.placesLeft,
      capacity: showtime.capacity,
      minPrice: showtime.minPrice,
    })),
  }
}
