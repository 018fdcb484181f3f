-- Failed orders whose time ran out lately: what they still hold is given back in the table too.
create index orders_failed on orders (deadline_at) where status = 2;
