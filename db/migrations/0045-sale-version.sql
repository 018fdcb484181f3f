-- What decides how an event sells is kept in memory with the version it was read at. A transaction compares two
-- numbers instead of reading everything again: this one and that of the catalogue. This one counts what the
-- catalogue does not: special rules, currency rates, and the terms of an offering that no list shows.
create table sale_version (
  id smallint primary key default 1 check (id = 1),
  version bigint not null
);
insert into sale_version (version) values (1);

create function sale_changed() returns trigger language plpgsql as $$
begin
  update sale_version set version = version + 1;
  return null;
end $$;

create trigger special_rule_changed after insert or update or delete on special_rule
  for each statement execute function sale_changed();
create trigger currency_rate_changed after insert or update or delete on currency_rate
  for each statement execute function sale_changed();
create trigger offering_terms_changed after update of hold_seconds, leg_count on offering
  for each row when ((old.hold_seconds, old.leg_count) is distinct from (new.hold_seconds, new.leg_count))
  execute function sale_changed();
