-- Whom a switch is on for while it is on, and what it is for in the operator's own words.
alter table feature_switch
  add column note text not null default '',
  add column targeting jsonb not null default '{}';
comment on column feature_switch.targeting is
  'Every part must fit: {"percentage": 0-100, "languages": ["ka"], "audience": "signed-in", "merchantIds": [1]}; {}: everybody';
