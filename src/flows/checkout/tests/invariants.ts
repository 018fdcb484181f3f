import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** The invariants of money and places, checked from outside; each entry names a violation. */
export async function findBrokenInvariants(context: Context): Promise<string[]> {
  const { rows } = await sql<{ broken: string }>`
    select 'ledger off balance in ' || currency as broken
      from ledger_posting p join ledger_account a on a.id = p.account_id
      group by currency having sum(amount_minor) <> 0
    union all
    select 'captured without tickets or refund: ' || p.id
      from payment p join orders o on o.order_key = p.order_key
      where p.captured_minor is not null
        and not exists (select from refund r where r.payment_id = p.id and r.state <> 'failed' and r.reason <> 'surplus')
        and (o.status <> 1 or not exists (select from ticket t where t.order_id = o.id))
    union all
    select 'refunds exceed what was taken: ' || p.id
      from payment p join refund r on r.payment_id = p.id
      group by p.id having sum(r.amount_minor) > p.captured_minor
    union all
    select 'tickets and refund of one payment: ' || o.order_number
      from orders o join payment p on p.order_key = o.order_key and p.captured_minor is not null
      where exists (select from ticket t where t.order_id = o.id)
      group by o.id having count(*) - count(*) filter (where exists (
        select from refund r where r.payment_id = p.id and r.reason <> 'surplus')) <> 1
    union all
    select 'two tickets for place ' || offering_id || '/' || place_id
      from ticket, generate_series(leg_from, leg_to - 1) as leg
      where place_id is not null and status = 1
      group by offering_id, place_id, leg having count(*) > 1
    union all
    select 'ticket for a place that is not sold: ' || t.id
      from ticket t join place_leg l on l.offering_id = t.offering_id and l.place_id = t.place_id
        and l.leg >= t.leg_from and l.leg < t.leg_to
      where t.place_id is not null and l.state <> 2
    union all
    select 'sold place without a ticket: ' || l.offering_id || '/' || l.place_id
      from place_leg l where l.state = 2 and not exists (
        select from ticket t where t.offering_id = l.offering_id and t.place_id = l.place_id
          and l.leg >= t.leg_from and l.leg < t.leg_to)
    union all
    select 'pool sold for nobody: ' || h.hold_id
      from pool_hold h where h.state = 2 and not exists (
        select from order_line l join ticket t on t.order_line_id = l.id where l.hold_id = h.hold_id)
    union all
    select 'processed without tickets: ' || order_number
      from orders o where o.status = 1 and not exists (select from ticket t where t.order_id = o.id)
    union all
    select 'settled order still owes ' || a.code
      from ledger_account a join ledger_posting p on p.account_id = a.id
      where a.code like 'order:%' and not exists (
        select from payment y join refund r on r.payment_id = y.id
        where r.state = 'pending' and 'order:' || y.order_key = a.code)
      group by a.id having sum(p.amount_minor) <> 0
  `.execute(context.db)
  return rows.map((row) => row.broken)
}
