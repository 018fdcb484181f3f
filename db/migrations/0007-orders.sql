-- status: the numbers of the order-status enumeration
create table orders (
  id bigint generated always as identity primary key,
  order_key uuid not null unique,
  order_number text not null unique,
  status smallint not null default 0,
  session_id uuid references session,
  customer_id uuid references customer,
  channel text not null,
  host text not null default '',
  locale text not null check (locale in ('ka', 'en')),
  currency char(3) not null default 'GEL',
  total_minor integer not null default 0 check (total_minor >= 0),
  buyer_name text not null default '',
  buyer_email text not null default '',
  buyer_phone text not null default '',
  deadline_at timestamptz not null,
  extended_count smallint not null default 0,
  terms_accepted_at timestamptz,
  wish jsonb,
  external_reference text not null default '',
  retry_of bigint references orders,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  processed_at timestamptz
);
comment on column orders.wish is 'What an order opened without places was opened for: eventId, ticketTypeId, quantity';
comment on column orders.external_reference is 'A partner''s own number of the sale';
comment on column orders.retry_of is 'The failed order this one repeats; one repeats each';
create unique index orders_retry_of on orders (retry_of) where retry_of is not null;
create index orders_session on orders (session_id, created_at desc);
create index orders_customer on orders (customer_id, created_at desc) where customer_id is not null;
create index orders_deadline on orders (deadline_at) where status in (0, 5, 6);

create table order_line (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  source text not null,
  kind text not null,
  offering_id bigint,
  item_id integer,
  ticket_type_id integer,
  merchant_id integer,
  hold_id uuid,
  place_id integer,
  pool_id integer,
  leg_from smallint,
  leg_to smallint,
  quantity integer not null check (quantity > 0),
  unit_price_minor integer not null,
  amount_minor integer not null,
  description jsonb not null,
  detail jsonb not null default '{}',
  check (amount_minor = unit_price_minor * quantity),
  check (place_id is null or quantity = 1)
);
create index order_line_order on order_line (order_id);
comment on column order_line.offering_id is 'No reference: the hold of its places has just proved it, and the check costs as much as the insert';

create table order_log (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  at timestamptz not null,
  from_status smallint not null,
  to_status smallint not null,
  reason text not null
);
create index order_log_order on order_log (order_id);
