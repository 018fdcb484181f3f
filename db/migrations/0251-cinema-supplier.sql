-- Seats of an outside cinema system: what was asked of it, what it says it sold elsewhere, how the two lists compare.
create table supplier_booking (
  key uuid primary key,
  supplier text not null,
  screening_id integer not null references screening,
  order_id bigint not null references orders,
  place_ids integer[] not null,
  state text not null default 'asked' check (state in ('asked', 'confirmed', 'refused')),
  booking_number text,
  refunded_place_ids integer[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'confirmed') = (booking_number is not null))
);
create index supplier_booking_screening on supplier_booking (screening_id);
comment on table supplier_booking is 'Written before the supplier is asked, so that no booking of ours is unknown to us';

create table supplier_seat (
  screening_id integer not null references screening,
  place_id integer not null,
  hold_id uuid not null,
  primary key (screening_id, place_id)
);
comment on table supplier_seat is 'Seats that the supplier sold elsewhere, sold in our inventory under these holds';

create table supplier_difference (
  id integer generated always as identity primary key,
  supplier text not null,
  kind text not null check (kind in ('missing-there', 'missing-here', 'refunded-there', 'refunded-here')),
  booking_number text not null,
  detail jsonb not null,
  found_at timestamptz not null,
  unique (supplier, kind, booking_number)
);
