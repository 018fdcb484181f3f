-- What an order was for when its last place was released; its lines are deleted then.
alter table orders add column former_source text, add column former_item_id integer;
comment on column orders.former_item_id is 'Item of the last released line of an order without lines; null otherwise';
