import { fail, ok } from '#kernel/result.ts'
import { readEventFacts, readProgramme } from '#modules/catalogue/server/public-api.ts'
import { sourceName } from '#modules/events/server/public-api.ts'
import { countValidTickets } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { cancelOfficeEvent, moveOfficeEvent, readEventState } from '../cancel-contract.ts'
import { cancelEventAndSale, rescheduleEvent } from './commands/cancel-event.ts'

/** Calls for cancelled and rescheduled dates. */
export const cancelRoutes: readonly Implementation[] = [
  implement(readEventState, requireOperator, (context, { params }) =>
    read(context, params.eventId),
  ),
  implement(cancelOfficeEvent, requireOperator, async (context, { params, body }) => {
    const reason = { ka: body.reasonKa, en: body.reasonEn }
    const done = await cancelEventAndSale(context, params.eventId, reason)
    return done.ok ? read(context, params.eventId) : done
  }),
  implement(moveOfficeEvent, requireOperator, async (context, { params, body }) => {
    const done = await rescheduleEvent(context, params.eventId, new Date(body.startsAt))
    return done.ok ? read(context, params.eventId) : done
  }),
]

async function read(context: Context, eventId: number) {
  const wanted = { showIds: [], showSlugs: [], eventIds: [eventId] }
  const [event] = (await readProgramme(context, wanted)).events
  const [facts] = await readEventFacts(context, [eventId])
  if (!event || !facts) return fail('NotFound')
  // A date may be moved back to its first day.
  const isMoved = facts.movedFrom?.getTime() !== facts.startsAt.getTime()
  return ok({
    cancelledAt: facts.cancelledAt?.toISOString() ?? null,
    movedFrom: isMoved ? (facts.movedFrom?.toISOString() ?? null) : null,
    fullRefundUntil: facts.fullRefundUntil?.toISOString() ?? null,
    validTickets: await countValidTickets(context, {
      source: sourceName,
      itemId: eventId,
      offeringId: event.offeringId,
    }),
  })
}
