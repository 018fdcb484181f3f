-- Passes let in several times: their admissions are counted, for figures and lists. Their `used_at` stays null.
alter table ticket add use_count integer not null default 0 check (use_count >= 0);
comment on column ticket.use_count is 'Admissions with a ticket of several uses that are not reverted';

create or replace view ticket_summary as
  select id as ticket_id, identifier, order_id, order_line_id, line_unit, offering_id, source, item_id, leg_from,
    leg_to, ticket_type_id, issue_number, status, used_at, used_gate, row_label, seat_label, section_name,
    changed_transaction,
    exists (select 1 from ticket_without_place w where w.ticket_id = ticket.id) as is_without_place,
    use_count
  from ticket;

create or replace view ticket_sale as
  select t.id as ticket_id, t.source, t.item_id, t.ticket_type_id, l.merchant_id, t.issued_at,
    date_trunc('hour', t.issued_at, 'UTC') as hour, t.status, t.used_at is not null as is_used,
    l.unit_price_minor, o.channel, o.currency, t.changed_transaction,
    coalesce(type.zone, t.section_name ->> 'en', '') as zone, t.order_id,
    l.detail ?| array['isGoods', 'isBaggage'] as is_goods,
    t.use_count + (t.used_at is not null)::integer as admission_count
  from ticket t
  join order_line l on l.id = t.order_line_id
  join orders o on o.id = t.order_id
  left join ticket_type type on t.source = 'event' and type.id = t.ticket_type_id;

-- Changed tickets are counted again in the figures.
update ticket t set use_count = s.use_count
from (
  select ticket_id, count(*) as use_count from entrance_scan
  where has_several_uses and outcome = 'Admitted' and undone_at is null group by ticket_id) s
where t.id = s.ticket_id;
