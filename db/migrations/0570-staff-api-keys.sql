-- Keys by which an organiser's own programs make calls; a key acts for the person who made it.
create table staff_api_key (
  id uuid primary key,
  merchant_id integer not null references merchant,
  name text not null,
  key_hash bytea not null unique,
  hint text not null,
  permissions text[] not null check (cardinality(permissions) > 0),
  requests_per_minute integer not null check (requests_per_minute between 1 and 6000),
  created_by uuid not null references staff,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references staff
);
create index staff_api_key_merchant on staff_api_key (merchant_id, created_at);
comment on column staff_api_key.hint is 'The last letters of the key, by which people recognise it';
comment on column staff_api_key.last_used_at is 'Within a minute';

alter table staff_log add column api_key_id uuid references staff_api_key;
comment on column staff_log.api_key_id is 'The key of a program that made the change for staff_id';
