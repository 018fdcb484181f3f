-- What an operator's first page and look-up read. Only paid orders are in these indexes, so that choosing and checkout
-- write nothing more.
create index orders_processed on orders (processed_at) include (currency, total_minor) where processed_at is not null;
create index orders_paid_email on orders (lower(buyer_email)) where processed_at is not null;
create index orders_paid_phone on orders (right(regexp_replace(buyer_phone, '\D', '', 'g'), 9))
  where processed_at is not null;
create index ticket_return_created on ticket_return (created_at);
create index event_moved_until on event (full_refund_until) where full_refund_until is not null;
-- Sales of an item are counted by its tickets, at the price of their line.
create or replace view order_line_summary as
  select order_id, kind, quantity, amount_minor, detail, id as order_line_id, description,
    unit_price_minor
  from order_line;
-- Accounts are written rarely, so that finding them by a part of their name may cost more than a plain index.
create index customer_name on customer using gin (lower(full_name) gin_trgm_ops) where erased_at is null;
create index customer_phone on customer (right(regexp_replace(phone, '\D', '', 'g'), 9))
  where phone is not null and erased_at is null;
