-- Statements name what an order was for.
create or replace view order_line_summary as
  select order_id, kind, quantity, amount_minor, detail, id as order_line_id, description,
    unit_price_minor, source, item_id, leg_from, leg_to, merchant_id
  from order_line;
