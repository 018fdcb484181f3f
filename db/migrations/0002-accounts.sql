create table customer (
  id uuid primary key,
  email text not null,
  email_key text generated always as (lower(email)) stored unique,
  password_hash text,
  full_name text not null default '',
  phone text,
  locale text not null default 'ka',
  joined_club boolean not null default false,
  activated_at timestamptz,
  created_at timestamptz not null default now()
);

-- A bearer is 256 random bits; only its SHA-256 is kept.
create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  kind text not null check (kind in ('guest', 'customer')),
  customer_id uuid references customer,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text not null default '',
  check ((kind = 'customer') = (customer_id is not null))
);
create index session_customer on session (customer_id) where customer_id is not null;

create table account_key (
  key_hash bytea primary key,
  purpose text not null check (purpose in ('activation', 'password-reset')),
  email text not null,
  payload jsonb not null default '{}',
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
