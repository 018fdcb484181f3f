create table signing_key (
  id smallint generated always as identity primary key,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
comment on table signing_key is 'Ed25519, DER (SPKI and PKCS 8). Tickets carry the number of the key, so retired keys stay to verify what they signed';
-- One key signs at a time; processes that start together make one between them.
create unique index signing_key_current on signing_key ((true)) where retired_at is null;

-- status: 0 None, 1 Active, 2 Inactive, 3 RefundedForResellingToTKT
create table ticket (
  id bigint generated always as identity primary key,
  identifier text not null unique,
  order_id bigint not null references orders,
  order_line_id bigint not null references order_line,
  line_unit integer not null,
  offering_id bigint not null references offering,
  item_id integer not null,
  ticket_type_id integer not null,
  place_id integer,
  pool_id integer,
  row_label text,
  seat_label text,
  section_name jsonb,
  issue_number integer not null default 1,
  status smallint not null default 1,
  issued_at timestamptz not null,
  -- Issuing twice changes nothing.
  unique (order_line_id, line_unit)
);
create index ticket_order on ticket (order_id);
create index ticket_item on ticket (item_id);
create index ticket_place on ticket (offering_id, place_id) where place_id is not null;
comment on column ticket.issue_number is 'Raised when the ticket changes hands or is taken back: codes signed with an older number are dead';
