-- People of an organiser are invited, change their role and leave; passkeys are a second step of signing in.
alter table staff drop constraint staff_role_check;
alter table staff add constraint staff_role_check check (role in ('owner', 'manager', 'box-office', 'scanner'));

-- Who has left keeps their rows in logs; their address may be invited anew, also by another organiser.
alter table staff drop constraint staff_email_key_key;
create unique index staff_email_key on staff (email_key) where disabled_at is null;

create table staff_invitation (
  id uuid primary key,
  merchant_id integer not null references merchant,
  email text not null,
  email_key text generated always as (lower(email)) stored,
  role text not null check (role in ('owner', 'manager', 'box-office', 'scanner')),
  locale text not null,
  -- Of the newest letter; null until it is written.
  key_hash bytea unique,
  invited_by uuid not null references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create unique index staff_invitation_open on staff_invitation (merchant_id, email_key)
  where accepted_at is null and withdrawn_at is null;

create table staff_passkey (
  credential_id text primary key,
  staff_id uuid not null references staff,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_staff on staff_passkey (staff_id);

create table staff_passkey_challenge (
  id uuid primary key,
  purpose text not null check (purpose in ('register', 'sign-in')),
  staff_id uuid not null references staff,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_passkey_challenge_expiry on staff_passkey_challenge (expires_at);
