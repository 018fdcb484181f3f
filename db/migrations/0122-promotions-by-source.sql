-- Codes and options are about what a source sells; an item number is only unique within its source.
alter table promo_code add source text;
alter table promo_code rename event_ids to item_ids;
update promo_code set source = 'event' where item_ids is not null;
alter table promo_code add check (item_ids is null or source is not null);
comment on column promo_code.source is 'Name of the offer source; null: whatever is sold';
comment on column promo_code.item_ids is 'Null: everything of the source, of the merchant, or of the house';

alter table order_option drop constraint order_option_event_id_fkey, add source text;
alter table order_option rename event_id to item_id;
update order_option set source = 'event' where item_id is not null;
alter table order_option add check (item_id is null or source is not null);
comment on column order_option.source is 'Name of the offer source; null: whatever is sold';
