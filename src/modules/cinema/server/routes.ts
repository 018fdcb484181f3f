import { fail, ok } from '#kernel/result.ts'
import type { InvitationPorts } from '#modules/invitations/server/public-api.ts'
import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { shareReply } from '#platform/http/shared-reply.ts'
import * as calls from '../contract.ts'
import { bookingRoutes } from './booking-routes.ts'
import { findLayout } from './open-screening.ts'
import { partnerRoutes } from './partner-routes.ts'
import { presentCinema } from './present.ts'
import {
  filmDetails,
  filmsOf,
  presentMoviesPage,
  listFilms,
  readProgrammeView,
  showtimesOf,
} from './queries.ts'
import { placesOf, screeningPlan } from './seat-plan.ts'
import type { CinemaSupplier } from './supplier/port.ts'

/** Routes of the cinema module; calls that refund money are implemented in `flows/cinema`. */
export function cinemaRoutes(ports: {
  readonly orders: OrderPorts
  readonly invitations: InvitationPorts
  readonly supplier: CinemaSupplier | null
}): readonly Implementation[] {
  return [...programmeRoutes, ...partnerRoutes, ...bookingRoutes(ports)]
}

const programmeRoutes: readonly Implementation[] = [
  implement(calls.moviesComingSoon, async (context) =>
    ok({ items: filmsOf(await readProgrammeView(context), 'comingsoon') }),
  ),
  implement(calls.moviesCurrent, async (context) =>
    ok({ items: filmsOf(await readProgrammeView(context), 'current') }),
  ),
  implement(calls.moviesNew, async (context) =>
    ok({ items: filmsOf(await readProgrammeView(context), 'new') }),
  ),
  implement(calls.moviesPinned, async (context) =>
    ok({ items: filmsOf(await readProgrammeView(context), 'pinned') }),
  ),
  implement(calls.moviesPopular, async (context) =>
    ok({ items: filmsOf(await readProgrammeView(context), 'popular') }),
  ),
  implement(calls.moviesVenues, async (context) => {
    const view = await readProgrammeView(context)
    return ok({
      items: [...view.programme.cinemas.values()].map((cinema) => presentCinema(view, cinema)),
    })
  }),
  implement(calls.moviesDetails, (context, { query }) => filmDetails(context, query)),
  implement(calls.moviesList, async (context, { query }) =>
    ok({ items: listFilms(await readProgrammeView(context), query) }),
  ),
  implement(calls.moviesPage, async (context) =>
    ok(presentMoviesPage(await readProgrammeView(context))),
  ),
  implement(calls.showtimesPage, (context, { query }) => showtimesOf(context, query)),
  implement(calls.screeningPage, (context, { query }) => screeningPlan(context, query.session)),
  implement(calls.screeningPlaces, (context, { query }) => placesOf(context, query)),
  implement(calls.screeningLayout, async (context, { params }) => {
    const expanded = await findLayout(context, params.digest)
    return expanded ? ok(shareReply(expanded.layout)) : fail('NotFound')
  }),
]
