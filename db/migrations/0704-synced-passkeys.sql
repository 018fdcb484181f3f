-- A passkey that its owner's devices share does not count upwards (WebAuthn level 3, 6.1.1): whether it may be shared is
-- decided when it is made.
alter table passkey add column is_synced boolean;
alter table staff_passkey add column is_synced boolean;
comment on column passkey.is_synced is 'Whether several devices may have it; null until its next use where it is older than this column';
comment on column staff_passkey.is_synced is 'As of passkey.is_synced';
