/** Sessions that the outside cinema system moves or cancels are moved and cancelled here, with everybody told. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { cancelScreening } from '../office/cancel-screening.ts'
import { reschedule } from '../office/move-screening.ts'
import { houseScope } from '../office/scope.ts'
import { lockScreening } from '../office/slots.ts'
import { forgetProgramme, readScreeningRows } from '../programme.ts'
import type { CinemaSupplier, SupplierSession } from './port.ts'

const cancelledThere: LocalizedText = {
  ka: 'კინოთეატრმა სეანსი გააუქმა.',
  en: 'The cinema has cancelled the screening.',
}

/**
 * Compares the supplier's sessions with ours and takes over what it changed: another beginning is told to everybody who
 * has tickets, with all the money back at will; a cancelled session gives it back. A session that is not in its list is
 * left alone. Answers how many were changed; null without an answer.
 */
export async function followSessions(
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
      changed += Number(await follow(context, screeningId, session))
  }
  if (changed > 0) forgetProgramme(context)
  return changed
}

/** Its bookings are void there, so the nightly comparison expects them to be. */
async function cancel(context: Context, supplier: string, screeningId: number): Promise<boolean> {
  const cancelled = await inTransaction(context, async (inside) => {
    const request = { screeningId, reason: cancelledThere, supplier }
    const done = await cancelScreening(inside, houseScope, request)
    if (done.ok)
      await sql`
        update supplier_booking set refunded_place_ids = place_ids, updated_at = ${inside.clock.now()}
        where screening_id = ${screeningId} and state = 'confirmed'`.execute(inside.db)
    return done
  })
  return cancelled.ok && cancelled.value.isNew
}

/** Of two rounds at once one tells: whether it was this one. */
async function follow(
  context: Context,
  screeningId: number,
  { startsAt }: SupplierSession,
): Promise<boolean> {
  const followed = await inTransaction(context, async (inside) => {
    const screening = await lockScreening(inside, houseScope, screeningId)
    if (!screening || screening.cancelledAt !== null || startsAt <= inside.clock.now())
      return ok(false)
    if (screening.startsAt.getTime() === startsAt.getTime()) return ok(false)
    await reschedule(inside, screening, startsAt)
    return ok(true)
  })
  return followed.value
}
