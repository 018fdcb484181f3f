-- Return policies that were replaced, for tickets that were sold under them.
create table former_return_policy (
  id integer generated always as identity primary key,
  source text not null,
  item_id integer,
  merchant_id integer,
  category_kind smallint,
  tiers jsonb not null,
  is_fee_returned boolean not null,
  is_fee_returned_if_cancelled boolean not null,
  deduction_to text not null,
  resale jsonb,
  companions jsonb not null,
  quote_minutes smallint not null,
  moved_refund_days smallint not null,
  until timestamptz not null
);
comment on column former_return_policy.until is 'Orders whose terms were accepted before keep it';
