-- Fares v2 of GTFS as a feed states them: by area of boarding and alighting, network, time and priority.

-- Only areas and networks that a fare of the feed names.
alter table stop add column from_areas text[], add column to_areas text[];
comment on column stop.from_areas is 'Areas of the stop that a fare of its feed names as departure; null: none';
comment on column stop.to_areas is 'The same of arrivals';
alter table route add column network text;
comment on column route.network is 'Network of the line that a fare of its feed names; null: none';

alter table fare
  add column rule_priority integer,
  add column takes_rest boolean not null default false,
  add column network text,
  add column from_area text,
  add column to_area text,
  add column from_timeframe text,
  add column to_timeframe text,
  add column leg_group text,
  add column is_unsold boolean not null default false;
comment on column fare.rule_priority is 'Of rules that match, those of the greatest priority apply; null: not a rule of fare_leg_rules.txt';
comment on column fare.takes_rest is 'An empty network or area stands for those that no rule names, not for all';
comment on column fare.is_unsold is 'The rule matches, but nothing of it is sold here: its leg has no price';

-- Times of day on the days of a service (timeframes.txt); several rows of one name are alternatives.
create table fare_timeframe (
  feed_id integer not null references feed,
  name text not null,
  service_id integer not null references service on delete cascade,
  start_seconds integer not null,
  end_seconds integer not null,
  primary key (feed_id, name, service_id, start_seconds)
);

-- The same file is read again at its next import: its fares mean something else now.
update feed set digest = null where digest is not null;
