-- Many codes made at once, each good for one order.
create table promo_batch (
  id integer generated always as identity primary key,
  name text not null,
  code_count integer not null check (code_count > 0),
  created_at timestamptz not null
);

-- A code that takes something off. Its uses are places without a name: pool 1 of an offering of its own, so that an
-- order holds, gives back and sells a use as it does a seat.
create table promo_code (
  id integer generated always as identity primary key,
  code text not null unique,
  batch_id integer references promo_batch,
  basis_points integer check (basis_points between 1 and 10000),
  amount_minor integer check (amount_minor > 0),
  amount_minor_max integer check (amount_minor_max > 0),
  tickets_minor_min integer not null default 0 check (tickets_minor_min >= 0),
  event_ids integer[] check (cardinality(event_ids) > 0),
  merchant_id integer references merchant,
  quantity integer check (quantity >= 0),
  per_customer_max smallint check (per_customer_max > 0),
  valid_from timestamptz,
  valid_until timestamptz,
  borne_by text not null check (borne_by in ('house', 'merchant')),
  is_combined boolean not null default false,
  is_active boolean not null default true,
  offering_id bigint not null unique references offering,
  note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(basis_points, amount_minor) = 1),
  check (valid_from is null or valid_until is null or valid_from < valid_until)
);
create index promo_code_batch on promo_code (batch_id) where batch_id is not null;
comment on column promo_code.quantity is 'Orders it is good for; null: as many as there are';
comment on column promo_code.event_ids is 'Null: every event of the merchant, or of the house';
comment on column promo_code.is_combined is 'Stands beside a discount card, taking off what that left';

-- What one customer may use of a code is a pool of the code''s offering as well.
create table promo_code_customer (
  pool_id integer generated always as identity (start with 2) primary key,
  code_id integer not null references promo_code,
  customer_id uuid not null references customer,
  uses_max smallint not null check (uses_max > 0),
  unique (code_id, customer_id)
);

-- What a buyer may choose beside the tickets: an insurance, a gift envelope, something for a good cause.
create table order_option (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('Service', 'Card', 'Insurance', 'Charity', 'CardPriceFee')),
  name jsonb not null,
  description jsonb not null,
  pricing text not null check (pricing in ('order', 'ticket', 'share', 'free')),
  amount_minor integer not null check (amount_minor > 0),
  amount_minor_max integer check (amount_minor_max >= amount_minor),
  basis_points integer check (basis_points between 1 and 10000),
  event_id integer references event,
  merchant_id integer references merchant,
  beneficiary text check (beneficiary ~ '^[a-z0-9-]{1,40}$'),
  position smallint not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(event_id, merchant_id) <= 1),
  check ((pricing = 'share') = (basis_points is not null)),
  check ((pricing = 'free') = (amount_minor_max is not null)),
  check ((kind in ('Insurance', 'Charity')) = (beneficiary is not null))
);
comment on column order_option.amount_minor is 'Of the order, of each ticket, the least of a share, or the least and the suggestion of a free amount';
comment on column order_option.beneficiary is 'Who earns it: the insurer or the good cause; everything else is the house''s';

alter table discount_card_type
  add column borne_by text not null default 'house' check (borne_by in ('house', 'merchant'));

alter table loyalty_status
  add column fee_basis_points integer not null default 0 check (fee_basis_points between 0 and 10000);
comment on column loyalty_status.fee_basis_points is 'Off the service fee of every order: 1000 is ten percent';
update loyalty_status set fee_basis_points = case code
  when 'guest' then 1000 when 'friend' then 2500 when 'patron' then 5000 else 0 end;

-- Uses of a code, for whoever looks after codes.
create index order_line_reduction on order_line ((detail->'reduction'->>'id')) where kind = 'PromoCode';
create index order_line_option on order_line ((detail->'option'->>'optionId')) where detail ? 'option';
