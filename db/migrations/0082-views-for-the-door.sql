-- What the entrance joins with of tickets, orders, staff and the catalogue.

create view ticket_summary as
  select id as ticket_id, identifier, order_id, order_line_id, line_unit, offering_id, source, item_id, leg_from,
    leg_to, ticket_type_id, issue_number, status, used_at, used_gate, row_label, seat_label, section_name,
    changed_transaction
  from ticket;

create view gate_summary as
  select id as gate_id, name from gate;

create view staff_summary as
  select id as staff_id, full_name from staff;

create or replace view order_line_summary as
  select order_id, kind, quantity, amount_minor, detail, id as order_line_id, description from order_line;

create or replace view event_summary as
  select event.id as event_id, event.show_id, show.merchant_id, event.venue_id, show.name,
    venue.name as venue_name, venue.city as city_name, venue.time_zone,
    event.starts_at, event.doors_at, event.ends_at,
    event.offering_id, show.access as show_access, show.status as show_status
  from event
  join show on show.id = event.show_id
  join venue on venue.id = event.venue_id;
