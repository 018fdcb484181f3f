-- One row an e-mail by what its Message-ID is made of: an e-mail that a mail server has taken is never handed over
-- again, whichever worker process asks and however often its job is retried.
create table email_delivery (
  message_key text primary key,
  attempts integer not null default 1,
  lease_until timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index email_delivery_created on email_delivery (created_at);
comment on column email_delivery.lease_until is
  'Until then one worker process is handing it over; afterwards another may, because the first has died';
