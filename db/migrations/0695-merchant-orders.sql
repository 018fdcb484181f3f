-- Orders of each organiser with what was sold of them, by which its list of orders is read in order. Counted with
-- merchant_sale from the tickets that have changed (modules/merchant).
create table merchant_order (
  merchant_id integer not null,
  order_id bigint not null references orders,
  sold_minor bigint not null,
  primary key (merchant_id, order_id)
);
create index merchant_order_sum on merchant_order (merchant_id, sold_minor desc, order_id desc);
comment on column merchant_order.sold_minor is 'Prices of the organiser''s tickets in the order without fees, before discounts, as charged';
insert into merchant_order (merchant_id, order_id, sold_minor)
select merchant_id, order_id, sum(unit_price_minor) from ticket_sale
where merchant_id is not null group by 1, 2;
