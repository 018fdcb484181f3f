-- A card terminal belongs to one organiser, and one open shift uses it (modules/box-office).
create table card_terminal (
  -- The number without separators, in capitals and without leading zeros, so that it is known however it is written.
  key text primary key check (key <> ''),
  -- As the terminal is called at its service.
  number text not null,
  merchant_id integer not null references merchant,
  given_at timestamptz not null
);
create index card_terminal_merchant on card_terminal (merchant_id);

-- Empty in shifts opened before: they take cash until they are opened again.
alter table counter_shift add column terminal_key text;
create unique index counter_shift_terminal on counter_shift (terminal_key) where closed_at is null;
