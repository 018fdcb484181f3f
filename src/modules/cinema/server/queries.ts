/** Queries of the programme for pages and partners. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { z } from 'zod'
import type { moviesDetails, moviesList, moviesPage, showtimesPage } from '../contract.ts'
import type { FilmView } from '../contract.ts'
import type { ReplyOf } from '#contract/call.ts'
import type { Format } from '../formats.ts'
import { readPlacesLeft } from './places-left.ts'
import {
  presentCinema,
  presentFilm,
  presentShowtime,
  screeningsOfFilm,
  type ProgrammeView,
} from './present.ts'
import {
  businessDateOf,
  isOnSale,
  readProgramme,
  type Cinema,
  type Film,
  type Programme,
  type Screening,
} from './programme.ts'

const newDays = 14
/** Length of the list of popular films. */
const popularMax = 10

export async function readProgrammeView(context: Context): Promise<ProgrammeView> {
  const programme = await readProgramme(context)
  return { programme, locale: context.locale, now: context.clock.now() }
}

/** Today's business date at the cinemas. */
export function businessToday(now: Date, timeZone = 'Asia/Tbilisi'): string {
  return businessDateOf({ timeZone }, now)
}

function isCurrent({ programme, now }: ProgrammeView, film: Film): boolean {
  return (
    film.releasedOn <= businessToday(now) && screeningsOfFilm(programme, film.filmId).length > 0
  )
}

function isComing({ now }: ProgrammeView, film: Film): boolean {
  return film.releasedOn > businessToday(now)
}

export type FilmListName = 'comingsoon' | 'current' | 'new' | 'pinned' | 'popular'

/** The films of a named list. */
export function filmsOf(view: ProgrammeView, name: FilmListName): FilmView[] {
  const { programme, now } = view
  const films = [...programme.films.values()]
  const since = Temporal.PlainDate.from(businessToday(now)).subtract({ days: newDays }).toString()
  const byRelease = (left: Film, right: Film) => left.releasedOn.localeCompare(right.releasedOn)
  const chosen = {
    comingsoon: () => films.filter((film) => isComing(view, film)).toSorted(byRelease),
    current: () => films.filter((film) => isCurrent(view, film)),
    new: () =>
      films
        .filter((film) => isCurrent(view, film) && film.releasedOn >= since)
        .toSorted((left, right) => byRelease(right, left)),
    pinned: () =>
      films.filter((film) => film.isPinned && (isCurrent(view, film) || isComing(view, film))),
    popular: () => films.filter((film) => isCurrent(view, film)).slice(0, popularMax),
  }[name]()
  return chosen.map((film) => presentFilm(view, film))
}

type ListQuery = z.output<(typeof moviesList)['query']>

/** Films with showtimes between two days; flags that are not set do not filter. */
export function listFilms(view: ProgrammeView, query: ListQuery): FilmView[] {
  const { programme } = view
  const requested = requestedFormats({
    '2D': query.is2D,
    '3D': query.is3D,
    IMAX: query.isImax,
    ScreenX: query.isScreenX,
  })
  const matches = (screening: Screening) =>
    screening.salesCloseAt > view.now &&
    (query.fromDate === undefined || screening.businessDate >= query.fromDate) &&
    (query.toDate === undefined || screening.businessDate <= query.toDate) &&
    (requested === null || requested.has(screening.format)) &&
    (query.isSub === undefined || (screening.subtitles !== null) === query.isSub)
  return [...programme.films.values()]
    .filter(
      (film) =>
        (query.isForChildren === undefined || film.isForChildren === query.isForChildren) &&
        screeningsOfFilm(programme, film.filmId).some(matches),
    )
    .map((film) => presentFilm(view, film))
}

/** The formats requested by flags; null when none is set. */
function requestedFormats(
  flags: Readonly<Record<Format, boolean | undefined>>,
): ReadonlySet<string> | null {
  const requested = Object.entries(flags).flatMap(([format, isWanted]) =>
    isWanted ? [format] : [],
  )
  return requested.length > 0 ? new Set(requested) : null
}

type DetailsQuery = z.output<(typeof moviesDetails)['query']>

