-- Uses that are paid in advance: what is sold, whose they are, and each use. The uses themselves are counted by a pool
-- of the inventory, one offering a card, so that a use is held, sold and given back with the ticket it pays.
create table multipass_product (
  id integer generated always as identity primary key,
  offering_id bigint not null unique references offering,
  merchant_id integer not null references merchant,
  name jsonb not null,
  description jsonb not null,
  image_url text,
  uses integer not null check (uses between 1 and 1000),
  price_minor integer not null check (price_minor >= 0),
  top_up_uses integer check (top_up_uses between 1 and 1000),
  top_up_price_minor integer check (top_up_price_minor >= 0),
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  valid_days integer check (valid_days between 1 and 3660),
  valid_days_from text check (valid_days_from in ('sale', 'first-use')),
  time_zone text not null default 'Asia/Tbilisi',
  sources text[],
  items jsonb,
  merchant_ids integer[],
  weekdays smallint[],
  hour_from smallint check (hour_from between 0 and 23),
  hour_until smallint check (hour_until between 1 and 24),
  value_minor_max integer check (value_minor_max > 0),
  uses_per_order_max smallint not null default 10 check (uses_per_order_max between 1 and 100),
  pays_fees boolean not null default true,
  is_at_door boolean not null default false,
  is_active boolean not null default true,
  check (valid_until > valid_from),
  check (num_nonnulls(valid_days, valid_days_from) <> 1),
  check (num_nonnulls(top_up_uses, top_up_price_minor) <> 1),
  check (hour_until > hour_from)
);
create index multipass_product_merchant on multipass_product (merchant_id);
comment on column multipass_product.sources is 'Names of the offer sources whose tickets it pays; null: of all';
comment on column multipass_product.items is 'A list of {source, itemId}: it pays tickets for these alone; null: for all';
comment on column multipass_product.weekdays is 'ISO 8601: Monday is 1. When what it pays begins, in its own time zone';
comment on column multipass_product.hour_until is 'Exclusive';
comment on column multipass_product.value_minor_max is 'What one use pays of a ticket at most; null: its whole price';

-- The uses of one ticket of a product. Who holds the ticket holds them.
create table multipass_card (
  ticket_id bigint primary key references ticket,
  product_id integer not null references multipass_product,
  offering_id bigint not null unique references offering,
  sold_at timestamptz not null,
  first_used_at timestamptz
);

-- Append-only: the sum of a card's entries is what is left of it, holds aside.
create table multipass_entry (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references multipass_card,
  kind text not null check (kind in ('issued', 'topped-up', 'used', 'returned', 'door', 'door-undone')),
  uses integer not null check (uses <> 0 and (uses > 0) = (kind not in ('used', 'door'))),
  idempotency_key text not null unique,
  order_id bigint references orders,
  item jsonb,
  created_at timestamptz not null
);
create index multipass_entry_ticket on multipass_entry (ticket_id, id);
create function multipass_entry_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'entries of a card are append-only: correct with a new entry' using errcode = 'check_violation';
end $$;
create trigger multipass_entry_immutable before update or delete on multipass_entry
  for each row execute function multipass_entry_is_append_only();
create trigger multipass_entry_no_truncate before truncate on multipass_entry
  for each statement execute function multipass_entry_is_append_only();
comment on column multipass_entry.item is '{source, itemId, legFrom, legTo} of the ticket that was paid; null where there is none';

-- What a partner has ordered, by the partner's own id.
create table multipass_partner_order (
  channel text not null,
  identifier text not null,
  ticket_id bigint not null references multipass_card,
  ticket_type_id integer not null,
  order_key uuid,
  created_at timestamptz not null,
  primary key (channel, identifier)
);

-- Who holds a ticket that has passed on; both null while its buyer does.
create view ticket_holder as select id as ticket_id, holder_session_id, holder_customer_id from ticket;
