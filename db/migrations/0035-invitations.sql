-- Invitations to pay an order for somebody, and to come along with one of its tickets.
create table order_invitation (
  id uuid primary key,
  token_hash bytea not null unique,
  order_id bigint not null references orders,
  purpose text not null check (purpose in ('pay', 'join')),
  giver_session_id uuid references session,
  giver_customer_id uuid references customer,
  channel text not null check (channel in ('link', 'email', 'phone')),
  recipient text,
  recipient_hint text not null default '',
  created_at timestamptz not null,
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_name text not null default '',
  taker_session_id uuid references session,
  taker_customer_id uuid references customer,
  share_id uuid unique references ticket_share,
  check (channel = 'link' or recipient_hint <> ''),
  check (purpose = 'join' or accepted_at is null),
  check (share_id is null or accepted_at is not null)
);
comment on table order_invitation is 'A link by which somebody else pays an order as it is, or asks for one of its tickets';
comment on column order_invitation.token_hash is 'SHA-256 of the token; the token is derived from the id and the secret of the installation, so no table holds it';
comment on column order_invitation.order_id is 'The order it was made for; it is about that order''s newest repeat';
comment on column order_invitation.recipient is 'Address or telephone that the link was sent to; forgotten two days after it was revoked, or thirty after it was made';
comment on column order_invitation.share_id is 'The link that hands one ticket over to who accepted';
create index order_invitation_order on order_invitation (order_id);
create index order_invitation_recipient on order_invitation (recipient, created_at) where recipient is not null;
create index order_invitation_customer on order_invitation (giver_customer_id, created_at) where giver_customer_id is not null;
create index order_invitation_session on order_invitation (giver_session_id, created_at);
create index order_invitation_taker on order_invitation (taker_session_id) where taker_session_id is not null;

-- A payment that somebody started by an invitation; all other payments are the order's owner's.
create table invited_payment (
  payment_id uuid primary key references payment,
  invitation_id uuid not null references order_invitation,
  payer_session_id uuid references session,
  payer_customer_id uuid references customer,
  payer_name text not null default ''
);
create index invited_payment_invitation on invited_payment (invitation_id);
