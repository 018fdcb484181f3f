-- Where the visitor who opened an order came from, as they have allowed it to be noted: a campaign or a site, never an address of a page.
create table order_visit (
  order_id bigint primary key references orders on delete cascade,
  visit text not null,
  noted_at timestamptz not null
);

-- Figures of sales by visit, beside merchant_sale and counted anew with it; what no visit is noted for is the rest.
create table merchant_sale_visit (
  merchant_id integer not null,
  source text not null,
  item_id integer not null,
  hour timestamptz not null,
  visit text not null,
  ticket_count integer not null,
  ended_count integer not null,
  used_count integer not null,
  sold_minor bigint not null,
  ended_minor bigint not null,
  primary key (merchant_id, source, item_id, hour, visit)
);
create index merchant_sale_visit_hour on merchant_sale_visit (merchant_id, hour);
create index merchant_sale_visit_bucket on merchant_sale_visit (source, item_id, hour);
