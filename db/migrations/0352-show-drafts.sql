-- Shows that organisers make in their back office: what is typed is kept as it is, and taken over when it is published.
create table show_draft (
  id uuid primary key,
  merchant_id integer not null references merchant,
  -- The show of the catalogue, once there is one.
  show_id integer references show,
  content jsonb not null,
  version integer not null default 1,
  -- What was taken over last; prices that change by the calendar are taken from it.
  published jsonb,
  is_public boolean not null default false,
  preview_key text not null,
  next_price_at timestamptz,
  archived_at timestamptz,
  updated_by uuid references staff,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index show_draft_merchant on show_draft (merchant_id, updated_at desc);
create unique index show_draft_show on show_draft (show_id) where show_id is not null;
create index show_draft_next_price on show_draft (next_price_at) where next_price_at is not null;

-- Pictures of those shows, as browsers get them.
create table show_draft_picture (
  digest text primary key,
  draft_id uuid not null references show_draft,
  kind smallint not null,
  width integer not null,
  height integer not null,
  content bytea not null
);
create index show_draft_picture_draft on show_draft_picture (draft_id);
