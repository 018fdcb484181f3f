import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import type { CinemaView, FilmView, ShowtimeView } from '../contract.ts'
import type { Format } from '../formats.ts'
import {
  isOnSale,
  lowestPrice,
  type Cinema,
  type Film,
  type Programme,
  type Screening,
} from './programme.ts'

/** The programme at a moment, in the language of the request: the input of all presenters. */
export interface ProgrammeView {
  readonly programme: Programme
  readonly locale: Locale
  readonly now: Date
}

const screeningsOf = new WeakMap<Programme, ReadonlyMap<number, Screening[]>>()

/** Screenings of a film, the soonest first. */
export function screeningsOfFilm(programme: Programme, filmId: number): readonly Screening[] {
  let byFilm = screeningsOf.get(programme)
  if (!byFilm) {
    byFilm = Map.groupBy(programme.screenings, (screening) => screening.filmId)
    screeningsOf.set(programme, byFilm)
  }
  return byFilm.get(filmId) ?? []
}

export function presentFilm({ programme, locale, now }: ProgrammeView, film: Film): FilmView {
  const all = screeningsOfFilm(programme, film.filmId)
  let next: Screening | null = null
  let leastMinor = Infinity
  for (const screening of all) {
    if (!isOnSale(screening, now)) continue
    next ??= screening
    leastMinor = Math.min(leastMinor, lowestPrice(programme, screening) ?? Infinity)
  }
  return {
    showId: film.showId,
    movieId: film.filmId,
    slug: film.slug,
    name: film.name[locale],
    originalName: film.originalName,
    summary: film.summary[locale],
    ageLimit: film.ageLimit,
    runtimeMinutes: film.runtimeMinutes,
    genres: film.genres.map((genre) => genre[locale]),
    isForChildren: film.isForChildren,
    isPinned: film.isPinned,
    releasedOn: film.releasedOn,
    colour: film.colour,
    poster: film.images['poster'] ?? null,
    thumbnail: film.images['thumbnail'] ?? null,
    ...versionsOf(all),
    screeningCount: all.length,
    isOnSale: next !== null,
    nextStartsAt: next?.startsAt.toISOString() ?? null,
    minPrice: leastMinor === Infinity ? null : leastMinor / 100,
  }
}

type Versions = Pick<FilmView, 'formats' | 'languages' | 'isSubtitled'>

/** How a film is shown: the same as long as the programme is, so it is computed once for each loaded programme. */
function versionsOf(screenings: readonly Screening[]): Versions {
  let known = versions.get(screenings)
  if (!known) {
    known = {
      formats: [...new Set(screenings.map(({ format }) => format))].toSorted(),
      languages: [...new Set(screenings.map(({ language }) => language))].toSorted(),
      isSubtitled: screenings.some(({ subtitles }) => subtitles !== null),
    }
    versions.set(screenings, known)
  }
  return known
}
const versions = new WeakMap<readonly Screening[], Versions>()

export function presentCinema({ programme, locale }: ProgrammeView, cinema: Cinema): CinemaView {
  const halls = [...programme.halls.values()].filter(({ cinemaId }) => cinemaId === cinema.cinemaId)
  const formats = new Set<Format>(halls.flatMap((hall) => hall.formats))
  return {
    venueId: cinema.venueId,
    cinemaId: cinema.cinemaId,
    slug: cinema.slug,
    name: cinema.name[locale],
    cityName: cinema.city[locale],
    address: cinema.address[locale],
    latitude: cinema.latitude,
    longitude: cinema.longitude,
    timeZone: cinema.timeZone,
    hallCount: halls.length,
    formats: [...formats].toSorted(),
  }
}

/** @param left free places by offering; screenings without an offering are completely free */
export function presentShowtime(
  { programme, locale, now }: ProgrammeView,
  screening: Screening,
  left: ReadonlyMap<number, number>,
): ShowtimeView {
  const { offeringId, capacity } = screening
  const minPriceMinor = lowestPrice(programme, screening)
  return {
    session: screening.screeningId,
    showId: programme.films.get(screening.filmId)?.showId ?? 0,
    venueId: programme.cinemas.get(screening.cinemaId)?.venueId ?? 0,
    hall: programme.halls.get(screening.hallId)?.name[locale] ?? '',
    ...instantsOf(screening),
    businessDate: screening.businessDate,
    format: screening.format,
    language: screening.language,
    subtitles: screening.subtitles,
    isUnallocated: screening.isUnallocated,
    isOnSale: isOnSale(screening, now),
    placesLeft: offeringId === null ? capacity : (left.get(offeringId) ?? capacity),
    capacity,
    minPrice: minPriceMinor === null ? null : money(minPriceMinor, 'GEL'),
  }
}

type Instants = Pick<ShowtimeView, 'startsAt' | 'filmStartsAt' | 'endsAt' | 'salesOpenAt'>

/** The times of a screening as calls write them, once for each loaded programme. */
function instantsOf(screening: Screening): Instants {
  let known = instants.get(screening)
  if (!known) {
    known = {
      startsAt: screening.startsAt.toISOString(),
      filmStartsAt: screening.filmStartsAt.toISOString(),
      endsAt: screening.endsAt.toISOString(),
      salesOpenAt: screening.salesOpenAt?.toISOString() ?? null,
    }
    instants.set(screening, known)
  }
  return known
}
const instants = new WeakMap<Screening, Instants>()
