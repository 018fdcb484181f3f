import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Limits the check to these orders and the places of these offerings. */
export interface Scope {
  readonly orderKeys: readonly string[]
  readonly offeringIds: readonly number[]
}

/** The invariants of money and places, checked from outside; each entry names a violation. */
export async function findBrokenInvariants(context: Context, scope?: Scope): Promise<string[]> {
  const order = (key: string): RawBuilder<unknown> =>
    scope ? sql`${sql.ref(key)} = any(${scope.orderKeys}::uuid[])` : sql`true`
  const offering = (id: string): RawBuilder<unknown> =>
    scope ? sql`${sql.ref(id)} = any(${scope.offeringIds}::bigint[])` : sql`true`
  const account = scope
    ? sql`a.code = any(${scope.orderKeys.map((key) => `order:${key}`)}::text[])`
    : sql`a.code like 'order:%'`
  const { rows } = await sql<{ broken: string }>`
    select 'ledger off balance in ' || currency as broken
      from ledger_posting p join ledger_account a on a.id = p.account_id
      where ${!scope}
      group by currency having sum(amount_minor) <> 0
    union all
    select 'captured without tickets or refund: ' || p.id
      from payment p join orders o on o.order_key = p.order_key
      where p.captured_minor is not null and ${order('p.order_key')}
        and not exists (select from refund r where r.payment_id = p.id and r.state <> 'failed' and r.reason <> 'surplus')
        and (o.status not in (1, 12) or not exists (select from ticket t where t.order_id = o.id))
    union all
    select 'refunds exceed what was taken: ' || p.id
      from payment p join refund r on r.payment_id = p.id
      where ${order('p.order_key')}
      group by p.id having sum(r.amount_minor) > p.captured_minor
    union all
    select 'tickets and refund of one payment: ' || o.order_number
      from orders o join payment p on p.order_key = o.order_key and p.captured_minor is not null
      where ${order('o.order_key')} and exists (select from ticket t where t.order_id = o.id)
      group by o.id having count(*) - count(*) filter (where exists (
        select from refund r where r.payment_id = p.id and r.reason not in ('surplus', 'tickets'))) <> 1
    union all
    select 'an order counts other than its returns: ' || o.order_number
      from orders o where ${order('o.order_key')} and o.returned_minor <> coalesce(
        (select sum(r.amount_minor) from ticket_return r where r.order_id = o.id), 0)
    union all
    select 'a ticket that went back is good, or the other way round: ' || t.identifier
      from ticket t where ${offering('t.offering_id')} and (t.status = 1) = exists (
        select from ticket_return_item i where i.ticket_id = t.id)
    union all
    select 'two tickets for place ' || offering_id || '/' || place_id
      from ticket, generate_series(leg_from, leg_to - 1) as leg
      where place_id is not null and status = 1 and ${offering('offering_id')}
      group by offering_id, place_id, leg having count(*) > 1
    union all
    select 'ticket for a place that is not sold: ' || t.id
      from ticket t join place_leg l on l.offering_id = t.offering_id and l.place_id = t.place_id
        and l.leg >= t.leg_from and l.leg < t.leg_to
      where t.place_id is not null and t.status = 1 and l.state <> 2 and ${offering('t.offering_id')}
    union all
    select 'sold place without a ticket: ' || l.offering_id || '/' || l.place_id
      from place_leg l where l.state = 2 and ${offering('l.offering_id')} and not exists (
        select from ticket t where t.offering_id = l.offering_id and t.place_id = l.place_id
          and l.leg >= t.leg_from and l.leg < t.leg_to and t.status = 1)
    union all
    select 'pool sold to others than its tickets: ' || h.hold_id
      from pool_hold h where h.state = 2 and ${offering('h.offering_id')} and h.quantity <> (
        select count(*) from order_line l join ticket t on t.order_line_id = l.id
        where l.hold_id = h.hold_id and t.pool_id = h.pool_id and t.offering_id = h.offering_id
          and t.leg_from = h.leg_from and t.leg_to = h.leg_to and t.status = 1)
    union all
    select 'processed without tickets: ' || order_number
      from orders o where o.status in (1, 12) and ${order('o.order_key')}
        and not exists (select from ticket t where t.order_id = o.id and t.status = 1)
    union all
    select 'settled order still owes ' || a.code
      from ledger_account a join ledger_posting p on p.account_id = a.id
      where ${account} and not exists (
        select from payment y join refund r on r.payment_id = y.id
        where r.state = 'pending' and 'order:' || y.order_key = a.code)
      group by a.id having sum(p.amount_minor) <> 0
  `.execute(context.db)
  return rows.map((row) => row.broken)
}
