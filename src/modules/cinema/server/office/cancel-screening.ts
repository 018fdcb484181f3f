import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { cancelItem, notifyHolders } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { sourceName } from '../offer-source.ts'
import { invalidateProgramme } from '../programme.ts'
import { cinemaTicketSource } from '../ticket-source.ts'
import type { CinemaScope } from './scope.ts'
import { lockScreening } from './slots.ts'

/**
 * Cancels a screening: its sale ends, holders are notified and all tickets are refunded. A screening of an external system
 * is cancelled there first; `supplier` then names that system.
 */
export async function cancelScreening(
  context: Context,
  scope: CinemaScope,
  {
    screeningId,
    reason,
    supplier = null,
  }: {
    readonly screeningId: number
    readonly reason: LocalizedText
    /** The external system that has cancelled it. */
    readonly supplier?: string | null
  },
): Promise<Result<{ readonly screeningId: number; readonly isNew: boolean }, ErrorCode>> {
  const cancelled = await inTransaction(context, async (inside) => {
    const screening = await lockScreening(inside, scope, screeningId)
    if (!screening) return fail('NotFound')
    if (screening.supplier !== supplier) return fail('BadRequest')
    if (screening.cancelledAt !== null) return ok({ screeningId, isNew: false })
    await sql`update screening set cancelled_at = ${inside.clock.now()}, cancel_reason = ${JSON.stringify(reason)},
      updated_at = ${inside.clock.now()} where id = ${screeningId}`.execute(inside.db)
    const { offeringId, startsAt } = screening
    if (offeringId !== null) {
      const item = { source: sourceName, itemId: screeningId, offeringId }
      await cancelItem(inside, { ...item, reason, lastStart: startsAt })
      const sources = [cinemaTicketSource]
      await notifyHolders(inside, { sources }, { ...item, change: 'cancelled' })
    }
    await scope.log(inside, {
      action: 'cinema.cancel',
      subject: `screening ${screeningId}`,
      before: { startsAt },
      after: { reason: reason.en },
    })
    return ok({ screeningId, isNew: true })
  })
  if (cancelled.ok) invalidateProgramme(context)
  return cancelled
}
