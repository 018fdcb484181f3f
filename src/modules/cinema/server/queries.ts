/** What pages and partners read of the programme. */
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
  type Seen,
} from './present.ts'
import {
  businessDateOf,
  isOnSale,
  readProgramme,
  type Film,
  type Programme,
  type Screening,
} from './programme.ts'

const newDays = 14
/** Below this a list says nothing about what most people look for. */
const popularMost = 10

export async function seenOf(context: Context): Promise<Seen> {
  const programme = await readProgramme(context)
  return { programme, locale: context.locale, now: context.clock.now() }
}

/** Today at the cinemas: the business date that goes on past midnight until six. */
export function businessToday(now: Date, timeZone = 'Asia/Tbilisi'): string {
  return businessDateOf({ timeZone }, now)
}

function isCurrent({ programme, now }: Seen, film: Film): boolean {
  return (
    film.releasedOn <= businessToday(now) && screeningsOfFilm(programme, film.filmId).length > 0
  )
}

function isComing({ now }: Seen, film: Film): boolean {
  return film.releasedOn > businessToday(now)
}

export type FilmListName = 'comingsoon' | 'current' | 'new' | 'pinned' | 'popular'

/** One of the collections of films. */
export function filmsOf(seen: Seen, name: FilmListName): FilmView[] {
  const { programme, now } = seen
  const films = [...programme.films.values()]
  const since = Temporal.PlainDate.from(businessToday(now)).subtract({ days: newDays }).toString()
  const byRelease = (one: Film, other: Film) => one.releasedOn.localeCompare(other.releasedOn)
  const chosen = {
    comingsoon: () => films.filter((film) => isComing(seen, film)).toSorted(byRelease),
    current: () => films.filter((film) => isCurrent(seen, film)),
    new: () =>
      films
        .filter((film) => isCurrent(seen, film) && film.releasedOn >= since)
        .toSorted((one, other) => byRelease(other, one)),
    pinned: () =>
      films.filter((film) => film.isPinned && (isCurrent(seen, film) || isComing(seen, film))),
    popular: () => films.filter((film) => isCurrent(seen, film)).slice(0, popularMost),
  }[name]()
  return chosen.map((film) => presentFilm(seen, film))
}

type ListQuery = z.output<(typeof moviesList)['query']>

/** Films with showtimes between two days; a flag that is not set asks for nothing. */
export function listFilms(seen: Seen, query: ListQuery): FilmView[] {
  const { programme } = seen
  const wanted = wantedFormats({
    '2D': query.is2D,
    '3D': query.is3D,
    IMAX: query.isImax,
    ScreenX: query.isScreenX,
  })
  const fits = (screening: Screening) =>
    screening.salesCloseAt > seen.now &&
    (query.fromDate === undefined || screening.businessDate >= query.fromDate) &&
    (query.toDate === undefined || screening.businessDate <= query.toDate) &&
    (wanted === null || wanted.has(screening.format)) &&
    (query.isSub === undefined || (screening.subtitles !== null) === query.isSub)
  return [...programme.films.values()]
    .filter(
      (film) =>
        (query.isForChildren === undefined || film.isForChildren === query.isForChildren) &&
        screeningsOfFilm(programme, film.filmId).some(fits),
    )
    .map((film) => presentFilm(seen, film))
}

/** The formats that flags ask for; null when none does. */
function wantedFormats(
  flags: Readonly<Record<Format, boolean | undefined>>,
): ReadonlySet<string> | null {
  const wanted = Object.entries(flags).flatMap(([format, isWanted]) => (isWanted ? [format] : []))
  return wanted.length > 0 ? new Set(wanted) : null
}

type DetailsQuery = z.output<(typeof moviesDetails)['query']>

