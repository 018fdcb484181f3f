-- Plans of halls while they are drawn. What is sold from are layouts, which never change: publishing makes the next version.
create table seat_plan (
  id integer generated always as identity primary key,
  venue_id integer not null references venue,
  key text not null check (key ~ '^[a-z0-9-]{1,80}$'),
  -- Whose it is; null: the house's.
  merchant_id integer references merchant,
  name jsonb not null,
  document jsonb not null,
  -- Grows by one with each change; who saves says which one was changed.
  revision integer not null default 1 check (revision > 0),
  -- Whether anything was changed since the last version was published.
  published_revision integer,
  seats integer not null,
  room integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (venue_id, key)
);
create index seat_plan_merchant on seat_plan (merchant_id);

-- Pictures that plans are drawn after, a few for each.
create table seat_plan_picture (
  plan_id integer not null references seat_plan,
  digest text not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null,
  created_at timestamptz not null,
  primary key (plan_id, digest)
);

-- What was published of a plan, and the seat map that it began from. Equal content is one layout, whoever published it.
create table seat_plan_version (
  plan_id integer not null references seat_plan,
  layout_id integer not null references seat_layout,
  version integer not null check (version > 0),
  published_at timestamptz not null,
  primary key (plan_id, layout_id),
  unique (plan_id, version)
);
