-- What a wallet has encrypted for the bank pays once: the SHA-256 of each ciphertext that was sent.
create table wallet_token (
  digest bytea primary key check (octet_length(digest) = 32),
  payment_id uuid not null,
  sent_at timestamptz not null
);
create index wallet_token_by_time on wallet_token (sent_at);
