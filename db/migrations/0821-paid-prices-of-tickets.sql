-- The same rounding as the refund of a part of a price (flows/returns): the refunded share is cut towards zero.
create function after_part(amount bigint, given_back bigint, price bigint) returns bigint
language sql immutable parallel safe as $$
  select case when given_back is null or price = 0 then amount else amount - amount * given_back / price end
$$;

-- What was paid for each ticket, what was taken off, and what its organiser earns of it (docs/figures.md).
create or replace view ticket_sale as
  select t.id as ticket_id, t.source, t.item_id, t.ticket_type_id, l.merchant_id, t.issued_at,
    date_trunc('hour', t.issued_at, 'UTC') as hour, t.status, t.used_at is not null as is_used,
    l.unit_price_minor, o.channel, o.currency, t.changed_transaction,
    coalesce(type.zone, t.section_name ->> 'en', '') as zone, t.order_id,
    l.detail ?| array['isGoods', 'isBaggage'] as is_goods,
    t.use_count + (t.used_at is not null)::integer as admission_count,
    coalesce(d.merchant_minor, 0) as merchant_discount_minor,
    coalesce(d.house_minor, 0) as house_discount_minor,
    coalesce(d.advance_minor, 0) as advance_minor,
    l.unit_price_minor - coalesce(d.merchant_minor + d.house_minor + d.advance_minor, 0) as paid_minor,
    case when l.detail ? 'earner' then 0
      else after_part(l.unit_price_minor - coalesce(d.merchant_minor, 0),
        (l.detail ->> 'givenBackMinor')::bigint, l.unit_price_minor) end as earned_minor
  from ticket t
  join order_line l on l.id = t.order_line_id
  join orders o on o.id = t.order_id
  left join line_discount d on d.order_line_id = t.order_line_id and d.line_unit = t.line_unit
  left join ticket_type type on t.source = 'event' and type.id = t.ticket_type_id;
