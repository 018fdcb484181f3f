/** Films in the calls of shows: show type `Movies`, their screenings as events. */
import { categoryKind, showAccess, showStatus, showType } from '#contract/enumerations.ts'
import type { ListedDays, ListedShow, ListedSource } from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { calendarEntry } from './calendar-entry.ts'
import { readPlacesLeft } from './places-left.ts'
import { screeningsOfFilm, type ProgrammeView } from './present.ts'
import {
  isOnSale,
  priceRange,
  readScreenings,
  type Film,
  type Programme,
  type Screening,
} from './programme.ts'
import { readProgrammeView } from './queries.ts'

interface FilmsView extends ProgrammeView {
  /** Free places by offering. */
  readonly left: ReadonlyMap<number, number>
}

export const cinemaListedSource: ListedSource = {
  category: categoryKind.Movie,

  async listShows(context, days) {
    const view = await viewOf(context)
    return [...view.programme.films.values()]
      .map((film) => ({ film, own: onSaleOn(view, film, days) }))
      .filter(({ own }) => own.length > 0)
      .toSorted((one, other) => beginOf(one.own) - beginOf(other.own))
      .map(({ film, own }) => listedFilm(view, film, own))
  },

  async findShow(context, showId) {
    const view = await viewOf(context)
    const film = [...view.programme.films.values()].find((each) => each.showId === showId)
    return film ? listedFilm(view, film, upcoming(view, film)) : null
  },

  async findEvent(context, eventId) {
    const [screening] = await readScreenings(context, [eventId])
    const view = await viewOf(context)
    const film = screening && view.programme.films.get(screening.filmId)
    return film ? listedFilm(view, film, [screening]) : null
  },

  async calendarOf(context, eventId) {
    const entry = await calendarEntry(context, { sessionId: eventId })
    return entry.ok ? entry.value.calendar : null
  },
}

async function viewOf(context: Context): Promise<FilmsView> {
  const view = await readProgrammeView(context)
  return { ...view, left: await readPlacesLeft(context, view.programme) }
}

function beginOf([first]: readonly Screening[]): number {
  return first?.startsAt.getTime() ?? Infinity
}

function upcoming({ programme, now }: ProgrammeView, film: Film): readonly Screening[] {
  return screeningsOfFilm(programme, film.filmId).filter(({ startsAt }) => startsAt > now)
}

function onSaleOn(view: ProgrammeView, film: Film, { fromDate, toDate }: ListedDays) {
  return upcoming(view, film).filter(
    (screening) =>
      isOnSale(screening, view.now) &&
      (fromDate === undefined || screening.businessDate >= fromDate) &&
      (toDate === undefined || screening.businessDate <= toDate),
  )
}

