-- What the platform owes organisers: terms, statements, payouts, claims (modules/settlements, decision 065).

-- Which transaction recorded a transfer: a statement takes what was committed at its moment, and the next one what was
-- not. Transfers from before get the number of this migration.
alter table ledger_transfer add column recorded_in xid8 not null default pg_current_xact_id();

-- What an account sums up to is read off the index alone.
create index ledger_posting_account_sum on ledger_posting (account_id) include (amount_minor);
drop index ledger_posting_account;

-- Terms of an organiser, version by version: the newest that has begun counts, and none begins in the past.
create table merchant_terms (
  id integer generated always as identity primary key,
  merchant_id integer not null references merchant,
  valid_from timestamptz not null,
  commission_basis_points integer not null check (commission_basis_points between 0 and 10000),
  commission_minor integer not null check (commission_minor >= 0),
  is_commission_returned boolean not null,
  reserve_basis_points integer not null check (reserve_basis_points between 0 and 10000),
  period text not null check (period in ('week', 'month')),
  payout_minor_min integer not null check (payout_minor_min >= 0),
  created_at timestamptz not null,
  check (valid_from > created_at)
);
create index merchant_terms_valid on merchant_terms (merchant_id, valid_from desc, id desc);
comment on column merchant_terms.commission_minor is 'Of each ticket that is not free, besides the share, in tetri';
comment on column merchant_terms.reserve_basis_points is 'Share of what was sold of dates to come that is not paid out before them';
create trigger merchant_terms_immutable before update or delete on merchant_terms
  for each row execute function ledger_is_append_only();

-- One row an organiser: when its next statement is due. Whoever closes or pays out locks it first.
create table merchant_settlement (
  merchant_id integer primary key references merchant,
  next_close_at timestamptz not null
);
create index merchant_settlement_due on merchant_settlement (next_close_at);

-- A statement is every posting of the organiser's account between its cut and the one before.
create table merchant_statement (
  id uuid primary key,
  merchant_id integer not null references merchant,
  number integer not null check (number > 0),
  from_at timestamptz,
  until_at timestamptz not null,
  until_snapshot pg_snapshot not null,
  currency char(3) not null,
  opening_minor bigint not null,
  closing_minor bigint not null,
  reserved_minor bigint not null,
  lines jsonb not null,
  created_at timestamptz not null,
  unique (merchant_id, number),
  check (from_at < until_at)
);
comment on column merchant_statement.until_snapshot is 'Transfers of transactions that had been committed then belong to it, as far as they occurred before until_at';
create trigger merchant_statement_immutable before update or delete on merchant_statement
  for each row execute function ledger_is_append_only();

create table merchant_bank_account (
  id integer generated always as identity primary key,
  merchant_id integer not null references merchant,
  iban text not null,
  holder_name text not null,
  saved_by uuid references staff,
  created_at timestamptz not null,
  usable_from timestamptz not null,
  removed_at timestamptz
);
create unique index merchant_bank_account_one on merchant_bank_account (merchant_id) where removed_at is null;

create table merchant_payout (
  id uuid primary key,
  merchant_id integer not null references merchant,
  statement_id uuid not null references merchant_statement,
  state text not null
    check (state in ('proposed', 'approved', 'sent', 'paid', 'rejected', 'declined', 'superseded')),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  iban text,
  holder_name text,
  failure_code text,
  attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  decided_by uuid references customer,
  decided_at timestamptz,
  ended_at timestamptz,
  check ((state in ('approved', 'sent', 'paid', 'rejected')) = (iban is not null)),
  check ((state in ('proposed', 'approved', 'sent')) = (ended_at is null)),
  check (next_attempt_at is null or state in ('approved', 'sent'))
);
create unique index merchant_payout_proposed on merchant_payout (merchant_id) where state = 'proposed';
create index merchant_payout_merchant on merchant_payout (merchant_id, created_at desc);
create index merchant_payout_due on merchant_payout (next_attempt_at) where next_attempt_at is not null;

-- A balance below zero that the organiser is asked to pay.
create table merchant_claim (
  id uuid primary key,
  merchant_id integer not null references merchant,
  state text not null check (state in ('open', 'paid', 'withdrawn')),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null))
);
create unique index merchant_claim_open on merchant_claim (merchant_id) where state = 'open';
