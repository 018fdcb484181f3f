-- What organisers write to those who hold tickets for their dates.
create table mailing (
  id integer generated always as identity primary key,
  merchant_id integer not null references merchant,
  kind text not null check (kind in ('service', 'news')),
  event_ids integer[] not null,
  subject jsonb not null,
  body jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'sent')),
  send_at timestamptz,
  -- Orders up to this one have their letters enqueued.
  last_order_id bigint not null default 0,
  created_by uuid not null references staff,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'draft') or send_at is not null)
);
create index mailing_merchant on mailing (merchant_id, id desc);
create index mailing_due on mailing (send_at) where state in ('scheduled', 'sending');

-- One letter for each address, by a mark that only this installation can make: the table tells nobody's address.
create table mailing_delivery (
  mailing_id integer not null references mailing,
  address_mark bytea not null,
  order_id bigint not null references orders,
  state text not null check (state in ('waiting', 'sent', 'failed', 'skipped')),
  -- Why nothing was sent: the address wants no news, had some this week, or its tickets ended meanwhile.
  reason text check (reason in ('refused', 'limit', 'no-ticket')),
  changed_at timestamptz not null,
  primary key (mailing_id, address_mark)
);
create index mailing_delivery_address on mailing_delivery (address_mark, changed_at);
create index mailing_delivery_order on mailing_delivery (order_id);

-- Who wants no news of an organiser.
create table mailing_refusal (
  merchant_id integer not null references merchant,
  address_mark bytea not null,
  refused_at timestamptz not null,
  primary key (merchant_id, address_mark)
);
