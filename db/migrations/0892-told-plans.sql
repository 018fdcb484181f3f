-- Planned departures by stop that ticket holders were last told of: imports may change those of sold runs.
alter table run_notice add column planned timestamptz[];
