-- A door is at a sold item of any source, and on a journey at one of its stops. Item and gate numbers are only unique
-- within their source, so nothing here references an event.
alter table entrance_scan
  drop constraint entrance_scan_event_id_fkey,
  drop constraint entrance_scan_gate_id_fkey;
alter table entrance_scan rename event_id to item_id;
alter table entrance_scan
  add source text not null default 'event',
  add stop smallint check (stop >= 0);
alter table entrance_scan alter source drop default;
drop index entrance_scan_event;
create index entrance_scan_item on entrance_scan (item_id, source, id);
comment on column entrance_scan.stop is 'Where the device stood on a journey: leg n leaves stop n; null for all stops, and for what has none';

-- What a scanner is limited to: a group (a show, a route) or a single item of a source.
create table staff_assignment (
  staff_id uuid not null references staff,
  source text not null,
  kind text not null check (kind in ('group', 'item')),
  number integer not null,
  primary key (staff_id, source, kind, number)
);
insert into staff_assignment (staff_id, source, kind, number)
select staff_id, 'event', 'group', show_id from staff_show;
drop table staff_show;

alter table staff_gate drop constraint staff_gate_gate_id_fkey, drop constraint staff_gate_pkey;
alter table staff_gate add source text not null default 'event';
alter table staff_gate alter source drop default;
alter table staff_gate add primary key (staff_id, source, gate_id);
