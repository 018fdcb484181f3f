-- People that a customer travels with, so that their details are typed once.
create table saved_passenger (
  id uuid primary key,
  customer_id uuid not null references customer,
  given_name text not null,
  family_name text not null,
  name_ka text not null,
  kind smallint not null check (kind between 0 and 1),
  gender smallint check (gender between 1 and 2),
  birth_date date,
  needs_wheelchair boolean not null,
  documents jsonb not null check (jsonb_typeof(documents) = 'array'),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_passenger_customer on saved_passenger (customer_id, created_at);
comment on table saved_passenger is 'Personal data: deleted with the account';
comment on column saved_passenger.given_name is 'As in the document, in Latin letters';
comment on column saved_passenger.kind is 'Numbers of the specification: 0 adult, 1 child';
comment on column saved_passenger.gender is 'Numbers of the specification: 1 male, 2 female';
comment on column saved_passenger.documents is 'Kind, number, nationality and day of expiry of each; read and written with the person only';
