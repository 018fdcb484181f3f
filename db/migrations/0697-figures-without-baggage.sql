-- Baggage has a code of its own and admits nobody: figures count its amounts and not it, like goods of a bar (0673).
create or replace view ticket_sale as
  select t.id as ticket_id, t.source, t.item_id, t.ticket_type_id, l.merchant_id, t.issued_at,
    date_trunc('hour', t.issued_at, 'UTC') as hour, t.status, t.used_at is not null as is_used,
    l.unit_price_minor, o.channel, o.currency, t.changed_transaction,
    coalesce(type.zone, t.section_name ->> 'en', '') as zone, t.order_id,
    l.detail ?| array['isGoods', 'isBaggage'] as is_goods
  from ticket t
  join order_line l on l.id = t.order_line_id
  join orders o on o.id = t.order_id
  left join ticket_type type on t.source = 'event' and type.id = t.ticket_type_id;

-- The same condition as in 0696.
update merchant_sale set ticket_count = 0, ended_count = 0, used_count = 0
where source = 'transport' and ticket_type_id >= 1000000000;

with baggage as (
  select t.merchant_id, t.source, t.item_id, t.hour, v.visit, count(*) as ticket_count,
    count(*) filter (where t.status <> 1) as ended_count, count(*) filter (where t.is_used) as used_count
  from ticket_sale t join order_visit v on v.order_id = t.order_id
  where t.source = 'transport' and t.ticket_type_id >= 1000000000 and t.merchant_id is not null
    and t.currency = 'GEL'
  group by 1, 2, 3, 4, 5)
update merchant_sale_visit s
set ticket_count = s.ticket_count - b.ticket_count, ended_count = s.ended_count - b.ended_count,
  used_count = s.used_count - b.used_count
from baggage b
where (s.merchant_id, s.source, s.item_id, s.hour, s.visit) = (b.merchant_id, b.source, b.item_id, b.hour, b.visit)
  and s.ticket_count >= b.ticket_count and s.ended_count >= b.ended_count and s.used_count >= b.used_count;
