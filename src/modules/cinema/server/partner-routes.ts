/** Calls of the programme under the cinema's own names. */
import { fail, ok } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../cavea-contract.ts'
import * as programme from '../cavea-programme-contract.ts'
import { calendarEntry } from './calendar-entry.ts'
import { findLayout } from './open-screening.ts'
import { readPlacesLeft } from './places-left.ts'
import { presentCinema, presentFilm, presentShowtime, screeningsOfFilm } from './present.ts'
import { filmsOf, readProgrammeView } from './queries.ts'
import { sessionSeats } from './seat-plan.ts'
import { subscribe, subscriptionInfo } from './subscriptions.ts'

export const partnerRoutes: readonly Implementation[] = [
  implement(programme.caveaMovies, async (context) =>
    ok({ movies: filmsOf(await readProgrammeView(context), 'current') }),
  ),
  implement(programme.caveaUpComingMovies, async (context) =>
    ok({ movies: filmsOf(await readProgrammeView(context), 'comingsoon') }),
  ),
  implement(programme.caveaMovie, async (context, { params }) => {
    const view = await readProgrammeView(context)
    const film = view.programme.films.get(params.movieId)
    if (!film) return fail('NotFound')
    const left = await readPlacesLeft(context, view.programme)
    return ok({
      ...presentFilm(view, film),
      description: film.description[view.locale],
      sessions: screeningsOfFilm(view.programme, film.filmId).map((screening) =>
        presentShowtime(view, screening, left),
      ),
    })
  }),
  implement(programme.caveaTheaters, async (context) => {
    const view = await readProgrammeView(context)
    const halls = [...view.programme.halls.values()]
    const capacities = new Map<string, number>()
    for (const digest of new Set(halls.map(({ layoutDigest }) => layoutDigest)))
      capacities.set(digest, (await findLayout(context, digest))?.placeCount ?? 0)
    return ok({
      theaters: [...view.programme.cinemas.values()].map((cinema) => ({
        ...presentCinema(view, cinema),
        halls: halls
          .filter(({ cinemaId }) => cinemaId === cinema.cinemaId)
          .map(({ hallId, name, formats, layoutDigest }) => ({
            hallId,
            name: name[view.locale],
            formats: [...formats],
            capacity: capacities.get(layoutDigest) ?? 0,
          })),
      })),
    })
  }),
  implement(programme.caveaCalendarSession, (context, { query }) => calendarEntry(context, query)),
  implement(programme.caveaSessionSeats, (context, { query }) =>
    sessionSeats(context, query.caveaSessionId),
  ),
  implement(calls.caveaAddSubscription, (context, { body }) => subscribe(context, body)),
  implement(calls.caveaSubscriptionInfo, (context, { query }) =>
    subscriptionInfo(context, query.movieId),
  ),
]
