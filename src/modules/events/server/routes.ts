import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  openedSession,
  presentOrder,
  type Order,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import type { CataloguePorts } from '#modules/catalogue/server/public-api.ts'
import { isForeign } from '#modules/rates/server/public-api.ts'
import { shareReply } from '#platform/http/shared-reply.ts'
import {
  implement,
  writingSession,
  type CallContext,
  type Implementation,
} from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import type { EventMapView } from '../contract.ts'
import { checkOutForPartner, checkoutAtOnce, choose } from './checkout-at-once.ts'
import { checkCode } from './codes.ts'
import { limitCodes } from './code-guard.ts'
import { readEventMap, type MapRequest } from './event-map.ts'
import type { LiveMaps } from './live/live-maps.ts'
import { showRoutes } from './show-routes.ts'
import { typesOfEvent } from './types-of-event.ts'
import { reserveBest } from './reserve-best.ts'
import { findLayout } from './sale.ts'

/** The calls for choosing places at an event, and for its map. */
export function eventRoutes(
  ports: OrderPorts,
  live: LiveMaps,
  catalogue: CataloguePorts,
): readonly Implementation[] {
  const answer = async (context: CallContext, taken: Result<Order, ErrorCode>) =>
    taken.ok
      ? ok({ ...(await presentOrder(context, ports, taken.value)), ...openedSession(context) })
      : taken

  const atOnce = { orders: ports, boards: live.boards }

  return [
    ...showRoutes(catalogue),
    writingSession(
      implement(calls.chooseSeat, async (context, { body }) =>
        answer(context, await choose(context, live.boards, body)),
      ),
    ),
    implement(calls.reserve, async (context, { body }) =>
      answer(context, await choose(context, live.boards, body)),
    ),
    implement(calls.reserveRandom, async (context, { body }) =>
      answer(
        context,
        await reserveBest(context, live.boards, body, (wanted, work) =>
          limitCodes(context, wanted, work),
        ),
      ),
    ),
    implement(calls.checkoutNew, (context, { body }) =>
      checkoutAtOnce(context, atOnce, body, body),
    ),
    implement(calls.integrationCheckOut, async (context, { body }) => {
      // Only partners' keys may use this call; the web shop has no external reference.
      if (context.channel === 'web') return fail('IntegrationChannelNotFound')
      return checkOutForPartner(context, atOnce, body)
    }),
    implement(calls.internationalTicketTypes, (context, { query }) =>
      typesOfEvent(context, query.eventId, (type) => isForeign(type.currency)),
    ),
    implement(calls.eventMap, (context, { query }) => guardedMap(context, query)),
    implement(calls.olderEventMap, (context, { query }) => guardedMap(context, query)),
    implement(calls.validateAccessCode, (context, { body }) => checkCode(context, body)),
    implement(calls.liveEventMap, async (context, { query }) => {
      const after = sequenceOf(context.lastEventId) ?? query.after
      const follow = await limitCodes(context, query, () =>
        live.follow(context, { ...query, after }),
      )
      return follow.ok
        ? ok({ contentType: 'text/event-stream; charset=utf-8', follow: follow.value })
        : follow
    }),
    implement(calls.layoutContent, async (context, { params }) => {
      const expanded = await findLayout(context, params.digest)
      return expanded ? ok(shareReply(expanded.layout)) : fail('NotFound')
    }),
  ]
}

/** A browser sends the id of the last event it received; other values are ignored. */
function sequenceOf(lastEventId: string | undefined): number | undefined {
  return lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId)
    ? Number(lastEventId)
    : undefined
}

async function guardedMap(
  context: CallContext,
  request: MapRequest,
): Promise<Result<EventMapView, ErrorCode>> {
  return limitCodes(context, request, () => readEventMap(context, request))
}
