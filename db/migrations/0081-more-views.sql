-- What other modules may join with of orders, inventory and accounts.

create view order_summary as
  select id as order_id, order_key, order_number, status, session_id, customer_id, deadline_at, total_minor,
    created_at
  from orders;

create view order_line_summary as
  select order_id, kind, quantity, amount_minor, detail from order_line;

create view offering_sale as
  select id as offering_id, is_on_sale, places_per_order_max, sales_open_at, sales_close_at from offering;

create or replace view ticket_type_summary as
  select id as ticket_type_id, event_id, name, position, merchant_id from ticket_type;

-- Where an app of a customer is reached.
create view customer_device as
  select token, customer_id, locale from mobile_token;
