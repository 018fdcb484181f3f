-- A save of an older version is refused, so that operators do not overwrite each other.
alter table faq_entry add column version integer not null default 1;
alter table category add column version integer not null default 1;
