-- A payment by a card that was kept: charged at once, without a page of the bank.
alter table payment add column card_id uuid references saved_card;
comment on column payment.card_id is
  'The kept card that was charged; the payment has no page, and a lost answer is looked for in the report';
create index payment_settled on payment (settled_at) where settled_at is not null;
create index refund_finished on refund (finished_at) where finished_at is not null;

-- One look of ours at one day of one provider; a later look replaces it.
create table reconciliation (
  day date not null,
  provider smallint not null check (provider between 1 and 4),
  ran_at timestamptz not null,
  state text not null check (state in ('agreed', 'differs', 'unanswered')),
  theirs jsonb not null,
  ours jsonb not null,
  primary key (day, provider)
);
comment on column reconciliation.theirs is
  'By currency: {count, capturedMinor, returnedMinor} of the day as the provider reports it';
comment on column reconciliation.ours is 'The same as our own payments and refunds tell it';

create table reconciliation_difference (
  id bigint generated always as identity primary key,
  day date not null,
  provider smallint not null,
  kind text not null check (kind in
    ('missing-here', 'missing-there', 'amount', 'currency', 'state', 'refund')),
  external_id text,
  payment_id uuid references payment,
  ours text not null,
  theirs text not null,
  foreign key (day, provider) references reconciliation on delete cascade
);
comment on column reconciliation_difference.ours is 'What we have of it, as a line to read; empty: nothing';
create index reconciliation_difference_day on reconciliation_difference (day, provider);
