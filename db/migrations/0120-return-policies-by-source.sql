-- Terms of returning by what is sold: an item number is only unique within its source.
alter table return_policy add source text;
-- Ticket types are numbers of their source too, so terms that name some are of one.
update return_policy set source = 'event' where item_id is not null or companions <> '[]';
alter table return_policy
  drop constraint return_policy_item_id_fkey,
  add check (item_id is null or source is not null),
  add check (companions = '[]' or source is not null),
  add is_fee_returned_if_cancelled boolean not null default true;
drop index return_policy_once;
create unique index return_policy_once on return_policy (source, item_id, merchant_id, category_kind) nulls not distinct;
comment on column return_policy.source is 'Name of the offer source; null: whatever is sold';
