-- Valid tickets whose place the seller took away: their holders choose something else, or are refunded.
create table ticket_without_place (
  ticket_id bigint primary key references ticket,
  reason jsonb not null,
  noted_at timestamptz not null,
  refund_from timestamptz not null
);
create index ticket_without_place_due on ticket_without_place (refund_from);
comment on column ticket_without_place.refund_from is 'No automatic refund before: until then holders may choose something else';
