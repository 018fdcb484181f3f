-- Baggage that is not sold any more; the tickets of its pieces keep name and price.
alter table baggage_option add column is_retired boolean not null default false;
comment on column baggage_option.is_retired is 'Not sold any more; its id, which numbers the ticket type, is never given again';
