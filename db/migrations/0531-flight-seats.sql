-- Seats that travellers choose. They are a part of the ticket's price.
alter table flight_booking add column seats jsonb not null default '[]';
comment on column flight_booking.seats is 'Chosen seats at the prices that were confirmed, in the currency of the offer';

-- Seats by name that the platform's own supplier has sold, each once.
create table flight_house_seat (
  flight_key text not null,
  seat text not null,
  booking_key uuid not null references flight_house_booking on delete cascade,
  primary key (flight_key, seat)
);
create index flight_house_seat_of on flight_house_seat (booking_key);

-- Seats that were paid and are gone: another plane flies, or somebody was faster. What they cost goes back.
create table flight_lost_seat (
  id uuid primary key,
  booking_id integer not null references flight_booking on delete cascade,
  position smallint not null,
  leg smallint not null,
  seat text not null,
  -- What the ticket costs less, in tetri.
  amount_minor integer not null check (amount_minor >= 0),
  lost_at timestamptz not null,
  settled_at timestamptz
);
create index flight_lost_seat_due on flight_lost_seat (lost_at) where settled_at is null;
create index flight_lost_seat_of on flight_lost_seat (booking_id);
