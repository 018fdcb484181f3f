/** Cavea’s calls for its programme: films, theaters, sessions and their seats. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, moneyField } from '#contract/fields.ts'
import { cinemaView, filmView, showtimeView } from './contract.ts'
import { textLanguage } from '#contract/text-language.ts'
import { cinemaSeatStatuses } from './formats.ts'
import { sessionId } from './cavea-contract.ts'

export const caveaMovies = defineCall({
  id: 'cavea-movies',
  area: 'cavea',
  method: 'GET',
  path: '/integrations/api/Cavea/Movies',
  summary: 'Current films',
  credential: 'api-key',
  required: [],
  reply: z.object({ movies: z.array(filmView) }),
  errors: [],
})

export const caveaMovie = defineCall({
  id: 'cavea-movie',
  area: 'cavea',
  method: 'GET',
  path: '/integrations/api/Cavea/Movies/Movie/{movieId}',
  summary: 'A film with all of its sessions',
  credential: 'api-key',
  params: z.object({ movieId: identifier }),
  required: [],
  reply: filmView.extend({ description: z.string(), sessions: z.array(showtimeView) }),
  errors: ['NotFound'],
})

export const caveaUpComingMovies = defineCall({
  id: 'cavea-upcoming-movies',
  area: 'cavea',
  method: 'GET',
  path: '/integrations/api/Cavea/Movies/UpComingMovies',
  summary: 'Upcoming films',
  credential: 'api-key',
  required: [],
  reply: z.object({ movies: z.array(filmView) }),
  errors: [],
})

export const caveaTheaters = defineCall({
  id: 'cavea-theaters',
  area: 'cavea',
  method: 'GET',
  path: '/integrations/api/Cavea/Theaters',
  summary: 'Cinemas with their halls',
  credential: 'api-key',
  required: [],
  reply: z.object({
    theaters: z.array(
      cinemaView.extend({
        halls: z.array(
          z.object({
            hallId: z.number().int(),
            name: z.string(),
            formats: z.array(z.string()),
            capacity: z.number().int(),
          }),
        ),
      }),
    ),
  }),
  errors: [],
})

export const caveaCalendarSession = defineCall({
  id: 'cavea-calendar-session',
  area: 'cavea',
  method: 'GET',
  path: '/integrations/api/Cavea/Sessions/CalendarSession',
  summary: 'A session as a calendar entry, in a language',
  credential: 'api-key',
  required: [],
  query: z.object({ sessionId, language: textLanguage.optional() }),
  reply: z.object({
    sessionId: z.number().int(),
    title: z.string(),
    location: z.string(),
    startsAt: instant,
    endsAt: instant,
    timeZone: z.string(),
    /** RFC 5545. */
    calendar: z.string(),
  }),
  errors: ['NotFound'],
})

export const caveaSessionSeats = defineCall({
  id: 'cavea-session-seats',
  area: 'cavea',
  method: 'GET',
  path: '/integrations/api/Cavea/Sessions/Seats',
  summary: 'The seats of a session with prices and availability',
  credential: 'api-key',
  required: [],
  query: z.object({ caveaSessionId: sessionId }),
  reply: z.object({
    caveaSessionId: z.number().int(),
    isOnSale: z.boolean(),
    layout: z.object({ digest: z.string() }).nullable(),
    seats: z.array(
      z.object({
        placeId: z.number().int(),
        row: z.string(),
        seat: z.string(),
        zone: z.string(),
        flags: z.array(z.string()),
        status: z.enum(cinemaSeatStatuses),
        /** Seats that are sold only together with it. */
        together: z.array(z.number().int()),
      }),
    ),
    prices: z.array(
      z.object({
        zone: z.string().nullable(),
        ticketTypeId: z.number().int(),
        name: z.string(),
        price: moneyField,
      }),
    ),
    /** Number of free places without numbers. */
    placesLeft: z.number().int().nullable(),
  }),
  errors: ['NotFound'],
})
