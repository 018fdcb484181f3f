-- Scanners refuse tickets whose place the seller took away.
create or replace view ticket_summary as
  select id as ticket_id, identifier, order_id, order_line_id, line_unit, offering_id, source, item_id, leg_from,
    leg_to, ticket_type_id, issue_number, status, used_at, used_gate, row_label, seat_label, section_name,
    changed_transaction,
    exists (select 1 from ticket_without_place w where w.ticket_id = ticket.id) as is_without_place
  from ticket;
