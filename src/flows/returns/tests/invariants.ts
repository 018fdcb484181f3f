import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'

/** Checks the invariants of returns when no refund is under way. */
export async function brokenInvariants(context: Context): Promise<unknown[]> {
  const { rows } = await sql`
    select 'more went back than was paid' as breach, o.order_number as what
      from orders o where o.returned_minor > (select sum(l.amount_minor)
        from order_line l where l.order_id = o.id and l.kind not in ('Balance', 'Exchange'))
    union all
    select 'an order counts other than its returns', o.order_number
      from orders o where o.returned_minor <> coalesce(
        (select sum(r.amount_minor) from ticket_return r where r.order_id = o.id), 0)
    union all
    select 'an order still owes', a.code
      from ledger_account a join ledger_posting p on p.account_id = a.id
      where a.code like 'order:%' group by a.id having sum(p.amount_minor) <> 0
    union all
    select 'refunds are not the card part of their return', r.id::text
      from ticket_return r where r.card_minor <> coalesce((select sum(f.amount_minor)
        from ticket_return_refund l join refund f on f.id = l.refund_id where l.return_id = r.id), 0)
    union all
    select 'a place is sold without one good ticket', l.offering_id || '/' || l.place_id || ' leg ' || l.leg
      from place_leg l where l.state = 2 and (select count(*) from ticket t
        where t.offering_id = l.offering_id and t.place_id = l.place_id and t.status = 1
          and l.leg >= t.leg_from and l.leg < t.leg_to)
        + (select count(*) from order_confirmation c join order_line w on w.order_id = c.order_id
          and w.source = c.source and w.item_id = c.item_id and w.leg_from = c.leg_from and w.leg_to = c.leg_to
        where c.state = 'pending' and w.kind = 'Ticket' and w.offering_id = l.offering_id
          and w.place_id = l.place_id and l.leg >= w.leg_from and l.leg < w.leg_to) <> 1
    union all
    select 'a good ticket has no place', t.identifier
      from ticket t join place_leg l on l.offering_id = t.offering_id and l.place_id = t.place_id
        and l.leg >= t.leg_from and l.leg < t.leg_to
      where t.status = 1 and l.state <> 2
    union all
    select 'a pool counts other than its good tickets', p.offering_id || '/' || p.pool_id || ' leg ' || p.leg
      from pool_leg p where p.taken <> (select count(*) from ticket t
        where t.offering_id = p.offering_id and t.pool_id = p.pool_id and t.status = 1
          and p.leg >= t.leg_from and p.leg < t.leg_to)
        + (select coalesce(sum(w.quantity), 0) from order_confirmation c join order_line w on w.order_id = c.order_id
          and w.source = c.source and w.item_id = c.item_id and w.leg_from = c.leg_from and w.leg_to = c.leg_to
        where c.state = 'pending' and w.kind = 'Ticket' and w.offering_id = p.offering_id
          and w.pool_id = p.pool_id and p.leg >= w.leg_from and p.leg < w.leg_to)
    union all
    select 'a ticket that went back is good, or the other way round', t.identifier
      from ticket t where (t.status = 1) = exists (
        select from ticket_return_item i where i.ticket_id = t.id)
    union all
    select 'a paid order waits for nothing', o.order_number from orders o
      where (o.status = 11) <> exists (
        select from order_confirmation c where c.order_id = o.id and c.state = 'pending')
    union all
    select 'a confirmed unit has no ticket with a number, or two fates', o.order_number
      from order_confirmation c join orders o on o.id = c.order_id
      join order_line l on l.order_id = o.id and l.kind = 'Ticket' and l.source = c.source
        and l.item_id = c.item_id and l.leg_from = c.leg_from and l.leg_to = c.leg_to
      where (select count(*) from ticket t where t.order_line_id = l.id and t.booking_number is not null)
        <> case when c.state = 'confirmed' then l.quantity else 0 end
    union all
    select 'a refusal without its money back, or the other way round', c.id::text
      from order_confirmation c where (c.state = 'refused') <> exists (
        select from ticket_return r where r.id = c.id and r.kind = 'refused')
  `.execute(context.db)
  return [...rows, ...(await ledgerViolations(context))]
}
