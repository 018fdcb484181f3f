-- Orders whose refund for a cancelled item failed: tried again with growing pauses, so that one does not keep the others
-- waiting.
create table cancelled_refund_attempt (
  order_id bigint primary key references orders,
  attempt_count integer not null,
  next_attempt_at timestamptz not null
);
