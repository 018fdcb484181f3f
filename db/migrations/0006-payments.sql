-- provider: 1 gc, 2 tpay, 3 epoint, 4 citypay
create table payment (
  id uuid primary key,
  order_key uuid not null,
  provider smallint not null check (provider between 1 and 4),
  amount_minor integer not null check (amount_minor > 0),
  currency char(3) not null,
  state text not null check (state in
    ('created', 'pending', 'captured', 'declined', 'expired', 'canceled', 'unknown', 'refunding', 'refunded')),
  external_id text,
  approval_url text,
  callback_key text not null unique,
  failure_code text,
  captured_minor integer,
  captured_currency char(3),
  refunded_minor integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  next_poll_at timestamptz,
  poll_count integer not null default 0,
  check (refunded_minor between 0 and coalesce(captured_minor, 0)),
  check ((captured_minor is null) = (captured_currency is null))
);
comment on column payment.callback_key is
  'Secret part of the callback address: finds the payment again when the answer to its creation was lost';
comment on column payment.captured_currency is
  'What the provider took; differs from currency only when it charged what we did not ask for';
create unique index payment_external on payment (provider, external_id) where external_id is not null;
-- One open attempt an order: a second one could charge twice.
create unique index payment_one_open on payment (order_key) where state in ('created', 'pending', 'unknown');
create index payment_order on payment (order_key);
create index payment_poll on payment (next_poll_at) where next_poll_at is not null;

create table refund (
  id uuid primary key,
  payment_id uuid not null references payment,
  amount_minor integer not null check (amount_minor > 0),
  reason text not null,
  idempotency_key text not null unique,
  state text not null check (state in ('pending', 'done', 'failed')),
  external_id text,
  attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'pending') = (next_attempt_at is not null))
);
create index refund_payment on refund (payment_id);
create index refund_due on refund (next_attempt_at) where next_attempt_at is not null;

-- Every word heard from or said to a provider, without card data.
create table payment_log (
  id bigint generated always as identity primary key,
  payment_id uuid,
  provider smallint not null,
  at timestamptz not null,
  kind text not null,
  detail jsonb not null
);
create index payment_log_payment on payment_log (payment_id);
