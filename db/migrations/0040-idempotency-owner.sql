-- A key that is being worked on belongs to a server process, known by the advisory lock that its session holds:
-- when the process dies, PostgreSQL lets go of the lock, and the key is free. It replaces a lease of a minute.
alter table idempotency_key add column owner bigint;
alter table idempotency_key drop column lease_until;
comment on column idempotency_key.owner is
  'Number of the process that answers the request: the key of the advisory lock that its session holds while it lives';
