-- Unpaid places are counted by what a client cannot choose: the session, the network in each hall, or a partner's key.
alter table api_key add column is_secret boolean not null default false;
comment on column api_key.is_secret is 'Known to a partner''s servers only: unpaid places are counted by key, not by network. False for pages and apps';

comment on column orders.network_key is 'HMAC of the network, or of the partner''s key, that the unpaid places count for';
comment on column orders.device_key is 'HMAC of the session or customer, or of the partner''s key, that the unpaid places count for';

-- As `held_places(networks, at)`, which processes of the release before still call: by network, by these holders, and by
-- pool (null: named places) of these offerings. A row has the columns of its group only.
create function held_places(networks bigint[], holders bigint[], offerings bigint[], at timestamptz)
returns table (network_key bigint, device_key bigint, offering_id bigint, pool_id integer, places bigint)
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(key) from (select unnest(networks) as key order by 1) as keys;
  return query
    select o.network_key, o.device_key, l.offering_id, l.pool_id, sum(l.quantity)::bigint
    from orders o join order_line l on l.order_id = o.id and l.hold_id is not null
    where o.network_key = any(networks) and o.status in (0, 2, 5, 6) and o.deadline_at > at
      and not exists (select from orders r where r.retry_of = o.id)
    group by grouping sets (
      (o.network_key), (o.network_key, o.device_key), (o.network_key, l.offering_id, l.pool_id))
    having grouping(o.device_key, l.offering_id) = 3
      or (grouping(o.device_key) = 0 and o.device_key = any(holders))
      or (grouping(l.offering_id) = 0 and l.offering_id = any(offerings));
end $$;
