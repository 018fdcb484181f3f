-- Searches: one row for what was asked, one for each supplier's answer. Both are thrown away after an hour.
create table flight_search (
  id uuid primary key,
  -- The same question has the same key; its newest search is shared while it is fresh.
  criteria_key text not null,
  criteria jsonb not null,
  created_at timestamptz not null
);
create index flight_search_by_key on flight_search (criteria_key, created_at desc);
create index flight_search_by_age on flight_search (created_at);

create table flight_search_answer (
  search_id uuid not null references flight_search on delete cascade,
  supplier text not null,
  state text not null check (state in ('running', 'answered', 'failed')),
  started_at timestamptz not null,
  answered_at timestamptz,
  offers jsonb not null default '[]',
  primary key (search_id, supplier)
);

-- The lowest price per adult that was seen for a day: what calendars show beside the platform's own prices.
create table flight_lowest_fare (
  from_airport text not null,
  to_airport text not null,
  departs_on date not null,
  -- The same day as the departure for a way without return.
  returns_on date not null,
  cabin text not null,
  supplier text not null,
  price_minor integer not null check (price_minor > 0),
  seen_at timestamptz not null,
  primary key (from_airport, to_airport, departs_on, returns_on, cabin, supplier)
);

-- A price that a supplier confirmed to somebody, until it expires.
create table flight_price (
  id uuid primary key,
  session_id uuid not null,
  customer_id uuid,
  supplier text not null,
  criteria jsonb not null,
  offer jsonb not null,
  -- What all travellers pay, in tetri at the rate kept here.
  total_minor integer not null check (total_minor > 0),
  searched_minor integer not null,
  rate jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index flight_price_by_age on flight_price (created_at);

create table flight_booking (
  -- The item of its lines and tickets.
  id integer generated always as identity primary key,
  number text not null unique,
  -- Opens the page where the booking stands.
  pseudo_key uuid not null unique,
  session_id uuid not null,
  customer_id uuid,
  supplier text not null,
  -- What the supplier knows it by: ours, stable, never used twice.
  supplier_key uuid not null unique,
  state text not null default 'draft' check (state in (
    'draft', 'held', 'reserving', 'reserved', 'ticketing', 'ticketed', 'refused', 'cancelling', 'cancelled')),
  criteria jsonb not null,
  offer jsonb not null,
  rate jsonb,
  -- Raised each time a new price is accepted; part of the ticket types' numbers.
  revision integer not null default 1,
  -- The price that was last confirmed, in tetri.
  total_minor integer not null check (total_minor > 0),
  -- A price that rose and waits for consent, in the supplier's own words.
  risen_offer jsonb,
  contact_email text not null default '',
  contact_phone text not null default '',
  offering_id bigint,
  order_key uuid unique,
  -- Of the supplier.
  reference text,
  booking_code text,
  ticket_numbers text[] not null default '{}',
  reserved_until timestamptz,
  -- Digest of the travellers whom the supplier knows: other names mean another reservation.
  travellers_key text,
  refusal text,
  -- What the supplier gave back on cancelling, in its own currency.
  cancel_refund_minor integer,
  departs_at timestamptz not null,
  arrives_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index flight_booking_open on flight_booking (state, updated_at)
  where state in ('reserving', 'reserved', 'ticketing', 'cancelling');
create index flight_booking_departing on flight_booking (departs_at) where state = 'ticketed';

create table flight_traveller (
  booking_id integer not null references flight_booking on delete cascade,
  -- The place of the offering, from 1.
  position smallint not null,
  kind text not null check (kind in ('adult', 'child', 'infant')),
  given_name text not null,
  family_name text not null,
  gender text not null check (gender in ('male', 'female')),
  birth_date date not null,
  document_kind text,
  document_number text,
  nationality text,
  document_expires_on date,
  primary key (booking_id, position)
);

-- A customer's own details as a passenger.
create table flight_own_traveller (
  customer_id uuid primary key,
  traveller jsonb not null,
  updated_at timestamptz not null
);

-- What happened to a booking, appended only.
create table flight_booking_log (
  id bigint generated always as identity primary key,
  booking_id integer not null references flight_booking on delete cascade,
  at timestamptz not null,
  entry text not null,
  detail jsonb not null default '{}'
);
create index flight_booking_log_of on flight_booking_log (booking_id, id);

-- A supplier moved or cancelled flights of a ticketed booking; the holder accepts or takes the money back.
create table flight_change (
  id integer generated always as identity primary key,
  booking_id integer not null references flight_booking on delete cascade,
  before jsonb not null,
  after jsonb not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'refunded')),
  noticed_at timestamptz not null,
  answered_at timestamptz
);
create unique index flight_change_open on flight_change (booking_id) where state = 'open';

-- The platform's own supplier: seats sold of its schedule, and its bookings.
create table flight_house_stock (
  stock_key text primary key,
  sold integer not null check (sold >= 0)
);
create table flight_house_booking (
  key uuid primary key,
  reference text not null unique,
  state text not null check (state in ('reserved', 'ticketed', 'cancelled')),
  booking_code text not null,
  ticket_numbers text[] not null default '{}',
  offer jsonb not null,
  seats integer not null,
  total_minor integer not null,
  expires_at timestamptz,
  created_at timestamptz not null
);

insert into merchant (id, slug, name)
values (270001, 'bileti-flights', '{"ka": "ბილეთის ავიაბილეთები", "en": "Bileti Flights"}');
