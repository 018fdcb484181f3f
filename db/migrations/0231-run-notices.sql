-- What holders of a run were told last, so that each change is told once.
create table run_notice (
  run_id integer primary key references run on delete cascade,
  delay_seconds integer not null,
  is_cancelled boolean not null,
  told_at timestamptz not null
);
