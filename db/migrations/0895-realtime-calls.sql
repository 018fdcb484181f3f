-- Stops as carriers' real-time messages name and change them.
alter table trip add column stop_sequences integer[];
comment on column trip.stop_sequences is 'stop_sequence of the feed by stop, which real-time messages refer to; null: counted from 1';
-- Messages also name trips that were replaced by a later version of the feed.
create index trip_of_feed on trip (feed_id, gtfs_id);

alter table run add column arrival_delays integer[];
comment on column run.arrival_delays is 'Seconds by stop at the arrival; null: the same as run.delays, which are those at the departure';
alter table run add column call_changes smallint[];
comment on column run.call_changes is 'By stop, bits: 1 nobody boards, 2 nobody alights, 4 the vehicle does not stop; null: as in the timetable';
alter table run add column is_hidden boolean not null default false;
comment on column run.is_hidden is 'On no board and in no search: the carrier has deleted it, or an import removed it before anybody travelled with it; it is cancelled';

-- What real-time messages last said of a run, so that only a change of it is applied and what staff decide stays.
create table run_realtime (
  run_id integer primary key references run on delete cascade,
  feed_id integer not null references feed,
  source text not null,
  entity_id text,
  is_cancelled boolean not null default false,
  has_forecast boolean not null default false,
  seen_at timestamptz,
  vehicle_label text,
  current_stop smallint,
  stop_status text,
  occupancy text,
  occupancy_percentage smallint,
  measured_at timestamptz
);
create index run_realtime_forecast on run_realtime (feed_id) where has_forecast;
comment on column run_realtime.source is 'Address of the message with its trip update';
comment on column run_realtime.entity_id is 'Entity of its trip update, which an incremental message may withdraw';
comment on column run_realtime.has_forecast is 'The delays of the run are those of the message, not of staff';
comment on column run_realtime.seen_at is 'When a message last contained its trip update';
comment on column run_realtime.current_stop is 'Position of the stop where the vehicle is, or to which it goes, from 0';

alter table realtime_source add column feed_version text;
comment on column realtime_source.feed_version is 'Version of the feed on which the last message is based; null: not stated';
alter table realtime_source add column passed_over jsonb;
comment on column realtime_source.passed_over is 'Number of entities of the last message that were passed over, by reason';
alter table service_alert add column source text;
comment on column service_alert.source is 'Address of the message that contains it; only that address ends it';
