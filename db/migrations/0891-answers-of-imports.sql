-- What an operator answers about runs with passengers that a feed no longer has, or has in doubt.
alter table feed_import add column answers jsonb;
