-- Places that a counter keeps under a name (modules/box-office, decision 084). The order holds them until its deadline.
create table counter_reservation (
  order_key uuid primary key,
  merchant_id integer not null references merchant,
  event_id integer not null,
  staff_id uuid not null references staff,
  name text not null,
  phone text not null,
  note text not null default '',
  until timestamptz not null,
  created_at timestamptz not null
);
comment on column counter_reservation.until is 'Deadline of its order; rows are deleted 30 days later';
create index counter_reservation_merchant on counter_reservation (merchant_id, until);
create index counter_reservation_until on counter_reservation (until);
create index counter_shift_session on counter_shift (session_id);
