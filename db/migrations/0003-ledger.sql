-- Double entry, append-only, integer minor units. A transfer's postings sum to zero per currency.
create table ledger_account (
  id integer generated always as identity primary key,
  code text not null,
  currency char(3) not null,
  unique (code, currency)
);

create table ledger_transfer (
  id uuid primary key,
  idempotency_key text not null unique,
  kind text not null,
  reference text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now()
);

create table ledger_posting (
  transfer_id uuid not null references ledger_transfer,
  account_id integer not null references ledger_account,
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (transfer_id, account_id)
);
create index ledger_posting_account on ledger_posting (account_id);

create function ledger_transfer_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from ledger_posting p join ledger_account a on a.id = p.account_id
    where p.transfer_id = new.transfer_id
    group by a.currency having sum(p.amount_minor) <> 0
  ) then
    raise exception 'ledger transfer % does not balance', new.transfer_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger ledger_posting_balances after insert on ledger_posting
  deferrable initially deferred for each row execute function ledger_transfer_balances();

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: correct with a new transfer' using errcode = 'check_violation';
end $$;

create trigger ledger_posting_immutable before update or delete on ledger_posting
  for each row execute function ledger_is_append_only();
create trigger ledger_transfer_immutable before update or delete on ledger_transfer
  for each row execute function ledger_is_append_only();
