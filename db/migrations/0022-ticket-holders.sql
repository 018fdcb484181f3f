-- What may happen to a ticket after it was bought: it is used once, or it passes to another holder.
alter table ticket
  add used_at timestamptz,
  add used_gate text,
  add used_by text,
  add holder_session_id uuid references session,
  add holder_customer_id uuid references customer;
create index ticket_holder_session on ticket (holder_session_id) where holder_session_id is not null;
create index ticket_holder_customer on ticket (holder_customer_id) where holder_customer_id is not null;
comment on column ticket.used_at is 'When it opened the door; once, so whoever ends, passes or uses a ticket does it in one statement that demands null here';
comment on column ticket.used_by is 'The device or person that let it in';
comment on column ticket.holder_session_id is 'Who holds it after it passed from its buyer: a session or a customer; both null while the buyer does';
