-- What was taken off each ticket and each fee of a paid order, unit by unit, and who funds it. Written when the order is
-- paid, for units with a discount only, so that every figure reads what was paid instead of computing it (docs/figures.md).
create table line_discount (
  order_line_id bigint not null references order_line on delete cascade,
  line_unit integer not null,
  merchant_minor integer not null check (merchant_minor >= 0),
  house_minor integer not null check (house_minor >= 0),
  advance_minor integer not null check (advance_minor >= 0),
  primary key (order_line_id, line_unit)
);
comment on column line_discount.merchant_minor is 'Funded by the organiser, who earns less';
comment on column line_discount.house_minor is 'Funded by the platform: the organiser earns it';
comment on column line_discount.advance_minor is 'Paid in advance with a pass, from the account that received it';

-- Orders that were paid before are processed by the worker, a range of lines at a time.
create table line_discount_cursor (
  id integer primary key check (id = 1),
  next_line_id bigint not null,
  last_line_id bigint not null
);
insert into line_discount_cursor select 1, 1, coalesce(max(id), 0) from order_line;
