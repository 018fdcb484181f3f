-- What a buyer has proved of themselves for an order, where what they buy asks for it.
create table order_check (
  order_id bigint primary key references orders,
  phone text,
  phone_checked_at timestamptz,
  number_hash bytea,
  number_hint text
);
create index order_check_number on order_check (number_hash) where number_hash is not null;
comment on column order_check.phone is 'The phone a code came back from, in the international form; another phone of the buyer is not proved by it';
comment on column order_check.number_hash is 'HMAC of the personal number under the server''s secret: orders of one person can be counted, the number is not kept';
