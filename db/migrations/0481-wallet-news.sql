-- Wallets are told when what a pass says has changed.
alter table wallet_registration add push_token text check (length(push_token) <= 200);
comment on column wallet_registration.push_token is 'Where Apple''s push service finds the pass on the device; null in registrations of before';
alter table wallet_pass
  add told_mark text, add checked_at timestamptz, add checks_until timestamptz, add seen_transaction xid8;
comment on column wallet_pass.told_mark is 'Digest of what the wallet was last told of; null: nothing yet';
comment on column wallet_pass.checks_until is 'After it the pass is over and compared no more; null until the first comparison';
comment on column wallet_pass.seen_transaction is 'Last change of the ticket that was compared: passes of changed tickets come first';
create index wallet_pass_checked on wallet_pass (checked_at nulls first);
