-- Suppliers are asked for changed flights of what is ticketed: the longest unasked first.
alter table flight_booking add column changes_checked_at timestamptz;
create index flight_booking_changes on flight_booking (changes_checked_at nulls first) where state = 'ticketed';

alter table flight_change
  add column supplier_ref text not null default '',
  drop constraint flight_change_state_check,
  add constraint flight_change_state_check check (state in ('open', 'accepted', 'refunded', 'replaced'));
create unique index flight_change_once on flight_change (booking_id, supplier_ref);
comment on column flight_change.supplier_ref is 'What the supplier calls it: each is noticed once';
comment on column flight_change.state is 'replaced: another change came before this one was answered';
