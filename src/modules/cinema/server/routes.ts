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
import { filmDetails, filmsOf, firstPage, listFilms, seenOf, showtimesOf } from './queries.ts'
import { placesOf, screeningPlan } from './seat-plan.ts'
import type { CinemaSupplier } from './supplier/port.ts'

/** The calls of cinemas; those that give money back join the flow of returns (`flows/cinema`). */
export function cinemaRoutes(ports: {
  readonly orders: OrderPorts
  readonly invitations: InvitationPorts
  readonly supplier: CinemaSupplier | null
}): readonly Implementation[] {
  return [...programmeRoutes, ...partnerRoutes, ...bookingRoutes(ports)]
}

const programmeRoutes: readonly Implementation[] = [
  implement(calls.moviesComingSoon, async (context) =>
    ok({ items: filmsOf(await seenOf(context), 'comingsoon') }),
  ),
  implement(calls.moviesCurrent, async (context) =>
    ok({ items: filmsOf(await seenOf(context), 'current') }),
  ),
  implement(calls.moviesNew, async (context) =>
    ok({ items: filmsOf(await seenOf(context), 'new') }),
  ),
  implement(calls.moviesPinned, async (context) =>
    ok({ items: filmsOf(await seenOf(context), 'pinned') }),
  ),
  implement(calls.moviesPopular, async (context) =>
    ok({ items: filmsOf(await seenOf(context), 'popular') }),
  ),
  implement(calls.moviesVenues, async (context) => {
    const seen = await seenOf(context)
    return ok({
      items: [...seen.programme.cinemas.values()].map((cinema) => presentCinema(seen, cinema)),
    })
  }),
  implement(calls.moviesDetails, (context, { query }) => filmDetails(context, query)),
  implement(calls.moviesList, async (context, { query }) =>
    ok({ items: listFilms(await seenOf(context), query) }),
  ),
  implement(calls.moviesPage, async (context) => ok(firstPage(await seenOf(context)))),
  implement(calls.showtimesPage, (context, { query }) => showtimesOf(context, query)),
  implement(calls.screeningPage, (context, { query }) => screeningPlan(context, query.session)),
  implement(calls.screeningPlaces, (context, { query }) => placesOf(context, query)),
  implement(calls.screeningLayout, async (context, { params }) => {
    const expanded = await findLayout(context, params.digest)
    return expanded ? ok(shareReply(expanded.layout)) : fail('NotFound')
  }),
]
