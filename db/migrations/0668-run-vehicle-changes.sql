-- Other vehicles of runs that had sales, and what goes back to passengers whose new seat is of a lower class.
create table run_vehicle_change (
  id uuid primary key,
  run_id integer not null references run,
  from_vehicle_type_id integer not null references vehicle_type,
  to_vehicle_type_id integer not null references vehicle_type,
  changed_at timestamptz not null
);
create index run_vehicle_change_run on run_vehicle_change (run_id, changed_at);

create table run_lower_class (
  id uuid primary key,
  run_id integer not null references run,
  order_key uuid not null,
  order_line_id bigint not null,
  leg_from smallint not null,
  leg_to smallint not null,
  amount_minor integer not null check (amount_minor > 0),
  noted_at timestamptz not null,
  settled_at timestamptz
);
create index run_lower_class_line on run_lower_class (order_line_id);
create index run_lower_class_due on run_lower_class (noted_at) where settled_at is null;
comment on column run_lower_class.amount_minor is 'Of the price of the line before discounts, in tetri';
comment on column run_lower_class.settled_at is 'When it went back, or when its ticket had gone back whole';
