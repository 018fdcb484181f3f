/**
 * A supplier says that flights have changed. It is believed no further than that: the booking is asked about in the next
 * round, before all others.
 */
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { supplierOf, type FlightPorts } from '../ports.ts'
import type { SupplierName } from '../supplier.ts'

const eventDays = 3

/** `SignatureInvalid` for what is not from the supplier; a repeated event changes nothing. */
export async function hearEvent(
  context: Context,
  ports: Pick<FlightPorts, 'suppliers'>,
  name: SupplierName,
  sent: { readonly text: string; readonly signature: string } | undefined,
): Promise<Result<{ accepted: true }, 'SignatureInvalid'>> {
  const event = sent && supplierOf(ports, name)?.readEvent?.(context, sent)
  if (!event) return fail('SignatureInvalid')
  return inTransaction(context, async ({ db, clock }) => {
    const heard = await sql`
      insert into flight_supplier_event (supplier, event_id, heard_at)
      values (${name}, ${event.id}, ${clock.now()}) on conflict do nothing`.execute(db)
    if (heard.numAffectedRows === 1n && event.changedReference !== null)
      await sql`
        update flight_booking set changes_checked_at = null
        where supplier = ${name} and reference = ${event.changedReference} and state = 'ticketed'
      `.execute(db)
    return ok({ accepted: true as const })
  })
}

/** Of events that are too old to be sent again. */
export async function forgetEvents({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - eventDays * 86_400_000)
  const { numAffectedRows } = await sql`
    delete from flight_supplier_event where heard_at < ${before}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
