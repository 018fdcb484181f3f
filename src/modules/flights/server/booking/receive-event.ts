/**
 * Processes a supplier's event about changed flights. The event is only a hint: its booking is checked first in the next
 * round of schedule checks.
 */
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { supplierOf, type FlightPorts } from '../ports.ts'
import type { SupplierName } from '../supplier.ts'

const eventDays = 3

/** Fails with `SignatureInvalid` for unauthenticated requests. Repeated events have no effect. */
export async function receiveEvent(
  context: Context,
  ports: Pick<FlightPorts, 'suppliers'>,
  name: SupplierName,
  sent: { readonly text: string; readonly signature: string } | undefined,
): Promise<Result<{ accepted: true }, 'SignatureInvalid'>> {
  const event = sent && supplierOf(ports, name)?.readEvent?.(context, sent)
  if (!event) return fail('SignatureInvalid')
  return inTransaction(context, async ({ db, clock }) => {
    const inserted = await sql`
      insert into flight_supplier_event (supplier, event_id, heard_at)
      values (${name}, ${event.id}, ${clock.now()}) on conflict do nothing`.execute(db)
    if (inserted.numAffectedRows === 1n && event.changedReference !== null)
      await sql`
        update flight_booking set changes_checked_at = null
        where supplier = ${name} and reference = ${event.changedReference} and state = 'ticketed'
      `.execute(db)
    return ok({ accepted: true as const })
  })
}

/** Deletes events that are too old to be delivered again. */
export async function deleteOldEvents({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - eventDays * 86_400_000)
  const { numAffectedRows } = await sql`
    delete from flight_supplier_event where heard_at < ${before}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
