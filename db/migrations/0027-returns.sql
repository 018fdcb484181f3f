-- How tickets go back, as data. The narrowest row that fits wins: of the item, of the organiser, of the kind of
-- category, else the one that names none of them. Shares are in basis points of what was paid for the ticket.
create table return_policy (
  id integer generated always as identity primary key,
  item_id integer references event,
  merchant_id integer references merchant,
  category_kind smallint,
  tiers jsonb not null default '[]',
  is_fee_returned boolean not null default false,
  deduction_to text not null default 'merchant' check (deduction_to in ('merchant', 'house')),
  resale jsonb,
  companions jsonb not null default '[]',
  quote_minutes smallint not null default 10 check (quote_minutes between 1 and 60),
  moved_refund_days smallint not null default 14 check (moved_refund_days between 0 and 365),
  check (num_nonnulls(item_id, merchant_id, category_kind) <= 1)
);
create unique index return_policy_once on return_policy (item_id, merchant_id, category_kind) nulls not distinct;
comment on column return_policy.tiers is
  'A list of {hoursBefore, deductionBasisPoints}: at least so long before the start, so much is kept. Empty: no returns';
comment on column return_policy.resale is
  'Null: the house takes nothing back to sell again. {hoursBefore, feeBasisPoints, transactionFeeBasisPoints, serviceFeeMinor}';
comment on column return_policy.companions is
  'A list of {childTypeIds, adultTypeIds}: a ticket of the first stays only while one of the second does';

insert into return_policy (category_kind, tiers, resale) values
  (null, '[{"hoursBefore": 240, "deductionBasisPoints": 0}, {"hoursBefore": 72, "deductionBasisPoints": 1000},
    {"hoursBefore": 24, "deductionBasisPoints": 2500}]',
    '{"hoursBefore": 3, "feeBasisPoints": 1000, "transactionFeeBasisPoints": 200, "serviceFeeMinor": 100}'),
  (2, '[{"hoursBefore": 15, "deductionBasisPoints": 0}, {"hoursBefore": 4, "deductionBasisPoints": 1500},
    {"hoursBefore": 1, "deductionBasisPoints": 3000}]', null);

-- Tickets that went back together, and what became of their money.
create table ticket_return (
  id uuid primary key,
  order_id bigint not null references orders,
  kind text not null check (kind in ('return', 'resale', 'cancelled')),
  quote_id uuid unique,
  currency char(3) not null,
  amount_minor integer not null check (amount_minor >= 0),
  deduction_minor integer not null check (deduction_minor >= 0),
  card_minor integer not null check (card_minor >= 0),
  balance_minor integer not null check (balance_minor >= 0),
  created_at timestamptz not null,
  check (amount_minor = card_minor + balance_minor)
);
create index ticket_return_order on ticket_return (order_id);
comment on column ticket_return.quote_id is 'The quote that was carried out, once; null where the house gave the money back by itself';

create table ticket_return_item (
  ticket_id bigint primary key references ticket,
  return_id uuid not null references ticket_return,
  amount_minor integer not null check (amount_minor >= 0),
  deduction_minor integer not null check (deduction_minor >= 0)
);
create index ticket_return_item_return on ticket_return_item (return_id);
comment on table ticket_return_item is 'A ticket goes back once';

create table ticket_return_refund (
  refund_id uuid primary key references refund,
  return_id uuid not null references ticket_return
);
create index ticket_return_refund_return on ticket_return_refund (return_id);

alter table orders add column returned_minor integer not null default 0 check (returned_minor >= 0);
comment on column orders.returned_minor is 'What has gone back of it for returned tickets, to cards and balances together';

-- A date that will not be, and one that will be another day.
alter table event
  add column cancelled_at timestamptz,
  add column cancel_reason jsonb,
  add column moved_from timestamptz,
  add column moved_at timestamptz,
  add column full_refund_until timestamptz,
  add constraint event_cancelled check ((cancelled_at is null) = (cancel_reason is null)),
  add constraint event_moved check (num_nonnulls(moved_from, moved_at, full_refund_until) in (0, 3));
create index event_cancelled_at on event (cancelled_at) where cancelled_at is not null;
comment on column event.full_refund_until is 'Holders who cannot come on the new date get all their money back until then';
