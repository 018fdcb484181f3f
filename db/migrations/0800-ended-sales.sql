-- The item of the offering does not take place: nothing of it is put on sale or sold again, whoever asks.
alter table offering add column ended_at timestamptz;
comment on column offering.ended_at is 'The item was cancelled then; null unless it was. Its sale cannot be opened until it is reinstated';

update offering set ended_at = item.cancelled_at, is_on_sale = false
from cancelled_item item
where item.offering_id = offering.id and item.leg_from is null and offering.ended_at is null;

-- No statement opens an ended sale, not even by mistake.
alter table offering add constraint ended_is_not_on_sale check (ended_at is null or not is_on_sale) not valid;
alter table offering validate constraint ended_is_not_on_sale;

create or replace view offering_sale as
  select id as offering_id, is_on_sale, places_per_order_max, sales_open_at, sales_close_at,
    ended_at is not null as is_ended
  from offering;
