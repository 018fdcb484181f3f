import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  cancelEvent,
  moveEvent,
  readEventFacts,
  readProgramme,
} from '#modules/catalogue/server/public-api.ts'
import { eventTicketSource, sourceName } from '#modules/events/server/public-api.ts'
import { changeSaleRules } from '#modules/inventory/server/public-api.ts'
import { readPolicies } from '#modules/returns/server/public-api.ts'
import { cancelItem, notifyHolders } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { refundEndOfMove, tellMove } from './move-terms.ts'

type Refusal = 'NotFound' | 'EventNotActive' | 'BadRequest'

/** Cancels a date, stops its sale and logs the operator; the worker refunds the orders. */
export async function cancelEventAndSale(
  context: Context,
  eventId: number,
  reason: LocalizedText,
): Promise<Result<null, Refusal>> {
  return inTransaction(context, async (inside) => {
    const wanted = { showIds: [], showSlugs: [], eventIds: [eventId], isLocked: true }
    const [event] = (await readProgramme(inside, wanted)).events
    if (!event) return fail('NotFound')
    if (!(await cancelEvent(inside, eventId, reason))) return fail('EventNotActive')
    const { offeringId, startsAt } = event
    const item = { source: sourceName, itemId: eventId, offeringId }
    await cancelItem(inside, { ...item, reason, lastStart: startsAt })
    await logOperatorAction(inside, {
      action: 'operator.cancel-event',
      subject: `event ${eventId}`,
      detail: { reason },
    })
    const sources = [eventTicketSource]
    await notifyHolders(inside, { sources }, { ...item, change: 'cancelled' })
    return ok(null)
  })
}

/** Reschedules an active date to another future time; holders are notified and may get a full refund. */
export async function rescheduleEvent(
  context: Context,
  eventId: number,
  startsAt: Date,
): Promise<Result<null, Refusal>> {
  const now = context.clock.now()
  if (startsAt <= now) {
    const message = 'The new date has passed'
    return fail('BadRequest', { fields: [{ path: 'body.startsAt', message }] })
  }
  return inTransaction(context, async (inside) => {
    const wanted = { showIds: [], showSlugs: [], eventIds: [eventId], isLocked: true }
    const [event] = (await readProgramme(inside, wanted)).events
    const [facts] = await readEventFacts(inside, [eventId])
    if (!event || !facts) return fail('NotFound')
    const fullRefundUntil = refundEndOfMove(inside, await readPolicies(inside), facts)
    if (!(await moveEvent(inside, eventId, { startsAt, fullRefundUntil })))
      return fail('EventNotActive')
    const before = event.startsAt
    const { offeringId, isOnSale, placesPerOrderMax, salesOpenAt, salesCloseAt } = event
    // A sale that closed at the start closes at the new start.
    const closesAt = salesCloseAt?.getTime() === event.startsAt.getTime() ? startsAt : salesCloseAt
    await changeSaleRules(inside, [
      { offeringId, isOnSale, placesPerOrderMax, salesOpenAt, salesCloseAt: closesAt },
    ])
    await logOperatorAction(inside, {
      action: 'operator.move-event',
      subject: `event ${eventId}`,
      detail: { from: event.startsAt, to: startsAt },
    })
    await tellMove(inside, { eventId, offeringId, startsBefore: before, startsAt, fullRefundUntil })
    return ok(null)
  })
}
