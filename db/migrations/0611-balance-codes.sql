-- Codes by which customers pay at counters from their balance (modules/wallet, decision 088): one a customer, for minutes, used once.
create table balance_code (
  customer_id uuid primary key references customer on delete cascade,
  code_hash bytea not null unique,
  expires_at timestamptz not null
);
create index balance_code_expires on balance_code (expires_at);
