-- What this installation does otherwise than others, as data: who may buy, on which days, what things are called,
-- what is asked at checkout. `settings` fits the schema of its kind (modules/rules/settings.ts).
create table special_rule (
  id integer generated always as identity primary key,
  kind text not null,
  show_id integer references show,
  event_id integer references event,
  category_id integer references category,
  settings jsonb not null,
  is_active boolean not null default true,
  valid_from timestamptz,
  valid_until timestamptz,
  note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(show_id, event_id, category_id) = 1),
  check (valid_from is null or valid_until is null or valid_from < valid_until)
);

-- A code that opens what is kept for its holders. Its uses are places without a name: pool 1 of an offering of its
-- own, so that a hold takes the seat and the use together and gives both back together.
create table access_code (
  id integer generated always as identity primary key,
  code text not null unique,
  show_id integer references show,
  event_id integer references event,
  ticket_type_ids integer[],
  zones text[],
  section_ids integer[],
  place_ids integer[],
  is_active boolean not null default true,
  valid_from timestamptz,
  valid_until timestamptz,
  quantity integer check (quantity >= 0),
  per_order_max smallint check (per_order_max > 0),
  offering_id bigint not null unique references offering,
  note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(show_id, event_id) = 1),
  check (valid_from is null or valid_until is null or valid_from < valid_until)
);
create index access_code_show on access_code (show_id);
create index access_code_event on access_code (event_id);
comment on column access_code.quantity is 'Tickets it is good for; null: as many as there are';
comment on column access_code.place_ids is 'With zones and sections: the kept places it opens; all three null: every kept place of its scope';

-- A show whose sale opens to a crowd lets so many in at once, in the order of joining.
create table waiting_room (
  show_id integer primary key references show,
  is_on boolean not null default true,
  admitted_max integer not null check (admitted_max > 0),
  admitted_minutes smallint not null default 15 check (admitted_minutes between 1 and 120),
  idle_seconds smallint not null default 120 check (idle_seconds between 30 and 3600),
  updated_at timestamptz not null
);
comment on column waiting_room.idle_seconds is 'Who has not been heard of for so long loses the place in the line, or the admission';

create table waiting_room_token (
  id bigint generated always as identity primary key,
  show_id integer not null references waiting_room,
  token_hash bytea not null unique,
  joined_at timestamptz not null,
  seen_at timestamptz not null,
  admitted_at timestamptz,
  admitted_until timestamptz,
  session_id uuid,
  order_key uuid,
  used_at timestamptz,
  left_at timestamptz,
  check ((admitted_at is null) = (admitted_until is null))
);
create index waiting_room_token_waiting on waiting_room_token (show_id, id)
  where admitted_at is null and left_at is null;
create index waiting_room_token_admitted on waiting_room_token (show_id, admitted_until)
  where admitted_at is not null and left_at is null and used_at is null;
comment on column waiting_room_token.session_id is 'Who chose places with it first; nobody else can from then on';
comment on column waiting_room_token.order_key is 'The one order it is good for';

-- What a rule asked for at checkout and what the buyer answered, with the questions as they were asked.
create table order_extra (
  order_id bigint primary key references orders,
  questions jsonb not null,
  answers jsonb not null,
  updated_at timestamptz not null
);
comment on column order_extra.answers is 'A list of {key, value, lineId, unit}; lineId is null for what is asked once an order';
