-- Tickets in the wallets of telephones.
create table wallet_pass (
  id uuid primary key,
  ticket_id bigint not null references ticket,
  issue_number integer not null,
  kind text not null check (kind in ('apple', 'google')),
  locale text not null check (locale in ('ka', 'en')),
  created_at timestamptz not null,
  unique (ticket_id, issue_number, kind)
);
comment on table wallet_pass is 'A ticket as somebody put it into a wallet; its id is the serial number there';
comment on column wallet_pass.issue_number is 'Of the ticket when the pass was made: once it changes hands or is taken back, the pass is void';

create table wallet_registration (
  device text not null check (length(device) <= 100),
  pass_id uuid not null references wallet_pass,
  registered_at timestamptz not null,
  primary key (device, pass_id)
);
create index wallet_registration_pass on wallet_registration (pass_id);
comment on table wallet_registration is 'A device that asks for the news of a pass; the name is the wallet''s own for it, and a secret';
