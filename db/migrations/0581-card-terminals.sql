-- Cards at an organiser's counter (modules/box-office, modules/payments, decision 084).

-- 6: a card terminal at a counter.
alter table payment drop constraint payment_provider_check,
  add constraint payment_provider_check check (provider between 1 and 6);

-- What terminal stands at the counter, and what its own slip said at the close.
alter table counter_shift
  add column terminal text not null default '',
  add column card_expected_minor integer,
  add column card_counted_minor integer;

-- Card payments of a shift: whether money was taken is said by the payment.
create table counter_card (
  payment_id uuid primary key,
  shift_id uuid not null references counter_shift,
  order_number text not null,
  amount_minor integer not null check (amount_minor > 0),
  at timestamptz not null
);
create index counter_card_shift on counter_card (shift_id);
