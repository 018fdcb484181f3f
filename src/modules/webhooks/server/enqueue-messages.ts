import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { spanOfTicketChanges } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'

const enqueueLock = 5_118_803_251
/** Maximum number of orders per round. */
const ordersMax = 500

/**
 * Writes one message per active endpoint and order in which a ticket of its merchant has changed since the last round,
 * containing the current state of all that merchant's tickets. Changes are found by their transaction id, up to the
 * oldest open transaction, so that none is missed and sales never wait. Messages and cursor are written in one
 * transaction. Returns the number of messages.
 */
export async function enqueueMessages(context: Context): Promise<number> {
  const done = await inTransaction(context, async (inside) => {
    const { rows: locks } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${enqueueLock}) as "isOurs"`.execute(inside.db)
    if (!locks[0]?.isOurs) return ok(0)
    const { rows: cursors } = await sql<{ from: string }>`
      select next_transaction::text as from from webhook_cursor`.execute(inside.db)
    if (!cursors[0]) return ok(0)
    const span = await spanOfTicketChanges(inside, cursors[0].from, ordersMax)
    if (span.from === span.until) return ok(0)
    const now = inside.clock.now()
    const written = await sql`
      insert into webhook_message (message_id, endpoint_id, order_id, type, payload, next_attempt_at, created_at)
      select gen_random_uuid(), e.id, changed.order_id, 'tickets.changed',
        jsonb_build_object('type', 'tickets.changed', 'timestamp', ${now.toISOString()}::text, 'data', jsonb_build_object(
          'orderNumber', o.order_number, 'merchantId', e.merchant_id, 'tickets', (
            select jsonb_agg(jsonb_build_object('source', t.source, 'itemId', t.item_id, 'ticketTypeId', t.ticket_type_id,
              'ticketId', t.ticket_id, 'status', t.status, 'isUsed', t.is_used, 'admissionCount', t.admission_count, 'issuedAt', t.issued_at,
              'priceMinor', t.unit_price_minor,
              'discountMinor', t.merchant_discount_minor + t.house_discount_minor, 'paidByPassMinor', t.advance_minor,
              'paidMinor', t.paid_minor, 'currency', t.currency) order by t.ticket_id)
            from ticket_sale t where t.order_id = changed.order_id and t.merchant_id = e.merchant_id))),
        ${now}, ${now}
      from (
        select distinct order_id, merchant_id from ticket_sale
        where changed_transaction >= ${span.from}::xid8 and changed_transaction < ${span.until}::xid8
      ) as changed
      join webhook_endpoint e on e.merchant_id = changed.merchant_id and e.is_active
      join order_summary o on o.order_id = changed.order_id
      order by changed.order_id, e.id`.execute(inside.db)
    await sql`update webhook_cursor set next_transaction = ${span.until}::xid8`.execute(inside.db)
    return ok(Number(written.numAffectedRows ?? 0))
  })
  return done.value
}
