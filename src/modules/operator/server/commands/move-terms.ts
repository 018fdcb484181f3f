/** What whoever bought a date with its former time has after a move, whichever way it is moved. */
import type { EventFacts } from '#modules/catalogue/server/public-api.ts'
import { eventTicketSource, sourceName } from '#modules/events/server/public-api.ts'
import {
  keepFormerStart,
  keepPromisedRefund,
  policyFor,
  refundEndToTell,
  type ReturnPolicy,
} from '#modules/returns/server/public-api.ts'
import { notifyHolders } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'

const dayMilliseconds = 86_400_000

/** Until when everything is refunded after a move that is decided now; an earlier move may have promised more. */
export function refundEndOfMove(
  { clock }: Pick<Context, 'clock'>,
  policies: readonly ReturnPolicy[],
  { eventId, categoryKind, fullRefundUntil }: EventFacts,
): Date {
  const item = { source: sourceName, itemId: eventId, merchantId: null, categoryKind }
  const { movedRefundDays } = policyFor(policies, item)
  const untilNow = new Date(clock.now().getTime() + movedRefundDays * dayMilliseconds)
  return fullRefundUntil && fullRefundUntil > untilNow ? fullRefundUntil : untilNow
}

/**
 * Keeps the start that was sold and the full refund, and tells the holders, in the transaction of the move. Also for a
 * date without tickets: its places may have been chosen a moment ago, or be paid late.
 */
export async function tellMove(
  context: Context,
  move: {
    readonly eventId: number
    readonly offeringId: number
    readonly startsBefore: Date
    readonly startsAt: Date
    readonly fullRefundUntil: Date
  },
): Promise<void> {
  const { offeringId, startsBefore, startsAt, fullRefundUntil } = move
  const item = { source: sourceName, itemId: move.eventId }
  await keepFormerStart(context, { ...item, startsAt: startsBefore })
  const until = refundEndToTell({ until: fullRefundUntil, startsAt, movedFrom: startsBefore })
  await keepPromisedRefund(context, { ...item, legFrom: 0, legTo: 1, until })
  await notifyHolders(
    context,
    { sources: [eventTicketSource] },
    { ...item, offeringId, change: 'moved', startsBefore: { '*': startsBefore.toISOString() } },
  )
}
