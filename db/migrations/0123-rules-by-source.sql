-- Rules and access codes for what other sources than shows sell: everything of a source, a group of its items (a
-- route, a film) or one item. What is about the catalogue keeps its columns.
alter table special_rule
  drop constraint special_rule_check,
  add source text check (source <> 'event'),
  add group_id integer,
  add item_id integer,
  add check (num_nonnulls(show_id, event_id, category_id, source) = 1),
  add check (num_nonnulls(group_id, item_id) <= 1),
  add check (source is not null or num_nonnulls(group_id, item_id) = 0);
comment on column special_rule.source is 'Name of the offer source; without a group or an item, all that it sells';

alter table access_code
  drop constraint access_code_check,
  add source text check (source <> 'event'),
  add group_id integer,
  add item_id integer,
  add check (num_nonnulls(show_id, event_id, source) = 1),
  add check (num_nonnulls(group_id, item_id) <= 1),
  add check (source is not null or num_nonnulls(group_id, item_id) = 0);
