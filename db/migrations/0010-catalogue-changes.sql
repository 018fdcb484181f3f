-- Which show changed last, and at which version: a process that keeps the catalogue in memory loads these
-- shows anew and nothing else. Show 0 stands for what all shows share: categories, venues, layouts, fee rules
-- of the house, questions. One row a show, so the table never outgrows the catalogue. Writers are in line
-- behind the one row of catalogue_version, so versions are given out in the order they are committed.
create table catalogue_change (
  show_id integer primary key,
  version bigint not null
);
create index catalogue_change_version on catalogue_change (version);
create index show_merchant on show (merchant_id);
create index fee_rule_show on fee_rule (show_id);
create index fee_rule_event on fee_rule (event_id);

create function catalogue_shows_changed(show_ids integer[]) returns void language plpgsql as $$
declare
  next_version bigint;
begin
  if coalesce(cardinality(show_ids), 0) = 0 then
    return;
  end if;
  update catalogue_version set version = version + 1 returning version into next_version;
  insert into catalogue_change (show_id, version)
  select distinct id, next_version from unnest(show_ids) as id
  on conflict (show_id) do update set version = excluded.version;
end $$;

-- For tables whose changes concern what all shows share.
create or replace function catalogue_changed() returns trigger language plpgsql as $$
begin
  perform catalogue_shows_changed(array[0]);
  return null;
end $$;

-- The argument is a query for the shows that the rows of "changed" belong to.
create function catalogue_rows_changed() returns trigger language plpgsql as $$
declare
  query text := tg_argv[0];
  show_ids integer[];
begin
  if tg_op = 'UPDATE' then
    query := query || ' union all ' || regexp_replace(query, '\mchanged\M', 'former', 'g');
  end if;
  execute format('select array_agg(distinct id) from (%s) as found (id)', query) into show_ids;
  perform catalogue_shows_changed(show_ids);
  return null;
end $$;

do $$
declare
  watched record;
begin
  for watched in
    select * from (values
      ('merchant', 'select 0 from changed union all
        select show.id from changed join show on show.merchant_id = changed.id'),
      ('category', 'select 0 from changed union all select show.id from changed
        join subcategory on subcategory.category_id = changed.id
        join show on show.subcategory_id = subcategory.id'),
      ('subcategory', 'select 0 from changed union all
        select show.id from changed join show on show.subcategory_id = changed.id'),
      ('venue', 'select 0 from changed union all
        select event.show_id from changed join event on event.venue_id = changed.id'),
      ('seat_layout', 'select 0 from changed'),
      ('show', 'select id from changed'),
      ('show_image', 'select show_id from changed'),
      ('event', 'select show_id from changed'),
      ('ticket_type', 'select event.show_id from changed join event on event.id = changed.event_id'),
      ('fee_rule', 'select coalesce(event.show_id, changed.show_id, 0) from changed
        left join event on event.id = changed.event_id'),
      ('faq_entry', 'select 0 from changed')
    ) as watched (name, query)
  loop
    execute format('drop trigger %I on %I', watched.name || '_changed', watched.name);
    execute format('create trigger %I after insert on %I referencing new table as changed
      for each statement execute function catalogue_rows_changed(%L)',
      watched.name || '_inserted', watched.name, watched.query);
    execute format('create trigger %I after update on %I
      referencing old table as former new table as changed
      for each statement execute function catalogue_rows_changed(%L)',
      watched.name || '_updated', watched.name, watched.query);
    execute format('create trigger %I after delete on %I referencing old table as changed
      for each statement execute function catalogue_rows_changed(%L)',
      watched.name || '_deleted', watched.name, watched.query);
  end loop;
end $$;

drop trigger offering_changed on offering;
create function catalogue_offering_changed() returns trigger language plpgsql as $$
begin
  perform catalogue_shows_changed(array(select show_id from event where offering_id = new.id));
  return null;
end $$;
create trigger offering_changed after update of
  places_per_order_max, is_on_sale, sales_open_at, sales_close_at on offering
  for each row when (
    (old.places_per_order_max, old.is_on_sale, old.sales_open_at, old.sales_close_at)
    is distinct from
    (new.places_per_order_max, new.is_on_sale, new.sales_open_at, new.sales_close_at))
  execute function catalogue_offering_changed();
