-- Accounts of customers are kept: their balance stands in a row that the posting itself changes, so nothing has to
-- be summed and no sequence of transfers can take out more than is in. Negative: the house owes it to the customer.
create table ledger_balance (
  account_id integer primary key references ledger_account,
  posted_minor bigint not null default 0,
  held_minor bigint not null default 0 check (held_minor >= 0),
  movement_count integer not null default 0,
  constraint ledger_balance_covered check (posted_minor + held_minor <= 0)
);
comment on column ledger_balance.held_minor is 'Sum of the pending holds: set aside, still the customer''s';

-- Movements of a kept account with what was on it afterwards: a statement is read from here, page by page.
create table ledger_movement (
  account_id integer not null references ledger_account,
  number integer not null,
  transfer_id uuid not null references ledger_transfer,
  amount_minor bigint not null,
  balance_minor bigint not null,
  primary key (account_id, number)
);
create trigger ledger_movement_immutable before update or delete on ledger_movement
  for each row execute function ledger_is_append_only();

-- A transfer that is promised and not yet made. It ends posted or voided, once.
create table ledger_hold (
  id uuid primary key,
  account_id integer not null references ledger_account,
  amount_minor bigint not null check (amount_minor > 0),
  reference text not null,
  state text not null default 'pending' check (state in ('pending', 'posted', 'voided')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null))
);
create index ledger_hold_pending on ledger_hold (account_id) where state = 'pending';

insert into ledger_balance (account_id, posted_minor, movement_count)
select a.id, coalesce(sum(p.amount_minor), 0), count(p.amount_minor)
from ledger_account a left join ledger_posting p on p.account_id = a.id
where a.code like 'customer:%' group by a.id;

insert into ledger_movement (account_id, number, transfer_id, amount_minor, balance_minor)
select p.account_id, row_number() over moved, p.transfer_id, p.amount_minor, sum(p.amount_minor) over moved
from ledger_posting p
join ledger_account a on a.id = p.account_id and a.code like 'customer:%'
join ledger_transfer t on t.id = p.transfer_id
window moved as (partition by p.account_id order by t.recorded_at, t.id rows unbounded preceding);

create function ledger_account_is_kept() returns trigger language plpgsql as $$
begin
  insert into ledger_balance (account_id) values (new.id);
  return null;
end $$;
create trigger ledger_account_kept after insert on ledger_account
  for each row when (new.code like 'customer:%') execute function ledger_account_is_kept();

create function ledger_posting_moves_balance() returns trigger language plpgsql as $$
declare
  posted bigint;
  counted integer;
begin
  update ledger_balance
  set posted_minor = posted_minor + new.amount_minor, movement_count = movement_count + 1
  where account_id = new.account_id
  returning posted_minor, movement_count into posted, counted;
  if found then
    insert into ledger_movement (account_id, number, transfer_id, amount_minor, balance_minor)
    values (new.account_id, counted, new.transfer_id, new.amount_minor, posted);
  end if;
  return null;
end $$;
create trigger ledger_posting_moved after insert on ledger_posting
  for each row execute function ledger_posting_moves_balance();

-- What was asked of a balance, whatever came of it.
create table balance_log (
  id bigint generated always as identity primary key,
  customer_id uuid not null references customer,
  at timestamptz not null,
  kind text not null,
  amount_minor bigint not null,
  currency char(3) not null,
  reference text not null
);
create index balance_log_customer on balance_log (customer_id, id desc);

create table bank_account (
  id integer generated always as identity primary key,
  customer_id uuid not null references customer,
  iban text not null,
  holder_name text not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index bank_account_once on bank_account (customer_id, iban) where removed_at is null;

create table withdrawal (
  id uuid primary key,
  customer_id uuid not null references customer,
  kind text not null check (kind in ('account', 'card')),
  state text not null check (state in ('held', 'sent', 'paid', 'rejected')),
  amount_minor integer not null check (amount_minor > 0),
  currency char(3) not null,
  bank_account_id integer references bank_account,
  payment_id uuid references payment,
  refund_id uuid references refund,
  hold_id uuid not null references ledger_hold,
  failure_code text,
  attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'account') = (bank_account_id is not null)),
  check ((kind = 'card') = (payment_id is not null)),
  check ((state in ('paid', 'rejected')) = (ended_at is not null))
);
create index withdrawal_customer on withdrawal (customer_id, created_at desc);
create index withdrawal_due on withdrawal (next_attempt_at) where next_attempt_at is not null;
create index withdrawal_refund on withdrawal (refund_id) where refund_id is not null;

-- A payment pays an order, tops a balance up, or only shows a card to the bank.
alter table payment
  add column purpose text not null default 'order' check (purpose in ('order', 'top-up', 'card')),
  add column customer_id uuid references customer,
  add column save_card boolean not null default false,
  drop constraint payment_amount_minor_check,
  add constraint payment_amount_minor_check check (amount_minor > 0 or (purpose = 'card' and amount_minor = 0)),
  add constraint payment_customer check (purpose = 'order' or customer_id is not null);
comment on column payment.order_key is 'The order; the payment''s own id where it pays none';
create index payment_customer_index on payment (customer_id, created_at desc) where customer_id is not null;

-- The provider's token, never a card's number.
create table saved_card (
  id uuid primary key,
  customer_id uuid not null references customer,
  provider smallint not null,
  token text not null,
  brand text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  good_until text,
  created_at timestamptz not null,
  removed_at timestamptz,
  token_deleted_at timestamptz,
  next_delete_at timestamptz,
  unique (provider, token)
);
create index saved_card_customer on saved_card (customer_id) where removed_at is null;
create index saved_card_deletion on saved_card (next_delete_at) where next_delete_at is not null;
