-- Selling at an organiser's counter (modules/box-office, flows/counter, decision 066).

-- 5: cash, taken at a counter.
alter table payment drop constraint payment_provider_check,
  add constraint payment_provider_check check (provider between 1 and 5);

-- Somebody's time at a counter, from counting the float to counting the drawer.
create table counter_shift (
  id uuid primary key,
  merchant_id integer not null references merchant,
  staff_id uuid not null references staff,
  counter text not null,
  session_id uuid not null,
  opening_minor integer not null check (opening_minor >= 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  expected_minor integer check (expected_minor >= 0),
  counted_minor integer check (counted_minor >= 0),
  note text not null default '',
  check ((closed_at is null) = (counted_minor is null)),
  check ((closed_at is null) = (expected_minor is null))
);
comment on column counter_shift.session_id is 'Owns the orders that are sold in it';
create unique index counter_shift_open on counter_shift (staff_id) where closed_at is null;
create index counter_shift_merchant on counter_shift (merchant_id, opened_at desc);

-- What went into a drawer and out of it.
create table counter_entry (
  id bigint generated always as identity primary key,
  shift_id uuid not null references counter_shift,
  at timestamptz not null,
  kind text not null check (kind in ('sale', 'return', 'in', 'out')),
  amount_minor integer not null,
  order_number text,
  note text not null default '',
  check (case when kind in ('sale', 'in') then amount_minor >= 0 else amount_minor <= 0 end),
  check ((order_number is not null) = (kind in ('sale', 'return')))
);
create index counter_entry_shift on counter_entry (shift_id, id);
create index counter_entry_order on counter_entry (order_number) where order_number is not null;
create trigger counter_entry_immutable before update or delete on counter_entry
  for each row execute function ledger_is_append_only();

-- Tickets on paper: how often each was printed.
create table ticket_print (
  id bigint generated always as identity primary key,
  merchant_id integer not null references merchant,
  staff_id uuid not null references staff,
  order_number text not null,
  ticket_count integer not null check (ticket_count > 0),
  is_reprint boolean not null,
  printed_at timestamptz not null
);
create index ticket_print_order on ticket_print (order_number);
