-- When a payment's provider was last asked for its state because somebody wanted to know it.
alter table payment add column asked_at timestamptz;
