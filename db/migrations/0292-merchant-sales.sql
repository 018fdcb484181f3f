-- What was sold, hour by hour, for the statistics of merchants. Rows are made anew from the tickets of an hour whenever
-- one of them changes, so they are a plain recount that is kept (modules/merchant).
create view ticket_sale as
  select t.id as ticket_id, t.source, t.item_id, t.ticket_type_id, l.merchant_id, t.issued_at,
    date_trunc('hour', t.issued_at, 'UTC') as hour, t.status, t.used_at is not null as is_used,
    l.unit_price_minor, o.channel, o.currency, t.changed_transaction,
    coalesce(type.zone, t.section_name ->> 'en', '') as zone
  from ticket t
  join order_line l on l.id = t.order_line_id
  join orders o on o.id = t.order_id
  left join ticket_type type on t.source = 'event' and type.id = t.ticket_type_id;

-- Changes are found by the transaction that made them; the hours that they are in, by the hour.
create index ticket_changed_transaction on ticket (changed_transaction);
create index ticket_item_issued on ticket (item_id, issued_at);

create table merchant_sale (
  merchant_id integer not null,
  source text not null,
  item_id integer not null,
  hour timestamptz not null,
  channel text not null,
  ticket_type_id integer not null,
  zone text not null,
  ticket_count integer not null,
  ended_count integer not null,
  used_count integer not null,
  sold_minor bigint not null,
  ended_minor bigint not null,
  primary key (merchant_id, source, item_id, hour, channel, ticket_type_id, zone)
);
create index merchant_sale_hour on merchant_sale (merchant_id, hour);
create index merchant_sale_bucket on merchant_sale (source, item_id, hour);
comment on column merchant_sale.hour is 'When the tickets were issued, to the hour in UTC';
comment on column merchant_sale.ended_count is 'Of them: returned, resold or cancelled since';
comment on column merchant_sale.sold_minor is 'Prices of the tickets without fees, before discounts, in tetri';

-- Up to which transaction changes are in the figures, exclusive.
create table merchant_sale_cursor (
  id integer primary key check (id = 1),
  next_transaction xid8 not null
);
insert into merchant_sale (merchant_id, source, item_id, hour, channel, ticket_type_id, zone, ticket_count,
  ended_count, used_count, sold_minor, ended_minor)
select merchant_id, source, item_id, hour, channel, ticket_type_id, zone, count(*), count(*) filter (where status <> 1),
  count(*) filter (where is_used), sum(unit_price_minor), coalesce(sum(unit_price_minor) filter (where status <> 1), 0)
from ticket_sale where merchant_id is not null and currency = 'GEL'
group by 1, 2, 3, 4, 5, 6, 7;
insert into merchant_sale_cursor values (1, pg_snapshot_xmin(pg_current_snapshot()));

create view ticket_change as select changed_transaction from ticket;
