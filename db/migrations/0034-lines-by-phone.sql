-- A line that gives one place to one phone, so that nobody stands in it a thousand times.
alter table waiting_room add asks_phone boolean not null default false;
alter table waiting_room_token add phone_hash bytea;
create unique index waiting_room_token_phone on waiting_room_token (show_id, phone_hash)
  where left_at is null and used_at is null;
comment on column waiting_room_token.phone_hash is 'HMAC of the proved phone under the server''s secret; null in a line that does not ask';

create table waiting_room_pass (
  pass_hash bytea primary key,
  show_id integer not null references waiting_room,
  phone_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz
);
comment on table waiting_room_pass is 'A phone was proved and has not joined yet: good once and for half an hour';

-- Whoever joins a line has no session yet: such a code is bound by its own id.
alter table one_time_code drop constraint one_time_code_purpose_check,
  add constraint one_time_code_purpose_check check (purpose in ('change-phone', 'withdraw', 'order', 'queue')),
  drop constraint one_time_code_check,
  add constraint one_time_code_owner check (num_nonnulls(customer_id, session_id) >= 1 or purpose = 'queue');
