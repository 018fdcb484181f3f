/** Calls of the cinema programme: films, cinemas, showtimes, the seat plan of a screening. */
import { z } from 'zod'
import { askedDay } from '#contract/asked-day.ts'
import { availabilityText, heldText } from '#contract/availability-field.ts'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, layoutDigest, moneyField, uuid } from '#contract/fields.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import { formats } from './formats.ts'

const day = z.iso.date()
const imageView = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() })

/** A film in lists. */
export const filmView = z.object({
  /** Its number in the calls of shows; no show, event or other film has it. */
  showId: z.number().int(),
  /** Its number in the calls under `/integrations/api/Cavea`. */
  movieId: z.number().int(),
  slug: z.string(),
  name: z.string(),
  originalName: z.string(),
  summary: z.string(),
  ageLimit: z.number().int(),
  runtimeMinutes: z.number().int(),
  genres: z.array(z.string()),
  isForChildren: z.boolean(),
  isPinned: z.boolean(),
  releasedOn: day,
  colour: z.string(),
  poster: imageView.nullable(),
  thumbnail: imageView.nullable(),
  /** Formats of the upcoming screenings. */
  formats: z.array(z.enum(formats)),
  languages: z.array(z.string()),
  isSubtitled: z.boolean(),
  screeningCount: z.number().int(),
  /** Whether tickets are on sale now. */
  isOnSale: z.boolean(),
  nextStartsAt: instant.nullable(),
  /** Lowest price of a seat, in lari. */
  minPrice: z.number().nullable(),
})
export type FilmView = z.output<typeof filmView>

export const cinemaView = z.object({
  venueId: z.number().int(),
  /** What follows and the back office call it. */
  cinemaId: z.number().int(),
  slug: z.string(),
  name: z.string(),
  cityName: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  timeZone: z.string(),
  hallCount: z.number().int(),
  formats: z.array(z.enum(formats)),
})
export type CinemaView = z.output<typeof cinemaView>

/** One screening in a list of showtimes. */
export const showtimeView = z.object({
  session: z.number().int(),
  showId: z.number().int(),
  venueId: z.number().int(),
  hall: z.string(),
  startsAt: instant,
  filmStartsAt: instant,
  endsAt: instant,
  /** Business date; a screening after midnight belongs to the day before. */
  businessDate: day,
  format: z.enum(formats),
  language: z.string(),
  subtitles: z.string().nullable(),
  isUnallocated: z.boolean(),
  isOnSale: z.boolean(),
  salesOpenAt: instant.nullable(),
  /** At most some seconds old. */
  placesLeft: z.number().int(),
  capacity: z.number().int(),
  minPrice: moneyField.nullable(),
})
export type ShowtimeView = z.output<typeof showtimeView>

const filmList = z.object({ items: z.array(filmView) })

function listOf(name: string, path: string, summary: string) {
  return defineCall({
    id: `movies-${name}`,
    area: 'movies',
    method: 'GET',
    path,
    summary,
    credential: 'api-key',
    required: [],
    reply: filmList,
    errors: [],
  })
}

export const moviesComingSoon = listOf(
  'comingsoon',
  '/v2/movies/comingsoon',
  'Upcoming films, the next first',
)
export const moviesCurrent = listOf('current', '/v2/movies/current', 'Current films')
export const moviesNew = listOf(
  'new',
  '/v2/movies/new',
  'Films released in the last two weeks, the newest first',
)
export const moviesPinned = listOf('pinned', '/v2/movies/pinned', 'Films highlighted by cinemas')
export const moviesPopular = listOf('popular', '/v2/movies/popular', 'The most popular films')

export const moviesVenues = defineCall({
  id: 'movies-venues',
  area: 'movies',
  method: 'GET',
  path: '/v2/movies/venues',
  summary: 'Cinemas with their formats and locations',
  credential: 'api-key',
  required: [],
  reply: z.object({ items: z.array(cinemaView) }),
  errors: [],
})

export const moviesDetails = defineCall({
  id: 'movies-details',
  area: 'movies',
  method: 'GET',
  path: '/v2/movies/details',
  summary: 'A film with its showtimes, filtered by format, day, language, cinema or session',
  credential: 'api-key',
  required: [],
  query: z.object({
    /** `showId` of a film; the `movieId`, which was sent here before, is accepted too. */
    showId: identifier.optional(),
    /** Requested formats; all formats when none is set. */
    is2d: flag.optional(),
    is3d: flag.optional(),
    isIMax: flag.optional(),
    date: askedDay.optional(),
    /** Requested spoken languages; all when none is set. */
    isEng: flag.optional(),
    isGeo: flag.optional(),
    venueId: identifier.optional(),
    /** One screening, which also determines the film. */
    session: identifier.optional(),
    /** Slug of the film, used by our own pages. */
    slug: z.string().max(80).optional(),
  }),
  reply: filmView.extend({
    description: z.string(),
    people: z.array(z.object({ role: z.enum(['director', 'cast']), name: z.string() })),
    trailerUrl: z.string().nullable(),
    /** Days with showtimes, regardless of the filters. */
    dates: z.array(day),
    venues: z.array(cinemaView),
    showtimes: z.array(showtimeView),
  }),
  errors: ['NotFound', 'BadRequest'],
})

