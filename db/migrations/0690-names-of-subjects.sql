-- Dates are named with their venue, in its time zone.
create or replace view catalogue_subject as
  select 'show' as kind, id, name, null::timestamptz as starts_at,
    null::jsonb as venue_name, null::text as time_zone from show
  union all
  select 'event', event.id, show.name, event.starts_at, venue.name, venue.time_zone
    from event join show on show.id = event.show_id join venue on venue.id = event.venue_id
  union all
  select 'category', id, name, null, null, null from category;
