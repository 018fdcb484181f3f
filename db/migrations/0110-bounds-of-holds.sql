-- How long an attempt to buy may keep places, and how many its device, network and phone keep at once. The keys are HMACs.
alter table orders add column held_since timestamptz;
update orders set held_since = created_at;
alter table orders alter column held_since set default now(), alter column held_since set not null;
comment on column orders.held_since is 'When the first order of the attempt was opened; a retry takes it over';
alter table orders
  add column network_key bigint,
  add column device_key bigint,
  add column phone_key bigint;

create index orders_unpaid_network on orders (network_key)
  where status in (0, 2, 5, 6) and network_key is not null;
create index orders_unpaid_phone on orders (phone_key)
  where status in (2, 5, 6) and phone_key is not null;

-- Places held unpaid by networks, device by device. Who asks for the same network waits, so that two requests cannot both
-- take what is left; the query sees what the one before has committed. A failed order counts until it is repeated.
create function held_places(networks bigint[], at timestamptz)
returns table (network_key bigint, device_key bigint, places bigint)
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(key) from (select unnest(networks) as key order by 1) as keys;
  return query
    select o.network_key, o.device_key, sum(l.quantity)::bigint
    from orders o join order_line l on l.order_id = o.id and l.hold_id is not null
    where o.network_key = any(networks) and o.status in (0, 2, 5, 6) and o.deadline_at > at
      and not exists (select from orders r where r.retry_of = o.id)
    group by o.network_key, o.device_key;
end $$;
