-- The dial of a queue: when it opens, how fast it admits, whether it is paused or closed, and what is said to those who wait.
alter table waiting_room
  add opens_at timestamptz,
  add rate_per_minute integer check (rate_per_minute > 0),
  add is_paused boolean not null default false,
  add is_closed boolean not null default false,
  add message jsonb,
  add draw_seed bytea,
  add credit double precision not null default 0,
  add credited_at timestamptz;
comment on column waiting_room.opens_at is 'Who joins before then is put in order by lot; null: open since it is on';
comment on column waiting_room.rate_per_minute is 'People admitted in a minute at most; null: as many as there is room for';
comment on column waiting_room.message is 'A localized text';
comment on column waiting_room.draw_seed is 'Key of the lots; secret until the queue opens, its SHA-256 is public from the start';
comment on column waiting_room.credit is 'People who may be admitted by the rate, at `credited_at`';

alter table waiting_room_token
  add draw bigint,
  add network_key bigint,
  add challenge_hash bytea unique,
  add proof_bits smallint not null default 0,
  add is_bypass boolean not null default false;
comment on column waiting_room_token.draw is 'The lot of who joined before the opening: the smallest is first, and before all who joined after it';
comment on column waiting_room_token.is_bypass is 'Given by the operator: inside without having waited, and not counted';
comment on column waiting_room_token.proof_bits is 'Difficulty of the work that was proved at joining; 0: none was asked for';

drop index waiting_room_token_waiting;
create index waiting_room_token_waiting on waiting_room_token (waiting_room_id, draw, id)
  where admitted_at is null and left_at is null;
create index waiting_room_token_network on waiting_room_token (waiting_room_id, network_key, joined_at);
create index waiting_room_token_joined on waiting_room_token (waiting_room_id, joined_at);
