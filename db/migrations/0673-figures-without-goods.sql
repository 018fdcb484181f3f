-- Goods of a bar are sold with tickets but admit nobody: figures count their amounts and not them.
create or replace view ticket_sale as
  select t.id as ticket_id, t.source, t.item_id, t.ticket_type_id, l.merchant_id, t.issued_at,
    date_trunc('hour', t.issued_at, 'UTC') as hour, t.status, t.used_at is not null as is_used,
    l.unit_price_minor, o.channel, o.currency, t.changed_transaction,
    coalesce(type.zone, t.section_name ->> 'en', '') as zone, t.order_id, l.detail ? 'isGoods' as is_goods
  from ticket t
  join order_line l on l.id = t.order_line_id
  join orders o on o.id = t.order_id
  left join ticket_type type on t.source = 'event' and type.id = t.ticket_type_id;

-- The same condition as in 0664: products of the cinema bar have type ids from 100 on.
update merchant_sale set ticket_count = 0, ended_count = 0, used_count = 0
where source = 'cinema' and ticket_type_id >= 100;

with goods as (
  select t.merchant_id, t.source, t.item_id, t.hour, v.visit, count(*) as ticket_count,
    count(*) filter (where t.status <> 1) as ended_count, count(*) filter (where t.is_used) as used_count
  from ticket_sale t join order_visit v on v.order_id = t.order_id
  where t.is_goods and t.merchant_id is not null and t.currency = 'GEL'
  group by 1, 2, 3, 4, 5)
update merchant_sale_visit s
set ticket_count = s.ticket_count - g.ticket_count, ended_count = s.ended_count - g.ended_count,
  used_count = s.used_count - g.used_count
from goods g
where (s.merchant_id, s.source, s.item_id, s.hour, s.visit) = (g.merchant_id, g.source, g.item_id, g.hour, g.visit)
  and s.ticket_count >= g.ticket_count and s.ended_count >= g.ended_count and s.used_count >= g.used_count;
