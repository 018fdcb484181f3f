-- Sites of organisers on which the shop's widget may stand.
create table merchant_widget_origin (
  merchant_id integer not null references merchant,
  origin text not null,
  created_by uuid not null references staff,
  created_at timestamptz not null,
  primary key (merchant_id, origin)
);
comment on column merchant_widget_origin.origin is 'Scheme, host and port, as browsers write an origin';

-- The organiser's page on which an order was begun: its buyer goes back there from the bank.
create table order_widget (
  order_key uuid primary key,
  order_id bigint not null unique references orders on delete cascade,
  slug text not null,
  page text not null,
  noted_at timestamptz not null
);
