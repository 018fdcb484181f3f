-- A ticket type that is gone is let in nowhere.
alter table gate_ticket_type drop constraint gate_ticket_type_ticket_type_id_fkey,
  add constraint gate_ticket_type_ticket_type_id_fkey foreign key (ticket_type_id)
    references ticket_type on delete cascade;
