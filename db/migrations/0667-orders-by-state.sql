-- The operator's list of orders: the newest of each state, and paid ones by their sum.
create index orders_state on orders (status, created_at desc, id desc);
create index orders_paid_sum on orders (total_minor desc, id desc) where processed_at is not null;
