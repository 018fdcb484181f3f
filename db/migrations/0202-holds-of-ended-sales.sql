-- Whether an offering sells at an instant, for the statement that holds its places; without an instant only whether its
-- sale was stopped. The shared lock is kept until the transaction ends: whoever stops the sale waits for holds under way,
-- and a hold that comes while the sale is being stopped is refused instead of waiting. Each query of a volatile function
-- sees what is committed when it begins, so a stop that has committed is seen.
create function offering_sells(offering_number bigint, at timestamptz) returns boolean
language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock_shared((7203::bigint << 40) | offering_number) then
    return false;
  end if;
  return (
    select is_on_sale and (at is null or (sales_open_at <= at and at < sales_close_at))
    from offering where id = offering_number) is true;
end $$;
