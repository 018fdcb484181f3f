-- A partner's checkout under its own number of the sale: the same request again is answered with the same order.
create table partner_checkout (
  channel text not null,
  external_reference text not null check (char_length(external_reference) between 1 and 100),
  request_hash bytea not null,
  order_key uuid not null,
  session bytea,
  created_at timestamptz not null,
  primary key (channel, external_reference)
);
create index partner_checkout_created on partner_checkout (created_at);
comment on column partner_checkout.request_hash is 'Of the whole request; another one under the number is refused while its order lives';
comment on column partner_checkout.session is 'Bearer that was opened with the order, encrypted under the partner''s API key and the request';
