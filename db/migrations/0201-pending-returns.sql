-- Returns that wait until an outside supplier has cancelled its tickets; the money goes back then. The tickets have
-- ended already; they are opened again when the supplier refuses.
create table pending_return (
  id uuid primary key,
  order_id bigint not null references orders,
  source text not null,
  item_id integer not null,
  leg_from smallint not null,
  leg_to smallint not null,
  state text not null default 'pending' check (state in ('pending', 'cancelled', 'refused')),
  attempt_count integer not null default 1,
  next_attempt_at timestamptz,
  last_detail text not null default '',
  refusal_code text,
  overdue_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null)),
  check ((state = 'pending') = (next_attempt_at is not null)),
  check ((state = 'refused') = (refusal_code is not null))
);
create index pending_return_order on pending_return (order_id);
create index pending_return_due on pending_return (next_attempt_at) where next_attempt_at is not null;
comment on column pending_return.id is 'The quote that was carried out, and the supplier''s idempotency key: the same in every attempt';
comment on column pending_return.overdue_at is 'When operators were alerted that the supplier does not answer';

create table pending_return_item (
  return_id uuid not null references pending_return,
  ticket_id bigint not null references ticket,
  is_supplied boolean not null,
  amount_minor integer not null check (amount_minor >= 0),
  fee_minor integer not null,
  deduction_minor integer not null check (deduction_minor >= 0),
  deduction_to text not null check (deduction_to in ('merchant', 'house')),
  primary key (return_id, ticket_id)
);
create index pending_return_item_ticket on pending_return_item (ticket_id);
comment on column pending_return_item.is_supplied is 'The supplier cancels it; others of the same return are our own';
