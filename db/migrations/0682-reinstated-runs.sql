-- Since when a run is scheduled again that its holders were told is cancelled; they may return their tickets in full.
alter table run_notice add column reinstated_at timestamptz;