/** A film, identified by id, slug or one of its sessions, with the matching showtimes. */
export async function filmDetails(
  context: Context,
  query: DetailsQuery,
): Promise<Result<ReplyOf<typeof moviesDetails>, ErrorCode>> {
  const view = await readProgrammeView(context)
  const { programme, locale } = view
  if (query.showId === undefined && query.session === undefined && query.slug === undefined) {
    const message = 'showId or session is needed'
    return fail('BadRequest', { fields: [{ path: 'query.showId', message }] })
  }
  const film = filmOf(programme, query)
  if (!film) return fail('NotFound')
  const all = screeningsOfFilm(programme, film.filmId)
  const requested = requestedFormats({
    '2D': query.is2d,
    '3D': query.is3d,
    IMAX: query.isIMax,
    ScreenX: undefined,
  })
  const languages = new Set([...(query.isEng ? ['en'] : []), ...(query.isGeo ? ['ka'] : [])])
  const isNumbered = (cinemaId: number, venueId: number) =>
    cinemaNumbered(programme, venueId)?.cinemaId === cinemaId
  const matching = all.filter(
    (screening) =>
      screening.salesCloseAt > view.now &&
      (query.session === undefined || screening.screeningId === query.session) &&
      (query.date === undefined || screening.businessDate === query.date) &&
      (query.venueId === undefined || isNumbered(screening.cinemaId, query.venueId)) &&
      (requested === null || requested.has(screening.format)) &&
      (languages.size === 0 || languages.has(screening.language)),
  )
  const left = await readPlacesLeft(context, programme)
  const cinemaIds = new Set(all.map(({ cinemaId }) => cinemaId))
  return ok({
    ...presentFilm(view, film),
    description: film.description[locale],
    people: film.people.map(({ role, name }) => ({ role, name: name[locale] })),
    trailerUrl: film.trailerUrl,
    // At night the last screenings of a day still run, with nothing left to sell.
    dates: datesOf(all.filter(({ salesCloseAt }) => salesCloseAt > view.now)),
    venues: [...programme.cinemas.values()]
      .filter(({ cinemaId }) => cinemaIds.has(cinemaId))
      .map((cinema) => presentCinema(view, cinema)),
    showtimes: matching.map((screening) => presentShowtime(view, screening, left)),
  })
}

/**
 * A film by its number among shows. The cinema's calls also accept the number that they gave to films before
 * (`movieId`), because partners have stored it.
 */
export function filmNumbered(programme: Programme, showId: number): Film | undefined {
  return (
    [...programme.films.values()].find((film) => film.showId === showId) ??
    programme.films.get(showId)
  )
}

/** A cinema by its number among venues, or by its own, which replies gave before. */
function cinemaNumbered(programme: Programme, venueId: number): Cinema | undefined {
  return (
    [...programme.cinemas.values()].find((cinema) => cinema.venueId === venueId) ??
    programme.cinemas.get(venueId)
  )
}

function filmOf(programme: Programme, query: DetailsQuery): Film | undefined {
  const screening = programme.screenings.find(({ screeningId }) => screeningId === query.session)
  // A session of another film does not match.
  if (query.showId !== undefined) {
    const film = filmNumbered(programme, query.showId)
    return screening && screening.filmId !== film?.filmId ? undefined : film
  }
  if (query.slug !== undefined)
    return [...programme.films.values()].find(({ slug }) => slug === query.slug)
  return screening && programme.films.get(screening.filmId)
}

export function datesOf(screenings: readonly Screening[]): string[] {
  return [...new Set(screenings.map(({ businessDate }) => businessDate))].toSorted()
}

/** Days with a screening on sale. */
function datesOnSale(screenings: readonly Screening[], now: Date): string[] {
  const dates = new Set<string>()
  for (const screening of screenings)
    if (!dates.has(screening.businessDate) && isOnSale(screening, now))
      dates.add(screening.businessDate)
  return [...dates].toSorted()
}

/** The showtimes of a day at all cinemas or at one; by default today, or the first day with showtimes. */
export async function showtimesOf(
  context: Context,
  query: z.output<(typeof showtimesPage)['query']>,
): Promise<Result<ReplyOf<typeof showtimesPage>, ErrorCode>> {
  const view = await readProgrammeView(context)
  const { programme, now } = view
  const { venueId, slug } = query
  const cinemas = [...programme.cinemas.values()].filter(
    (cinema) =>
      (venueId === undefined || cinema === cinemaNumbered(programme, venueId)) &&
      (slug === undefined || cinema.slug === slug),
  )
  if (cinemas.length === 0) return fail('NotFound')
  const cinemaIds = new Set(cinemas.map(({ cinemaId }) => cinemaId))
  const own = programme.screenings.filter(({ cinemaId }) => cinemaIds.has(cinemaId))
  const dates = datesOnSale(own, now)
  const today = businessToday(now)
  const date = query.date ?? (dates.includes(today) ? today : (dates[0] ?? today))
  const matching = own.filter(
    (screening) => screening.businessDate === date && screening.salesCloseAt > now,
  )
  const left = await readPlacesLeft(context, programme)
  const filmIds = new Set(matching.map(({ filmId }) => filmId))
  return ok({
    date,
    dates,
    films: [...programme.films.values()]
      .filter(({ filmId }) => filmIds.has(filmId))
      .map((film) => presentFilm(view, film)),
    venues: cinemas.map((cinema) => presentCinema(view, cinema)),
    showtimes: matching.map((screening) => presentShowtime(view, screening, left)),
  })
}

/** The data of the cinema page. */
export function presentMoviesPage(view: ProgrammeView): ReplyOf<typeof moviesPage> {
  const { programme, now } = view
  return {
    pinned: filmsOf(view, 'pinned').filter(({ isOnSale: isSold }) => isSold),
    current: filmsOf(view, 'current'),
    coming: filmsOf(view, 'comingsoon'),
    venues: [...programme.cinemas.values()].map((cinema) => presentCinema(view, cinema)),
    dates: datesOnSale(programme.screenings, now),
  }
}
