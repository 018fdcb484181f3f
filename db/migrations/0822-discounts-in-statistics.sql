-- Statistics contain discounts in columns of their own: what was paid is the price less these.
alter table merchant_sale
  add column merchant_discount_minor bigint not null default 0,
  add column house_discount_minor bigint not null default 0,
  add column advance_minor bigint not null default 0,
  add column ended_reduction_minor bigint not null default 0,
  add column unearned_minor bigint not null default 0;
comment on column merchant_sale.ended_minor is 'Prices of the ended tickets, before discounts';
comment on column merchant_sale.advance_minor is 'Paid in advance with passes';
comment on column merchant_sale.ended_reduction_minor is 'Discounts and payments in advance of the ended tickets';
comment on column merchant_sale.unearned_minor is
  'Of the prices of valid tickets: what their organiser does not earn, because it funds the discount, because it was refunded, or because a sale in advance is kept on an account of its own';

alter table merchant_sale_visit
  add column merchant_discount_minor bigint not null default 0,
  add column house_discount_minor bigint not null default 0,
  add column advance_minor bigint not null default 0,
  add column ended_reduction_minor bigint not null default 0,
  add column unearned_minor bigint not null default 0;

comment on column merchant_order.sold_minor is 'What was paid for the organiser''s tickets in the order, without fees';
