import type { ReplyOf } from '#contract/call.ts'
import { money } from '#kernel/money.ts'
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

/**
 * Showtimes by field: each name is sent once and not with each of some hundred showtimes. All lists have the same
 * length.
 */
export type ShowtimeColumns = {
  readonly [Field in Exclude<keyof DayShowtime, 'minPrice'>]: readonly DayShowtime[Field][]
} & {
  /** In tetri; null where a screening has no price. */
  readonly minPriceMinor: readonly (number | null)[]
}

interface ShownDay {
  readonly date: string
  readonly dates: readonly string[]
  readonly films: readonly DayFilm[]
  readonly venues: readonly CinemaView[]
  readonly showtimes: ShowtimeColumns
}

/** What a page of a day shows of its call: with hundreds of showtimes the rest would be half of the page. */
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
    showtimes: {
      session: showtimes.map(({ session }) => session),
      showId: showtimes.map(({ showId }) => showId),
      venueId: showtimes.map(({ venueId }) => venueId),
      hall: showtimes.map(({ hall }) => hall),
      startsAt: showtimes.map(({ startsAt }) => startsAt),
      format: showtimes.map(({ format }) => format),
      language: showtimes.map(({ language }) => language),
      subtitles: showtimes.map(({ subtitles }) => subtitles),
      isOnSale: showtimes.map(({ isOnSale }) => isOnSale),
      salesOpenAt: showtimes.map(({ salesOpenAt }) => salesOpenAt),
      placesLeft: showtimes.map(({ placesLeft }) => placesLeft),
      capacity: showtimes.map(({ capacity }) => capacity),
      minPriceMinor: showtimes.map(({ minPrice }) => minPrice?.amount ?? null),
    },
  }
}

/** The showtimes one by one. */
export function showtimesOf(columns: ShowtimeColumns): DayShowtime[] {
  return columns.session.map((session, index) => {
    const minPriceMinor = columns.minPriceMinor[index] ?? null
    // All lists have as many members as `session`.
    const at = <Value>(list: readonly Value[]) => list[index] as Value
    return {
      session,
      showId: at(columns.showId),
      venueId: at(columns.venueId),
      hall: at(columns.hall),
      startsAt: at(columns.startsAt),
      format: at(columns.format),
      language: at(columns.language),
      subtitles: at(columns.subtitles),
      isOnSale: at(columns.isOnSale),
      salesOpenAt: at(columns.salesOpenAt),
      placesLeft: at(columns.placesLeft),
      capacity: at(columns.capacity),
      minPrice: minPriceMinor === null ? null : money(minPriceMinor, 'GEL'),
    }
  })
}
