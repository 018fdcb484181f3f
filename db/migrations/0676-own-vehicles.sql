-- Vehicles that a carrier's staff make. Imports neither use nor change them, and exports do not contain them.
alter table vehicle_type add column is_own boolean not null default false;
alter table vehicle_type add column replaces_id integer references vehicle_type;
alter table vehicle_type add column made_at timestamptz;
comment on column vehicle_type.is_own is 'Made by the carrier''s staff, not by a feed';
comment on column vehicle_type.replaces_id is 'The vehicle of which this is a new version';
create index vehicle_type_replaces on vehicle_type (replaces_id) where replaces_id is not null;
