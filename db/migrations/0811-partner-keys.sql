-- Operators make, limit and revoke the secret keys of partners. The table has a row for each application.
alter table api_key
  add column id uuid not null default gen_random_uuid(),
  add column hint text not null default '',
  add column requests_per_minute integer check (requests_per_minute > 0),
  add column expires_at timestamptz;
create unique index api_key_id on api_key (id);
comment on column api_key.hint is 'The last letters of the key, by which people recognise it; empty for keys of older releases';
comment on column api_key.requests_per_minute is 'Of a secret key, over all processes; null: limited by network, like everybody';
