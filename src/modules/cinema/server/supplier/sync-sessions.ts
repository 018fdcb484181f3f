/** Applies movements and cancellations of sessions in the external cinema system here, and notifies ticket holders. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { cancelScreening } from '../office/cancel-screening.ts'
import { reschedule } from '../office/move-screening.ts'
import { operatorScope } from '../office/scope.ts'
import { lockScreening } from '../office/slots.ts'
import { invalidateProgramme, readScreeningRows } from '../programme.ts'
import type { CinemaSupplier, SupplierSession } from './port.ts'

const cancellationReason: LocalizedText = {
  ka: 'კინოთეატრმა სეანსი გააუქმა.',
  en: 'The cinema has cancelled the screening.',
}

/**
 * Compares the supplier's sessions with ours and applies changes: ticket holders are notified of a new time and may return
 * their tickets; cancelled sessions are refunded. Sessions that are missing in the list stay unchanged. Returns the number
 * of changed sessions; null without a reply.
 */
export async function syncSessions(
  context: Context,
  supplier: CinemaSupplier,
): Promise<number | null> {
  const answer = await supplier.listSessions()
  if (answer.kind !== 'answered') return null
  const theirs = new Map(answer.value.map((session) => [session.sessionId, session]))
  const ours = await readScreeningRows(
    context,
    sql`s.supplier = ${supplier.name} and s.cancelled_at is null and s.starts_at > ${context.clock.now()}
      and s.supplier_session = any(${[...theirs.keys()]}::text[])`,
  )
  let changed = 0
  for (const { screeningId, supplierSession, startsAt } of ours) {
    const session = theirs.get(supplierSession ?? '')
    if (session?.isCancelled) {
      changed += Number(await cancel(context, supplier.name, screeningId))
    } else if (session && session.startsAt.getTime() !== startsAt.getTime())
      changed += Number(await rescheduleSession(context, screeningId, session))
  }
  if (changed > 0) invalidateProgramme(context)
  return changed
}

/** Cancels a screening and marks its bookings as refunded by the supplier, as the nightly comparison expects. */
async function cancel(context: Context, supplier: string, screeningId: number): Promise<boolean> {
  const cancelled = await inTransaction(context, async (inside) => {
    const request = { screeningId, reason: cancellationReason, supplier }
    const done = await cancelScreening(inside, operatorScope, request)
    if (done.ok)
      await sql`
        update supplier_booking set refunded_place_ids = place_ids, updated_at = ${inside.clock.now()}
        where screening_id = ${screeningId} and state = 'confirmed'`.execute(inside.db)
    return done
  })
  return cancelled.ok && cancelled.value.isNew
}

/** Reschedules a screening unless a concurrent run has done so. Returns whether it did. */
async function rescheduleSession(
  context: Context,
  screeningId: number,
  { startsAt }: SupplierSession,
): Promise<boolean> {
  const changed = await inTransaction(context, async (inside) => {
    const screening = await lockScreening(inside, operatorScope, screeningId)
    if (!screening || screening.cancelledAt !== null || startsAt <= inside.clock.now())
      return ok(false)
    if (screening.startsAt.getTime() === startsAt.getTime()) return ok(false)
    await reschedule(inside, screening, startsAt)
    return ok(true)
  })
  return changed.value
}