export const moviesList = defineCall({
  id: 'movies-list',
  area: 'movies',
  method: 'GET',
  path: '/v2/movies/list',
  summary: 'Films with showtimes between two days, filtered',
  credential: 'api-key',
  required: [],
  query: z.object({
    fromDate: askedDay.optional(),
    toDate: askedDay.optional(),
    isImax: flag.optional(),
    is3D: flag.optional(),
    is2D: flag.optional(),
    isForChildren: flag.optional(),
    isSub: flag.optional(),
    isScreenX: flag.optional(),
  }),
  reply: filmList,
  errors: [],
})

export const showtimesPage = defineCall({
  id: 'own-movies-showtimes',
  area: 'own',
  method: 'GET',
  path: '/v2/movies/showtimes',
  summary: 'All showtimes of a day, of all cinemas or of one',
  credential: 'none',
  required: [],
  query: z.object({
    date: askedDay.optional(),
    venueId: identifier.optional(),
    slug: z.string().max(80).optional(),
  }),
  reply: z.object({
    date: day,
    dates: z.array(day),
    films: z.array(filmView),
    venues: z.array(cinemaView),
    showtimes: z.array(showtimeView),
  }),
  errors: ['NotFound'],
})

export const moviesPage = defineCall({
  id: 'own-movies-page',
  area: 'own',
  method: 'GET',
  path: '/v2/movies/page',
  summary: 'The cinema page: current, upcoming and pinned films',
  credential: 'none',
  required: [],
  reply: z.object({
    pinned: z.array(filmView),
    current: z.array(filmView),
    coming: z.array(filmView),
    venues: z.array(cinemaView),
    dates: z.array(day),
  }),
  errors: [],
})

const typeView = z.object({ ticketTypeId: z.number().int(), name: z.string(), price: moneyField })

export const screeningView = z.object({
  showtime: showtimeView,
  /** Why it was cancelled; null when it takes place. */
  cancelReason: z.string().nullable(),
  film: filmView,
  venue: cinemaView,
  placesPerOrderMax: z.number().int(),
  forbidsSingleSeats: z.boolean(),
  layout: z.object({ digest: z.string() }).nullable(),
  /** Ticket types and prices by seat class; `null` is the class of places without numbers. */
  zones: z.array(z.object({ zone: z.string().nullable(), ticketTypes: z.array(typeView) })),
  products: z.array(
    z.object({
      productId: z.number().int(),
      kind: z.enum(['glasses', 'food', 'drink']),
      name: z.string(),
      price: moneyField,
    }),
  ),
})
export type ScreeningView = z.output<typeof screeningView>

export const screeningPage = defineCall({
  id: 'own-movies-screening',
  area: 'own',
  method: 'GET',
  path: '/v2/movies/screening',
  summary: 'A screening with its prices and the products of the bar',
  credential: 'none',
  required: [],
  query: z.object({ session: identifier }),
  reply: screeningView,
  errors: ['NotFound'],
})

export const screeningPlaces = defineCall({
  id: 'own-movies-places',
  area: 'own',
  method: 'GET',
  path: '/v2/movies/places',
  summary: 'Availability of a screening, in the encoding of the seat map',
  credential: 'none',
  required: [],
  query: z.object({ session: identifier, orderKey: uuid.optional() }),
  reply: z.object({
    isOnSale: z.boolean(),
    /** The layout whose numbers the places have; null without numbered places. */
    layout: z.object({ digest: z.string() }).nullable(),
    availability: availabilityText,
    held: heldText,
    yours: z.array(z.number().int()),
    /** Number of free places without numbers; null for numbered places. */
    placesLeft: z.number().int().nullable(),
  }),
  errors: ['NotFound', 'OrderNotFound'],
})

export const screeningLayout = defineCall({
  id: 'own-movies-layout',
  area: 'own',
  method: 'GET',
  path: '/v2/movies/layouts/{digest}',
  summary: 'The layout of a hall; the content of an address never changes',
  credential: 'none',
  params: z.object({ digest: layoutDigest }),
  reply: z.looseObject({ formatVersion: z.literal(1) }) as unknown as z.ZodType<SeatLayout>,
  errors: ['NotFound'],
  cacheSeconds: 31_536_000,
})
