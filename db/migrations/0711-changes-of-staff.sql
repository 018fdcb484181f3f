-- Changes that could give an organiser away: its owners are told of each, and reverse it for three days.
create table staff_change (
  id uuid primary key,
  -- The order in which they were made.
  number bigint generated always as identity,
  merchant_id integer not null references merchant,
  kind text not null check (kind in (
    'invited', 'joined', 'role', 'removed', 'password', 'passkey-added', 'passkey-removed',
    'key-made', 'key-revoked', 'bank-account', 'reversed'
  )),
  -- The person who was changed.
  staff_id uuid references staff,
  changed_by uuid references staff,
  -- What a reversal needs, and what the letter says.
  detail jsonb not null,
  pauses_payouts boolean not null,
  created_at timestamptz not null,
  reversed_at timestamptz
);
create index staff_change_merchant on staff_change (merchant_id, number);
create index staff_change_person on staff_change (staff_id) where staff_id is not null;
create index staff_change_author on staff_change (changed_by) where changed_by is not null;

create table staff_change_letter (
  id uuid primary key,
  change_id uuid not null references staff_change,
  email text not null,
  locale text not null,
  -- Of the link that reverses the change; null until the letter is written, and for changes without such a link.
  key_hash bytea unique
);
create index staff_change_letter_change on staff_change_letter (change_id);
