-- How often a caller has asked within the minute, counted over all processes of the shop. It is worth nothing a minute
-- later, so it may be lost with a crash or a failover and is written to no log: counting then waits for no disk.

create unlogged table request_count (
  -- 64 bits of an HMAC of address and route: no address can be read from it.
  key bigint primary key,
  count integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
