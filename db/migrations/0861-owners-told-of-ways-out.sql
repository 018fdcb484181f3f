-- Owners are told of webhooks and of sites that sell their tickets as well.
alter table staff_change drop constraint staff_change_kind_check;
alter table staff_change add constraint staff_change_kind_check check (kind in (
  'invited', 'joined', 'role', 'removed', 'password', 'passkey-added', 'passkey-removed',
  'key-made', 'key-revoked', 'webhook-added', 'site-added', 'bank-account', 'reversed'
));
