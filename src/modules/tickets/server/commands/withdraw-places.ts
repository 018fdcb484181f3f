import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { ticketStatuses } from '../statuses.ts'
import type { Cancellation } from './cancel-item.ts'

/**
 * Marks the valid, unused tickets of these lines as tickets without a place, in the transaction that took their places:
 * they show the reason, and the worker refunds everything paid for them from `refundFrom` on. A ticket that was marked
 * before keeps its first date.
 */
export async function withdrawPlaces(
  context: Context,
  {
    lineIds,
    reason,
    refundFrom,
  }: {
    readonly lineIds: readonly number[]
    readonly reason: LocalizedText
    readonly refundFrom: Date
  },
): Promise<void> {
  invariant(context.db.isTransaction, 'tickets lose their places together with the places')
  if (lineIds.length === 0) return
  await sql`
    insert into ticket_without_place (ticket_id, reason, noted_at, refund_from)
    select id, ${JSON.stringify(reason)}::jsonb, ${context.clock.now()}, ${refundFrom} from ticket
    where order_line_id = any(${[...lineIds]}::bigint[]) and status = ${ticketStatuses.Active} and used_at is null
    on conflict (ticket_id) do nothing`.execute(context.db)
}

/** The tickets of these lines have a place again. */
export async function restorePlaces(context: Context, lineIds: readonly number[]): Promise<void> {
  invariant(context.db.isTransaction, 'tickets get their places together with the places')
  await sql`
    delete from ticket_without_place using ticket
    where ticket.id = ticket_without_place.ticket_id
      and ticket.order_line_id = any(${[...lineIds]}::bigint[])`.execute(context.db)
}

/** Since when and why tickets of these orders have no place, by ticket id; used ones count as carried. */
export async function readWithoutPlace(
  context: Pick<Context, 'db'>,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, Cancellation>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<Cancellation & { readonly ticketId: string }>`
    select w.ticket_id as "ticketId", w.noted_at as "cancelledAt", w.reason as "cancelReason"
    from ticket_without_place w join ticket t on t.id = w.ticket_id
    where t.order_id = any(${[...orderIds]}::bigint[]) and t.used_at is null`.execute(context.db)
  return new Map(rows.map(({ ticketId, ...cancellation }) => [Number(ticketId), cancellation]))
}

/** Customers who hold valid tickets of these lines: buyers, or receivers of transfers. */
export async function listHoldersOfLines(
  context: Pick<Context, 'db'>,
  lineIds: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(t.holder_customer_id, o.customer_id) as id
    from ticket t join order_summary o on o.order_id = t.order_id
    where t.order_line_id = any(${[...lineIds]}::bigint[]) and t.status = ${ticketStatuses.Active}
      and coalesce(t.holder_customer_id, o.customer_id) is not null
      and (t.holder_session_id is null or t.holder_customer_id is not null)`.execute(context.db)
  return rows.map(({ id }) => id)
}
