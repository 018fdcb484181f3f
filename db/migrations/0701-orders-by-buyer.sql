-- The operator's list of orders is sorted by the buyer's name within each status; orders without a name are last.
create index orders_buyer on orders (status, nullif(lower(buyer_name), ''), id);
