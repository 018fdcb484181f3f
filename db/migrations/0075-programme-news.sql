-- Whatever pages show to everybody tells that it changed, with the commit of the change: processes that keep whole
-- pages drop them. One line a transaction, however much it changes, since PostgreSQL tells the same news once.
-- These are writes of operators and of imports, not of sales: a seat that goes changes no page (an event that has
-- sold out does, and is a change of the catalogue).
create function programme_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('programme', '0:');
  return null;
end $$;

create trigger programme_changed after update on catalogue_version
  for each statement execute function programme_changed();

do $$
declare
  watched text;
begin
  foreach watched in array array['story', 'billboard', 'campaign', 'feature_switch', 'special_rule'] loop
    execute format('create trigger programme_changed after insert or update or delete on %I
      for each statement execute function programme_changed()', watched);
  end loop;
end $$;

-- Not the count of views, which visitors write.
create trigger programme_changed after insert or delete or
  update of story_id, image_path, title, text, seconds, show_id, category_id, address, position on story_item
  for each statement execute function programme_changed();
