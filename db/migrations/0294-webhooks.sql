-- What merchants' own systems are told: where, what, and how each attempt went.
create table webhook_endpoint (
  id integer generated always as identity primary key,
  merchant_id integer not null references merchant,
  url text not null,
  secret bytea not null,
  is_active boolean not null default true,
  created_by uuid not null references staff,
  created_at timestamptz not null
);
create index webhook_endpoint_merchant on webhook_endpoint (merchant_id);

create table webhook_message (
  id bigint generated always as identity primary key,
  message_id uuid not null unique,
  endpoint_id integer not null references webhook_endpoint,
  order_id bigint not null references orders,
  type text not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given-up')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index webhook_message_waiting on webhook_message (endpoint_id, order_id, id) where state = 'waiting';
create index webhook_message_due on webhook_message (next_attempt_at) where state = 'waiting';
create index webhook_message_endpoint on webhook_message (endpoint_id, id);
comment on column webhook_message.message_id is 'The id of Standard Webhooks: the same at each attempt and replay';

create table webhook_attempt (
  id bigint generated always as identity primary key,
  message_id bigint not null references webhook_message,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  http_status integer,
  problem text
);
create index webhook_attempt_message on webhook_attempt (message_id, id);

-- Up to which transaction changes of tickets are in the messages, exclusive.
create table webhook_cursor (
  id integer primary key check (id = 1),
  next_transaction xid8 not null
);
insert into webhook_cursor values (1, pg_snapshot_xmin(pg_current_snapshot()));

create or replace view ticket_sale as
  select t.id as ticket_id, t.source, t.item_id, t.ticket_type_id, l.merchant_id, t.issued_at,
    date_trunc('hour', t.issued_at, 'UTC') as hour, t.status, t.used_at is not null as is_used,
    l.unit_price_minor, o.channel, o.currency, t.changed_transaction,
    coalesce(type.zone, t.section_name ->> 'en', '') as zone, t.order_id
  from ticket t
  join order_line l on l.id = t.order_line_id
  join orders o on o.id = t.order_id
  left join ticket_type type on t.source = 'event' and type.id = t.ticket_type_id;
