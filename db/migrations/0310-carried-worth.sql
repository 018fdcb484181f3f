-- A ticket that is exchanged may pay the one that takes its place: that part of its worth goes neither to a card nor to
-- a balance, but to the new order.
alter table ticket_return
  add column carried_minor integer not null default 0 check (carried_minor >= 0),
  drop constraint ticket_return_check,
  add constraint ticket_return_parts check (amount_minor = card_minor + balance_minor + carried_minor);
comment on column ticket_return.carried_minor is 'What of it pays the ticket that was taken in exchange';

-- Money for what a carrier cancels waits until then, so that its holders may choose another run instead.
alter table cancelled_item add column refund_from timestamptz;
comment on column cancelled_item.refund_from is 'The money goes back by itself from then on; null: at once';
