-- What was sold and will not be, whatever sells it: everybody who has a ticket gets the money back.
create table cancelled_item (
  id integer generated always as identity primary key,
  source text not null,
  item_id integer not null,
  offering_id bigint not null,
  -- Null: the whole item. Else tickets that use one of these legs.
  leg_from smallint,
  leg_to smallint,
  reason jsonb not null,
  cancelled_at timestamptz not null,
  watched_until timestamptz not null,
  check (num_nonnulls(leg_from, leg_to) <> 1),
  check (leg_to > leg_from)
);
create unique index cancelled_item_once on cancelled_item (source, item_id, leg_from, leg_to) nulls not distinct;
create index cancelled_item_watched on cancelled_item (watched_until);
comment on column cancelled_item.leg_to is 'Exclusive';
comment on column cancelled_item.watched_until is 'Orders that are paid until then are given back too';

insert into cancelled_item (source, item_id, offering_id, reason, cancelled_at, watched_until)
select 'event', id, offering_id, coalesce(cancel_reason, '{"ka": "", "en": ""}'), cancelled_at,
  greatest(cancelled_at, starts_at) + interval '30 days'
from event where cancelled_at is not null;
