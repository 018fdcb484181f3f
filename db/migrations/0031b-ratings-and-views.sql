-- What visitors thought of it, and how many looked at its page.
create table order_rating (
  order_id bigint not null references orders,
  source text not null,
  item_id integer not null,
  stars smallint not null check (stars between 1 and 5),
  comment text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (order_id, source, item_id)
);
create index order_rating_item on order_rating (source, item_id, updated_at desc);

alter table show
  add rating_sum integer not null default 0,
  add rating_count integer not null default 0;
comment on column show.rating_sum is 'Stars of all visits that were rated; kept by whoever writes a rating, in the same transaction';

create table show_view (
  show_id integer not null references show,
  day date not null,
  count integer not null,
  primary key (show_id, day)
);
comment on table show_view is 'Page views that a shopper’s browser told of, by the day in Tbilisi';
