-- What other modules may join with without knowing the catalogue's tables. Views cost nothing: PostgreSQL plans them
-- as if their text stood in the statement.

create view venue_summary as
  select id as venue_id, name, city, time_zone from venue;

create view event_summary as
  select event.id as event_id, event.show_id, show.merchant_id, event.venue_id, show.name,
    venue.name as venue_name, venue.city as city_name, venue.time_zone,
    event.starts_at, event.doors_at, event.ends_at
  from event
  join show on show.id = event.show_id
  join venue on venue.id = event.venue_id;

-- The small square picture of a show (image kind 3 of the specification).
create view show_thumbnail as
  select show_id, path from show_image where kind = 3;

create view ticket_type_summary as
  select id as ticket_type_id, event_id, name, position from ticket_type;

create view merchant_summary as
  select id as merchant_id, name from merchant;

-- Names of what a rule or a promotion can be about: a show, one of its dates, a category.
create view catalogue_subject as
  select 'show' as kind, id, name, null::timestamptz as starts_at from show
  union all
  select 'event', event.id, show.name, event.starts_at from event join show on show.id = event.show_id
  union all
  select 'category', id, name, null from category;