/** A film with the showtimes that fit; its film is named by id, address or one of its sessions. */
export async function filmDetails(
  context: Context,
  query: DetailsQuery,
): Promise<Result<ReplyOf<typeof moviesDetails>, ErrorCode>> {
  const seen = await seenOf(context)
  const { programme, locale } = seen
  if (query.showId === undefined && query.session === undefined && query.slug === undefined) {
    const message = 'showId or session is needed'
    return fail('BadRequest', { fields: [{ path: 'query.showId', message }] })
  }
  const film = filmOf(programme, query)
  if (!film) return fail('NotFound')
  const all = screeningsOfFilm(programme, film.filmId)
  const wanted = wantedFormats({
    '2D': query.is2d,
    '3D': query.is3d,
    IMAX: query.isIMax,
    ScreenX: undefined,
  })
  const spoken = new Set([...(query.isEng ? ['en'] : []), ...(query.isGeo ? ['ka'] : [])])
  const shown = all.filter(
    (screening) =>
      screening.salesCloseAt > seen.now &&
      (query.session === undefined || screening.screeningId === query.session) &&
      (query.date === undefined || screening.businessDate === query.date) &&
      (query.venueId === undefined || screening.cinemaId === query.venueId) &&
      (wanted === null || wanted.has(screening.format)) &&
      (spoken.size === 0 || spoken.has(screening.language)),
  )
  const left = await readPlacesLeft(context, programme)
  const cinemaIds = new Set(all.map(({ cinemaId }) => cinemaId))
  return ok({
    ...presentFilm(seen, film),
    description: film.description[locale],
    people: film.people.map(({ role, name }) => ({ role, name: name[locale] })),
    trailerUrl: film.trailerUrl,
    dates: datesOf(all),
    venues: [...programme.cinemas.values()]
      .filter(({ cinemaId }) => cinemaIds.has(cinemaId))
      .map((cinema) => presentCinema(seen, cinema)),
    showtimes: shown.map((screening) => presentShowtime(seen, screening, left)),
  })
}

function filmOf(programme: Programme, query: DetailsQuery): Film | undefined {
  const screening = programme.screenings.find(({ screeningId }) => screeningId === query.session)
  // A session of another film is none of this one's.
  if (query.showId !== undefined)
    return screening && screening.filmId !== query.showId
      ? undefined
      : programme.films.get(query.showId)
  if (query.slug !== undefined)
    return [...programme.films.values()].find(({ slug }) => slug === query.slug)
  return screening && programme.films.get(screening.filmId)
}

export function datesOf(screenings: readonly Screening[]): string[] {
  return [...new Set(screenings.map(({ businessDate }) => businessDate))].toSorted()
}

/** A day of all cinemas, or of one; today, or the first day there is, when no day is named. */
export async function showtimesOf(
  context: Context,
  query: z.output<(typeof showtimesPage)['query']>,
): Promise<Result<ReplyOf<typeof showtimesPage>, ErrorCode>> {
  const seen = await seenOf(context)
  const { programme, now } = seen
  const { venueId, slug } = query
  const cinemas = [...programme.cinemas.values()].filter(
    (cinema) =>
      (venueId === undefined || cinema.cinemaId === venueId) &&
      (slug === undefined || cinema.slug === slug),
  )
  if (cinemas.length === 0) return fail('NotFound')
  const cinemaIds = new Set(cinemas.map(({ cinemaId }) => cinemaId))
  const own = programme.screenings.filter(({ cinemaId }) => cinemaIds.has(cinemaId))
  const dates = datesOf(own.filter((screening) => isOnSale(screening, now)))
  const today = businessToday(now)
  const date = query.date ?? (dates.includes(today) ? today : (dates[0] ?? today))
  const shown = own.filter(
    (screening) => screening.businessDate === date && screening.salesCloseAt > now,
  )
  const left = await readPlacesLeft(context, programme)
  const filmIds = new Set(shown.map(({ filmId }) => filmId))
  return ok({
    date,
    dates,
    films: [...programme.films.values()]
      .filter(({ filmId }) => filmIds.has(filmId))
      .map((film) => presentFilm(seen, film)),
    venues: cinemas.map((cinema) => presentCinema(seen, cinema)),
    showtimes: shown.map((screening) => presentShowtime(seen, screening, left)),
  })
}

/** The first page of cinemas. */
export function firstPage(seen: Seen): ReplyOf<typeof moviesPage> {
  const { programme, now } = seen
  return {
    pinned: filmsOf(seen, 'pinned').filter(({ isOnSale: isSold }) => isSold),
    current: filmsOf(seen, 'current'),
    coming: filmsOf(seen, 'comingsoon'),
    venues: [...programme.cinemas.values()].map((cinema) => presentCinema(seen, cinema)),
    dates: datesOf(programme.screenings.filter((screening) => isOnSale(screening, now))),
  }
}
