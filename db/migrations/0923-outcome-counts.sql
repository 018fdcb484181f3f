-- What all processes have counted since the installation, so that every server shows the same sums at /metrics,
-- whichever process counted and however often it was restarted.
create table outcome_count (
  subject text not null,
  kind text not null,
  outcome text not null,
  total bigint not null,
  primary key (subject, kind, outcome)
);
comment on table outcome_count is 'Subjects: payment by provider, message by channel, job by kind, sweep by name';

-- When each sweep of the workers last succeeded, and how long it took.
create table sweep_success (
  name text primary key,
  at timestamptz not null,
  seconds double precision not null
);
