import { ok } from '#kernel/result.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../../rating-contract.ts'
import type { TicketPorts } from '../ports.ts'
import { rateOrder, readRating } from './rate-order.ts'
import { readRatings } from './read-ratings.ts'

/** The calls of ratings. */
export function ratingRoutes(ports: TicketPorts): readonly Implementation[] {
  return [
    implement(calls.rateOrder, (context, { body }) => rateOrder(context, ports, body)),
    implement(calls.readOrderRating, (context, { query }) => readRating(context, ports, query)),
    implement(calls.listRatings, requireOperator, async (context, { query }) =>
      ok(await readRatings(context, query.source, query.itemId)),
    ),
  ]
}
