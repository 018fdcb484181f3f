-- Fees that organisers pass on to buyers (decision 088).

-- What is charged beside the price, version by version: the newest that has begun counts. Made of what was agreed
-- (merchant_terms) and of what the organiser chose (merchant_fee_terms) whenever either changes.
create table passed_on_fee (
  id integer generated always as identity primary key,
  merchant_id integer not null references merchant,
  valid_from timestamptz not null,
  commission_basis_points integer not null check (commission_basis_points between 0 and 10000),
  commission_minor integer not null check (commission_minor >= 0),
  is_commission_returned boolean not null,
  own_basis_points integer not null check (own_basis_points between 0 and 10000),
  own_minor integer not null check (own_minor >= 0),
  own_minor_min integer not null check (own_minor_min >= 0),
  own_minor_max integer check (own_minor_max >= own_minor_min),
  is_own_returned boolean not null,
  created_at timestamptz not null,
  -- When the prices of lists were brought up to it.
  listed_at timestamptz,
  check (valid_from > created_at)
);
create index passed_on_fee_merchant on passed_on_fee (merchant_id, valid_from, id);
create index passed_on_fee_unlisted on passed_on_fee (valid_from) where listed_at is null;
comment on column passed_on_fee.commission_basis_points is 'Zero, with commission_minor, where the organiser bears the commission';
comment on column passed_on_fee.own_minor_max is 'Null: no limit';
-- Server processes keep these rows with the catalogue.
create trigger passed_on_fee_inserted after insert on passed_on_fee
  referencing new table as changed for each statement
  execute function catalogue_rows_changed('select 0 from changed');

-- What an organiser's owner chose; none begins in the past, and what was sold keeps the terms it was sold under.
create table merchant_fee_terms (
  id integer generated always as identity primary key,
  merchant_id integer not null references merchant,
  valid_from timestamptz not null,
  is_commission_added boolean not null,
  own_basis_points integer not null check (own_basis_points between 0 and 10000),
  own_minor integer not null check (own_minor >= 0),
  own_minor_min integer not null check (own_minor_min >= 0),
  own_minor_max integer check (own_minor_max >= own_minor_min),
  is_own_returned boolean not null,
  created_by uuid references staff,
  created_at timestamptz not null,
  check (valid_from > created_at)
);
create index merchant_fee_terms_valid on merchant_fee_terms (merchant_id, valid_from desc, id desc);
comment on column merchant_fee_terms.is_commission_added is 'The buyer pays the commission beside the price; else it is inside';
create trigger merchant_fee_terms_immutable before update or delete on merchant_fee_terms
  for each row execute function ledger_is_append_only();
