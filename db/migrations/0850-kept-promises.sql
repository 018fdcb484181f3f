-- What buyers were promised is kept, whoever changes the terms afterwards, and by whatever path.
alter table return_policy add column since timestamptz;
comment on column return_policy.since is 'Orders whose terms were accepted before have the wider policy; null: for all orders';
alter table former_return_policy add column since timestamptz;
alter table former_return_policy alter column source drop not null;

-- Full refunds that holders were told of, so that neither a later change nor the end of its cause takes them back.
create table promised_refund (
  source text not null,
  item_id integer not null,
  leg_from smallint not null,
  leg_to smallint not null,
  told_at timestamptz not null,
  until timestamptz not null,
  primary key (source, item_id, leg_from, leg_to, told_at)
);
comment on table promised_refund is 'Orders whose terms were accepted by told_at may return tickets of exactly these legs in full until then';
