-- When a partner's key was last seen, so that an operator knows whether it can be revoked.
alter table api_key add column last_used_at timestamptz;
comment on column api_key.last_used_at is 'Of a secret key; written at most twice a minute by each process';
