-- Which runs have another vehicle than their trip, for the search of journeys: it reads them of a few days at once, from
-- an index that contains nothing else. Trips are never edited, so the mark changes with the vehicle of the run alone.
alter table run add column has_other_vehicle boolean not null default false;
comment on column run.has_other_vehicle is 'Whether the vehicle is another one than that of the trip';
update run set has_other_vehicle = true from trip
  where trip.id = run.trip_id and run.vehicle_type_id is distinct from trip.vehicle_type_id;
create index run_other_vehicle on run (service_date) include (id, vehicle_type_id) where has_other_vehicle;
