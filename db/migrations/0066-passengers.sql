-- Who travels on a unit of a ticket line, where the item is sold by name.
create table order_passenger (
  order_line_id bigint not null references order_line on delete cascade,
  line_unit integer not null check (line_unit >= 0),
  order_id bigint not null references orders,
  given_name text not null,
  family_name text not null,
  name_ka text not null default '',
  kind smallint not null default 0 check (kind between 0 and 1),
  document_kind text check (document_kind in ('passport', 'identity-card', 'residence-permit', 'birth-certificate')),
  document_number text,
  nationality char(2),
  birth_date date,
  updated_at timestamptz not null,
  primary key (order_line_id, line_unit),
  check ((document_kind is null) = (document_number is null))
);
create index order_passenger_order on order_passenger (order_id);
comment on table order_passenger is 'Personal data: deleted with the buyer''s';
comment on column order_passenger.given_name is 'As in the document, in Latin letters';
comment on column order_passenger.kind is 'Numbers of the specification: 0 adult, 1 child';
comment on column order_passenger.nationality is 'ISO 3166-1 alpha-2';
