-- Messages of the current hour and day by account, phone, network, country and the whole shop. The key is an HMAC.
create table sms_budget (
  key bigint not null,
  window_seconds integer not null,
  window_start timestamptz not null,
  most integer not null,
  sent integer not null,
  primary key (key, window_seconds),
  check (sent <= most)
);
