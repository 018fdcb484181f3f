-- Statuses of the loyalty programme; the threshold is what was paid in the last 365 days, in tetri.
create table loyalty_status (
  code text primary key,
  name jsonb not null,
  threshold_minor integer not null unique check (threshold_minor > 0),
  benefits jsonb not null default '[]'
);
comment on column loyalty_status.benefits is 'List of texts in both languages: [{"ka": …, "en": …}]';

insert into loyalty_status (code, name, threshold_minor) values
  ('guest', '{"ka": "სტუმარი", "en": "Guest"}', 10000),
  ('friend', '{"ka": "მეგობარი", "en": "Friend"}', 50000),
  ('patron', '{"ka": "გულშემატკივარი", "en": "Patron"}', 150000);

create table customer_loyalty (
  customer_id uuid primary key references customer,
  status_code text references loyalty_status,
  spent_minor bigint not null,
  kept_at timestamptz not null
);

create table discount_card_type (
  id integer generated always as identity primary key,
  name jsonb not null,
  description jsonb not null,
  number_length smallint not null check (number_length between 8 and 19),
  pin_length smallint not null check (pin_length between 4 and 8),
  basis_points integer not null check (basis_points between 1 and 10000),
  discount_max_minor integer not null check (discount_max_minor > 0),
  is_active boolean not null default true
);
comment on column discount_card_type.basis_points is 'Off the tickets of an order: 1000 is ten percent';

-- Cards as their issuer gave them out; whoever knows number and PIN may add one to one account.
create table discount_card (
  type_id integer not null references discount_card_type,
  number text not null,
  pin_salt bytea not null,
  pin_hash bytea not null,
  failed_count integer not null default 0,
  locked_until timestamptz,
  customer_id uuid references customer,
  added_at timestamptz,
  primary key (type_id, number),
  check ((customer_id is null) = (added_at is null))
);
create index discount_card_customer on discount_card (customer_id) where customer_id is not null;
