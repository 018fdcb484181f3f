-- What guards a queue: how often each measure was met, and the way of visitors that behave like programs.
create table waiting_room_measure (
  waiting_room_id integer not null references waiting_room,
  measure text not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (waiting_room_id, measure)
);

create table waiting_room_suspect (
  id integer generated always as identity primary key,
  waiting_room_id integer not null references waiting_room,
  device_key bigint not null,
  network_key bigint not null,
  reasons text[] not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (waiting_room_id, device_key)
);
comment on column waiting_room_suspect.device_key is 'A key that neither an address nor a browser can be read from';

create table waiting_room_suspect_step (
  id bigint generated always as identity primary key,
  suspect_id integer not null references waiting_room_suspect on delete cascade,
  at timestamptz not null,
  step text not null
);
create index waiting_room_suspect_step_way on waiting_room_suspect_step (suspect_id, at);

-- Whoever has bought gives the place inside to the next.
create index waiting_room_token_order on waiting_room_token (order_key)
  where order_key is not null and used_at is null;
