-- Locks orders in the order of their ids and answers them with their lines, in one round trip. Each query of a
-- volatile function sees what is committed when it begins, so the second one reads what the first waited for.
create function lock_orders(order_keys uuid[]) returns table (found orders, lines json)
language plpgsql volatile as $$
begin
  perform from orders where order_key = any(order_keys) order by id for update;
  return query
    select o, (select json_agg(l order by l.id) from order_line l where l.order_id = o.id)
    from orders o where o.order_key = any(order_keys) order by o.id;
end $$;
