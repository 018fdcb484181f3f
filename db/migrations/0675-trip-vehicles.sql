-- Vehicles that a carrier's staff assign to a trip from a day on. The trip is named as in its feed, so that an import
-- that replaces the trip keeps them.
create table trip_vehicle (
  feed_id integer not null references feed,
  trip_gtfs_id text not null,
  from_date date not null,
  vehicle_type_id integer not null references vehicle_type,
  assigned_at timestamptz not null,
  primary key (feed_id, trip_gtfs_id, from_date)
);
create index trip_vehicle_type on trip_vehicle (vehicle_type_id);
comment on column trip_vehicle.from_date is 'First service day; until the next row of the trip';
