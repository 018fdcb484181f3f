-- A run is kept through new versions of its feed: it moves to the trip that is the same train now, or keeps a trip of its own.

alter table trip add column is_kept boolean not null default false;
comment on column trip.is_kept is 'Retired, but on sale on the days of trip_day: runs with passengers that the feed no longer has, or has with other stops';

create table trip_day (
  trip_id integer not null references trip on delete cascade,
  on_date date not null,
  is_added boolean not null,
  primary key (trip_id, on_date)
);
comment on table trip_day is 'Days of one trip that differ from its service because of runs with passengers: added, or replaced by such a run';

alter table run
  add column first_departures timestamptz[],
  add column retimed_at timestamptz,
  add column dropped_at timestamptz;
comment on column run.first_departures is 'Planned departures by stop before the first import that changed them; null: never changed';
comment on column run.retimed_at is 'When an import last changed planned times or stops';
comment on column run.dropped_at is 'An import removed it; it is never matched with a later timetable';

create table former_trip_id (
  feed_id integer not null references feed,
  trip_gtfs_id text not null,
  run_id integer not null references run on delete cascade,
  primary key (feed_id, trip_gtfs_id, run_id)
);
create index former_trip_id_run on former_trip_id (run_id);
comment on table former_trip_id is 'Trip ids that runs had in earlier versions of the feed: realtime messages may still use them';

-- Runs that earlier releases left with a retired trip are on sale again, in place of the run of the newer trip.
update trip set is_kept = true
where retired_at is not null and exists (
  select from run where run.trip_id = trip.id and run.status = 0 and run.arrives_at > now()
);
insert into trip_day (trip_id, on_date, is_added)
select distinct trip.id, run.service_date, true from run join trip on trip.id = run.trip_id
where trip.is_kept and run.status = 0 and run.arrives_at > now();
insert into trip_day (trip_id, on_date, is_added)
select distinct newer.id, run.service_date, false from run join trip on trip.id = run.trip_id
join trip as newer on newer.feed_id = trip.feed_id and newer.gtfs_id = trip.gtfs_id and newer.retired_at is null
where trip.is_kept and run.status = 0 and run.arrives_at > now()
on conflict do nothing;
update run set dropped_at = now() from trip
where trip.id = run.trip_id and trip.retired_at is not null and run.status = 1 and run.arrives_at > now();
update timetable_version set version = version + 1, changed_at = now();
