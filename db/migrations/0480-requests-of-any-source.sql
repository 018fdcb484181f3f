-- Tickets are asked for of whatever is sold: a journey, a screening, an event.
alter table purchase_request
  add source text, add item_id integer, add leg_from smallint, add leg_to smallint,
  add merchant_id integer references merchant;
update purchase_request request
set source = 'event', item_id = request.event_id, leg_from = 0, leg_to = 1, merchant_id = show.merchant_id
from event join show on show.id = event.show_id where event.id = request.event_id;
alter table purchase_request
  alter source set not null, alter item_id set not null, alter leg_from set not null,
  alter leg_to set not null, alter merchant_id set not null,
  add check (leg_from >= 0 and leg_to > leg_from),
  -- A ticket type is of its source.
  drop constraint purchase_request_ticket_type_id_fkey,
  drop column event_id;
create unique index purchase_request_customer on purchase_request (item_id, leg_from, leg_to, source, customer_id)
  where customer_id is not null and status in ('New', 'Accepted');
create unique index purchase_request_session on purchase_request (item_id, leg_from, leg_to, source, session_id)
  where customer_id is null and status in ('New', 'Accepted');
create index purchase_request_item on purchase_request (merchant_id, source, item_id, created_at desc);
comment on table purchase_request is 'One open request (New, Accepted) for each caller and item with its legs';
comment on column purchase_request.merchant_id is 'Whose item it is, who decides';