/** A film with some of its screenings, in chronological order. */
function listedFilm(view: FilmsView, film: Film, screenings: readonly Screening[]): ListedShow {
  const { locale, programme } = view
  const events = screenings.flatMap((screening) => eventOf(view, screening) ?? [])
  const next = events.find(({ isSoldOut }) => !isSoldOut) ?? events[0]
  const prices = events.filter(({ saleState }) => saleState !== 'Passed')
  const cinemas = cinemasOf(programme, screenings)
  const venues = cinemas.map(({ venueId, name, city }) => ({
    venueId,
    venueName: name[locale],
    cityName: city[locale],
  }))
  const common = {
    itemId: film.showId,
    itemType: 'Show' as const,
    showId: film.showId,
    slug: film.slug,
    name: film.name[locale],
    ageLimit: film.ageLimit,
    minPrice: prices.length > 0 ? Math.min(...prices.map(({ minPrice }) => minPrice)) : null,
    maxPrice: prices.length > 0 ? Math.max(...prices.map(({ maxPrice }) => maxPrice)) : null,
    currency: 'GEL' as const,
    isSoldOut: events.length > 0 && events.every(({ isSoldOut }) => isSoldOut),
    venueIds: venues.map(({ venueId }) => venueId),
    venues,
    categorySlug: 'cinema',
    categoryName: { ka: 'კინო', en: 'Cinema' }[locale],
    categoryColour: film.colour,
    images: imagesOf(film),
  }
  return {
    item: {
      ...common,
      showType: showType.Movies,
      eventId: next?.eventId ?? null,
      eventCount: events.length,
      venueId: next?.venueId ?? null,
      venueName: next?.venueName ?? '',
      cityName: next?.cityName ?? '',
      fromDate: next?.fromDate ?? null,
      toDate: events.at(-1)?.fromDate ?? null,
      timeZone: next?.timeZone ?? 'Asia/Tbilisi',
    },
    detail: {
      ...common,
      type: showType.Movies,
      status: showStatus.Active,
      access: showAccess.Default,
      summary: film.summary[locale],
      description: film.description[locale],
      performers: film.people.map(({ role, name }) => ({
        name: name[locale],
        role: roles[role][locale],
      })),
      durationMinutes: film.runtimeMinutes,
      shortUrl: null,
      theme: null,
      publishedAt: `${film.releasedOn}T00:00:00.000Z`,
      merchantId: (cinemas[0] ?? [...programme.cinemas.values()][0])?.merchantId ?? 0,
      rating: null,
      colour: film.colour,
      trailerUrl: film.trailerUrl,
      fromDate: events[0]?.fromDate ?? null,
      toDate: events.at(-1)?.fromDate ?? null,
      events,
    },
    isPinned: film.isPinned,
  }
}

const roles = {
  director: { ka: 'რეჟისორი', en: 'Director' },
  cast: { ka: 'როლებში', en: 'Cast' },
} as const

function cinemasOf({ cinemas }: Programme, screenings: readonly Screening[]) {
  const cinemaIds = new Set(screenings.map(({ cinemaId }) => cinemaId))
  return [...cinemaIds].flatMap((cinemaId) => cinemas.get(cinemaId) ?? [])
}

function imagesOf({ images }: Film): ListedShow['item']['images'] {
  const { poster, thumbnail } = images
  return {
    ...(poster && { vertical: poster, v3Poster: poster }),
    ...(thumbnail && { thumbnail }),
  }
}

function eventOf(
  view: FilmsView,
  screening: Screening,
): ListedShow['detail']['events'][number] | null {
  const { programme, locale, now } = view
  const cinema = programme.cinemas.get(screening.cinemaId)
  if (!cinema) return null
  const range = priceRange(programme, screening)
  const { offeringId, capacity } = screening
  const isSoldOut = offeringId !== null && (view.left.get(offeringId) ?? capacity) === 0
  return {
    eventId: screening.screeningId,
    venueId: cinema.venueId,
    venueSlug: cinema.slug,
    venueName: cinema.name[locale],
    cityName: cinema.city[locale],
    address: cinema.address[locale],
    timeZone: cinema.timeZone,
    fromDate: screening.startsAt.toISOString(),
    movedFrom: screening.movedFrom?.toISOString() ?? null,
    doorsAt: null,
    endsAt: screening.endsAt.toISOString(),
    minPrice: (range?.lowest ?? 0) / 100,
    maxPrice: (range?.highest ?? 0) / 100,
    currency: 'GEL',
    isSoldOut,
    saleState: saleStateOf(screening, isSoldOut, now),
    salesOpenAt: screening.salesOpenAt?.toISOString() ?? null,
    salesCloseAt: screening.salesCloseAt.toISOString(),
    hasNumberedSeats: !screening.isUnallocated,
    validFrom: null,
  }
}

function saleStateOf(screening: Screening, isSoldOut: boolean, now: Date) {
  if (screening.cancelledAt !== null) return 'Cancelled'
  if (screening.startsAt <= now) return 'Passed'
  if (screening.salesOpenAt !== null && screening.salesOpenAt > now) return 'NotYet'
  if (!isOnSale(screening, now)) return 'Closed'
  return isSoldOut ? 'SoldOut' : 'OnSale'
}
