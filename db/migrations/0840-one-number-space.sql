-- One number names one thing in every call: films take the numbers of shows, new screenings those of events,
-- and cinemas numbers above those of venues. `film.id` and `cinema.id` stay the numbers of their own calls.
alter table film add column show_id integer not null default nextval('show_number');
create unique index film_show_id on film (show_id);
comment on column film.show_id is 'Its number in the calls of shows; from the same sequence as show.id';

-- Above any screening that exists, so that neither an event nor a screening gets a number of the other.
select setval('event_number', greatest(nextval('event_number'), (select coalesce(max(id), 0) + 1 from screening)), false);
alter table screening alter column id drop identity;
alter table screening alter column id set default nextval('event_number');

create sequence cinema_venue_number as integer start 2000001;
alter table cinema add column venue_id integer not null default nextval('cinema_venue_number');
alter sequence cinema_venue_number owned by cinema.venue_id;
create unique index cinema_venue_id on cinema (venue_id);
comment on column cinema.venue_id is 'Its number in replies, above all numbers of venues';

-- Views are counted by the number of the show, a film included.
alter table show_view drop constraint show_view_show_id_fkey;
