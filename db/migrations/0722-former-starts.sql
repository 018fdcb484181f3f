-- When items began before they were moved: tickets keep the return terms that their start gave them at the sale (modules/returns).
create table former_start (
  source text not null,
  item_id integer not null,
  starts_at timestamptz not null,
  -- The notice: orders whose terms were accepted before it were sold with this start.
  until timestamptz not null,
  primary key (source, item_id, until)
);
insert into former_start (source, item_id, starts_at, until)
  select 'event', id, moved_from, moved_at from event
  where moved_from is not null and moved_at is not null;
