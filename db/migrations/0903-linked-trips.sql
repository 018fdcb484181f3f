-- Trips of a feed between which passengers may, or may not, stay in the vehicle, whatever their blocks say (transfers.txt).
create table trip_link (
  feed_id integer not null references feed,
  from_trip text not null,
  to_trip text not null,
  stays_seated boolean not null,
  primary key (feed_id, from_trip, to_trip)
);
comment on column trip_link.from_trip is 'trip_id of the feed: an import replaces trips, their ids remain';
