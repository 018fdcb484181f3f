-- A save of an older version is refused, so that operators do not overwrite each other.
alter table billboard add column version integer not null default 1;
alter table story add column version integer not null default 1;
