-- A queue stands before a group of items of any source (a show, a route) or before one item.
alter table waiting_room
  add id integer generated always as identity,
  add source text not null default 'event',
  add group_id integer,
  add item_id integer;
update waiting_room set group_id = show_id;

alter table waiting_room_token add waiting_room_id integer;
update waiting_room_token token set waiting_room_id = room.id
from waiting_room room where room.show_id = token.show_id;
alter table waiting_room_pass add waiting_room_id integer;
update waiting_room_pass pass set waiting_room_id = room.id
from waiting_room room where room.show_id = pass.show_id;

-- Indexes that name the show go with its column.
alter table waiting_room_token drop column show_id;
alter table waiting_room_pass drop column show_id;
alter table waiting_room
  drop column show_id,
  alter source drop default,
  add primary key (id),
  add constraint waiting_room_subject check (num_nonnulls(group_id, item_id) = 1),
  add constraint waiting_room_of_show check (source <> 'event' or group_id is not null);
create unique index waiting_room_once on waiting_room (source, group_id, item_id) nulls not distinct;

alter table waiting_room_token
  alter waiting_room_id set not null,
  add foreign key (waiting_room_id) references waiting_room;
alter table waiting_room_pass
  alter waiting_room_id set not null,
  add foreign key (waiting_room_id) references waiting_room;
create index waiting_room_token_waiting on waiting_room_token (waiting_room_id, id)
  where admitted_at is null and left_at is null;
create index waiting_room_token_admitted on waiting_room_token (waiting_room_id, admitted_until)
  where admitted_at is not null and left_at is null and used_at is null;
create unique index waiting_room_token_phone on waiting_room_token (waiting_room_id, phone_hash)
  where left_at is null and used_at is null;
comment on column waiting_room.group_id is 'Of the source: of event, a show';
