-- A sold item is source, item and a range of legs: item numbers of two sources may be the same.
alter table ticket
  add source text,
  add leg_from smallint,
  add leg_to smallint;
update ticket t set source = l.source, leg_from = coalesce(l.leg_from, 0), leg_to = coalesce(l.leg_to, 1)
from order_line l where l.id = t.order_line_id;
alter table ticket
  alter source set not null,
  alter leg_from set not null,
  alter leg_to set not null,
  add check (leg_to > leg_from);
drop index ticket_item;
create index ticket_item on ticket (item_id, source);
comment on column ticket.leg_to is 'Exclusive: what has one leg is sold from 0 to 1';

-- A fee line has the legs of the tickets that it is for, so that it leaves with them.
update order_line f set leg_from = t.leg_from, leg_to = t.leg_to
from (
  select distinct on (order_id, source, item_id, ticket_type_id)
    order_id, source, item_id, ticket_type_id, leg_from, leg_to
  from order_line where kind = 'Ticket'
  order by order_id, source, item_id, ticket_type_id, id
) t
where f.kind = 'Service' and f.leg_from is null
  and f.order_id = t.order_id and f.source = t.source and f.item_id = t.item_id
  and f.ticket_type_id = t.ticket_type_id;

alter table reminder add source text not null default 'event';
alter table reminder alter source drop default;
alter table reminder drop constraint reminder_pkey;
alter table reminder add primary key (order_id, source, item_id, starts_at);
