-- What goes back to who was seated in a lower class than they paid for, when a screening got another hall.
create table cinema_lower_class (
  id uuid primary key,
  screening_id integer not null references screening,
  order_key uuid not null,
  order_line_id bigint not null,
  amount_minor integer not null check (amount_minor > 0),
  noted_at timestamptz not null,
  settled_at timestamptz
);
create index cinema_lower_class_line on cinema_lower_class (order_line_id);
create index cinema_lower_class_due on cinema_lower_class (noted_at) where settled_at is null;
comment on column cinema_lower_class.amount_minor is 'Of the price of the line before discounts, in tetri';
comment on column cinema_lower_class.settled_at is 'When it went back, or when its ticket had gone back whole';
