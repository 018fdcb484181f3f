-- Locks every leg of these pools in one order, deletes their holds that have ended and answers what is left of each leg,
-- in one round trip: while one transaction has the pools, all others wait. Each query of a volatile function sees what is
-- committed when it begins, so the later ones read what the first waited for.
create function reclaim_pools(offerings bigint[], pools integer[], at timestamptz)
returns table (offering_id bigint, pool_id integer, leg smallint, places_left integer)
language plpgsql volatile as $$
#variable_conflict use_column
begin
  perform from pool_leg
  join (select distinct * from unnest(offerings, pools) as asked (offering_id, pool_id)) as wanted
    using (offering_id, pool_id)
  order by offering_id, pool_id, leg for update of pool_leg;
  with gone as (
    delete from pool_hold
    using (select distinct * from unnest(offerings, pools) as asked (offering_id, pool_id)) as wanted
    where pool_hold.offering_id = wanted.offering_id and pool_hold.pool_id = wanted.pool_id
      and pool_hold.state = 1 and pool_hold.held_until <= at
    returning pool_hold.offering_id, pool_hold.pool_id, leg_from, leg_to, quantity
  ), freed as (
    select offering_id, pool_id, number as leg, sum(quantity)::int as quantity
    from gone, generate_series(leg_from, leg_to - 1) as number
    group by offering_id, pool_id, number
  )
  update pool_leg set taken = pool_leg.taken - freed.quantity from freed
  where pool_leg.offering_id = freed.offering_id and pool_leg.pool_id = freed.pool_id
    and pool_leg.leg = freed.leg;
  return query
    select offering_id, pool_id, pool_leg.leg, capacity - taken from pool_leg
    join (select distinct * from unnest(offerings, pools) as asked (offering_id, pool_id)) as wanted
      using (offering_id, pool_id)
    order by offering_id, pool_id, pool_leg.leg;
end $$;
