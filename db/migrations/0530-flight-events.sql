-- What suppliers told us of their own accord: each event is acted upon once.
create table flight_supplier_event (
  supplier text not null,
  event_id text not null,
  heard_at timestamptz not null,
  primary key (supplier, event_id)
);
create index flight_supplier_event_by_age on flight_supplier_event (heard_at);
comment on table flight_supplier_event is 'Forgotten after three days; an older one cannot be sent again, its signature is too old';
