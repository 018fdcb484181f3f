-- What every room leans on: keys of calling applications and the memory of idempotent requests.

create table api_key (
  key_hash bytea primary key,
  name text not null,
  channel text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
comment on column api_key.channel is 'Integration channel the key speaks for: web, mobile, a partner';

-- The first answer to a request that carried an Idempotency-Key, kept for a day. The key itself is not kept:
-- its hash finds the row, and only who sends the key again can decrypt the answer (it may hold a bearer).
create table idempotency_key (
  scope text not null,
  key_hash bytea not null,
  request_hash bytea not null,
  status_code integer,
  reply bytea,
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (scope, key_hash)
);
create index idempotency_key_created on idempotency_key (created_at);

-- One secret of the installation: guest links and the like are derived from it.
create table server_secret (
  id smallint primary key default 1 check (id = 1),
  secret bytea not null
);
create extension if not exists pgcrypto;
insert into server_secret (secret) values (gen_random_bytes(32));
