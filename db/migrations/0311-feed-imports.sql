-- A feed that an operator brings: its parts as they arrive, how far it is, and what it would do or did.
create table feed_import (
  id uuid primary key,
  operator_id uuid,
  created_at timestamptz not null,
  name text not null,
  brand text not null,
  organiser text not null,
  file_name text not null,
  bytes integer not null check (bytes > 0),
  state text not null check (state in ('uploading', 'waiting', 'checking', 'checked', 'applying', 'applied', 'failed')),
  step text,
  steps_done integer not null default 0,
  steps_total integer,
  report jsonb,
  failure text,
  applied_at timestamptz
);
create index feed_import_created on feed_import (created_at);

create table feed_import_part (
  import_id uuid not null references feed_import on delete cascade,
  number integer not null check (number >= 0),
  content bytea not null,
  primary key (import_id, number)
);

-- What became of asking a carrier for its realtime message, by feed and address.
create table realtime_source (
  feed text not null,
  url text not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  made_at timestamptz,
  trip_count integer not null default 0,
  alert_count integer not null default 0,
  error text,
  primary key (feed, url)
);
comment on column realtime_source.made_at is 'When the carrier made the last message that was taken';
comment on column realtime_source.error is 'Why the last question was not answered; null when it was';
