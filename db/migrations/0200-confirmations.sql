-- What an outside supplier has to confirm of a paid order: one row an item, asked until it is confirmed or refused.
create table order_confirmation (
  id uuid primary key,
  order_id bigint not null references orders,
  source text not null,
  item_id integer not null,
  leg_from smallint not null,
  leg_to smallint not null,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'refused')),
  confirm_by timestamptz not null,
  attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  last_detail text not null default '',
  refusal_code text,
  overdue_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (order_id, source, item_id, leg_from, leg_to),
  check ((state = 'pending') = (ended_at is null)),
  check ((state = 'pending') = (next_attempt_at is not null)),
  check ((state = 'refused') = (refusal_code is not null))
);
create index order_confirmation_due on order_confirmation (next_attempt_at) where next_attempt_at is not null;
create index order_confirmation_overdue on order_confirmation (overdue_at) where overdue_at is not null and ended_at is null;
comment on column order_confirmation.id is 'The supplier''s idempotency key: the same in every attempt';
comment on column order_confirmation.confirm_by is 'An operator is alerted when the supplier has not answered by then';
comment on column order_confirmation.overdue_at is 'When operators were alerted';

-- What a supplier calls a ticket that it has confirmed.
alter table ticket
  add column booking_number text,
  add column supplier_ticket_number text;
comment on column ticket.booking_number is 'The supplier''s number of the booking; null for places of our own';
comment on column ticket.supplier_ticket_number is 'The supplier''s number of this ticket, such as an e-ticket number';

-- Money of lines that a supplier refused goes back without a ticket: none was ever issued.
alter table ticket_return drop constraint ticket_return_kind_check;
alter table ticket_return add constraint ticket_return_kind_check
  check (kind in ('return', 'resale', 'cancelled', 'refused'));
