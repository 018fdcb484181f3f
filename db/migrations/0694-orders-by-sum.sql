-- The operator's list of orders is sorted by sum within each status, paid or not, instead of paid orders only.
create index orders_sum on orders (status, total_minor desc, id desc);
drop index orders_paid_sum;
