-- Tickets that pass from hand to hand: links that show them or hand them over, and the holder's own note.
alter table ticket
  add holder_note text not null default '' check (length(holder_note) <= 500);
comment on column ticket.holder_note is 'For the present holder alone; emptied when the ticket passes';

create table ticket_share (
  id uuid primary key,
  token_hash bytea not null unique,
  order_id bigint not null references orders,
  giver_session_id uuid references session,
  giver_customer_id uuid references customer,
  hands_over boolean not null,
  channel text not null check (channel in ('link', 'email', 'phone')),
  recipient text,
  recipient_hint text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz,
  ended_at timestamptz,
  ended_as text check (ended_as in ('unshared', 'taken', 'ticket-gone')),
  taker_hint text not null default '',
  check ((ended_at is null) = (ended_as is null)),
  check (channel = 'link' or recipient_hint <> '')
);
comment on table ticket_share is 'A link that shows tickets to whoever has it, or hands them over to who takes them first';
comment on column ticket_share.token_hash is 'SHA-256 of the token; the token is derived from the id and the secret of the installation, so no table holds it';
comment on column ticket_share.recipient is 'Address or telephone that the link was sent to; forgotten two days after the link ended';
create index ticket_share_order on ticket_share (order_id);
create index ticket_share_recipient on ticket_share (recipient, created_at) where recipient is not null;
create index ticket_share_customer on ticket_share (giver_customer_id, created_at) where giver_customer_id is not null;
create index ticket_share_session on ticket_share (giver_session_id, created_at);
create index ticket_share_ended on ticket_share (ended_at) where recipient is not null;

create table ticket_share_ticket (
  share_id uuid not null references ticket_share,
  ticket_id bigint not null references ticket,
  issue_number integer not null,
  primary key (share_id, ticket_id)
);
create index ticket_share_of_ticket on ticket_share_ticket (ticket_id);
comment on column ticket_share_ticket.issue_number is 'Of the ticket when the link was made: once it changes hands or is taken back, the link shows it no more';
