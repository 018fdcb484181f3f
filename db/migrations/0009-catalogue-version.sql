-- Server processes keep the catalogue in memory; this number tells them in one cheap query that it changed.
create table catalogue_version (
  id smallint primary key default 1 check (id = 1),
  version bigint not null
);
insert into catalogue_version (version) values (1);

create function catalogue_changed() returns trigger language plpgsql as $$
begin
  update catalogue_version set version = version + 1;
  return null;
end $$;

create trigger merchant_changed after insert or update or delete on merchant
  for each statement execute function catalogue_changed();
create trigger category_changed after insert or update or delete on category
  for each statement execute function catalogue_changed();
create trigger subcategory_changed after insert or update or delete on subcategory
  for each statement execute function catalogue_changed();
create trigger venue_changed after insert or update or delete on venue
  for each statement execute function catalogue_changed();
create trigger seat_layout_changed after insert or update or delete on seat_layout
  for each statement execute function catalogue_changed();
create trigger show_changed after insert or update or delete on show
  for each statement execute function catalogue_changed();
create trigger show_image_changed after insert or update or delete on show_image
  for each statement execute function catalogue_changed();
create trigger event_changed after insert or update or delete on event
  for each statement execute function catalogue_changed();
create trigger ticket_type_changed after insert or update or delete on ticket_type
  for each statement execute function catalogue_changed();
create trigger fee_rule_changed after insert or update or delete on fee_rule
  for each statement execute function catalogue_changed();
create trigger faq_entry_changed after insert or update or delete on faq_entry
  for each statement execute function catalogue_changed();
-- Rules of sale are shown with the event; places change all the time and are not.
create trigger offering_changed after update of
  places_per_order_max, is_on_sale, sales_open_at, sales_close_at on offering
  for each statement execute function catalogue_changed();

-- Which demo content is in, so that it is never put in twice.
create table seed (
  name text primary key,
  version integer not null,
  seeded_at timestamptz not null
);
