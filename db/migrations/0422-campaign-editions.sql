-- Pages of campaigns are edited, looked at with a key, scheduled and counted.
alter table campaign
  add column id integer generated always as identity unique,
  add column is_published boolean not null default true,
  add column draft jsonb,
  add column publish_at timestamptz,
  add column version integer not null default 1,
  add column preview_key uuid not null default gen_random_uuid(),
  add column changed_at timestamptz not null default now();
comment on column campaign.draft is 'The next edition as it is being written: all that an operator edits of the page; null: none';
comment on column campaign.publish_at is 'From then on the draft is what is shown; null: it waits';
comment on column campaign.version is 'Counts what is saved, so that two operators do not overwrite each other';

-- How often a page was opened and its parts were pressed, by day of the shop. No row is of a visitor.
create table campaign_figure (
  campaign_id integer not null references campaign (id) on delete cascade,
  day date not null,
  place text not null,
  count bigint not null check (count > 0),
  primary key (campaign_id, day, place)
);
comment on column campaign_figure.place is 'Empty: the page was opened; else the block that was pressed';

-- Pictures of campaigns, banners and stories that an operator has sent.
create table front_picture (
  digest text primary key check (digest ~ '^[a-f0-9]{40}$'),
  width integer not null,
  height integer not null,
  content bytea not null,
  created_at timestamptz not null
);
