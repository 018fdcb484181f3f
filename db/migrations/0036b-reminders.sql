-- A letter the day before, once, unless its receiver wants none.
create table reminder (
  order_id bigint not null references orders,
  item_id integer not null,
  starts_at timestamptz not null,
  made_at timestamptz not null,
  primary key (order_id, item_id, starts_at)
);
comment on table reminder is 'Reminders that were written or are about to be; a date that moves is another one';

create table reminder_refusal (
  address_mark bytea primary key,
  refused_at timestamptz not null
);
comment on column reminder_refusal.address_mark is 'HMAC of the address in small letters under the secret of the installation: the wish is kept, the address is not';
