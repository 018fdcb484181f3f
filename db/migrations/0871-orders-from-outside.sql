-- Orders that were not sold here: imported with their reference elsewhere, given to an outside channel, kept back, or printed
-- in advance. No money of theirs is in the ledger; what was paid elsewhere is stored with the line (`detail.elsewhereMinor`).
create table outside_order (
  order_id bigint primary key references orders,
  merchant_id integer not null,
  seller text not null default '',
  reference text not null,
  digest text not null,
  created_by uuid,
  created_at timestamptz not null,
  unique (merchant_id, seller, reference)
);
comment on column outside_order.seller is 'The outside channel; empty: the organiser itself';
comment on column outside_order.reference is 'Its number there: the same reference is imported once';
comment on column outside_order.digest is 'Of the imported rows: the same reference with other rows is refused';
comment on column outside_order.created_by is 'Who of the organiser''s staff; null: an operator';

-- Codes that were printed elsewhere, accepted at the entrance of their item beside our own.
create table outside_code (
  ticket_id bigint primary key references ticket,
  source text not null,
  item_id integer not null,
  code text not null check (code ~ '^[0-9A-Z]{4,64}$'),
  unique (source, item_id, code)
);

create view ticket_outside_code as select ticket_id, source, item_id, code from outside_code;

create or replace view ticket_summary as
  select id as ticket_id, identifier, order_id, order_line_id, line_unit, offering_id, source, item_id, leg_from,
    leg_to, ticket_type_id, issue_number, status, used_at, used_gate, row_label, seat_label, section_name,
    changed_transaction,
    exists (select 1 from ticket_without_place w where w.ticket_id = ticket.id) as is_without_place,
    use_count,
    (select code from outside_code c where c.ticket_id = ticket.id) as outside_code
  from ticket;

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
        (l.detail ->> 'givenBackMinor')::bigint, l.unit_price_minor) end as earned_minor,
    coalesce((l.detail ->> 'elsewhereMinor')::bigint, 0) as elsewhere_minor,
    l.detail ? 'elsewhereMinor' as is_elsewhere
  from ticket t
  join order_line l on l.id = t.order_line_id
  join orders o on o.id = t.order_id
  left join line_discount d on d.order_line_id = t.order_line_id and d.line_unit = t.line_unit
  left join ticket_type type on t.source = 'event' and type.id = t.ticket_type_id;

alter table merchant_sale
  add column elsewhere_count integer not null default 0,
  add column elsewhere_minor bigint not null default 0;
comment on column merchant_sale.elsewhere_count is 'Of the valid tickets: those that were sold elsewhere';
comment on column merchant_sale.elsewhere_minor is 'Paid for them elsewhere; no money of the platform';
alter table merchant_sale_visit
  add column elsewhere_count integer not null default 0,
  add column elsewhere_minor bigint not null default 0;
