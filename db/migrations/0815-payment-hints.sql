-- When a payment's provider was last to be asked because of a callback, and how many there were within an hour of each other.
alter table payment
  add column hinted_at timestamptz,
  add column hint_count smallint not null default 0;
