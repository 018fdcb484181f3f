-- Everything that is sold besides plain shows: tables, offers, packages, groups of shows, foreign prices.

-- Lari for one unit of a foreign currency, in millionths: 2.7153 is 2715300. Rates are added, never changed
-- under what was sold: order lines keep their own copy.
create table currency_rate (
  currency char(3) not null check (currency in ('USD', 'EUR', 'GBP')),
  rated_on date not null,
  lari_millionths bigint not null check (lari_millionths between 1 and 1000000000),
  source text not null,
  brought_at timestamptz not null,
  primary key (currency, rated_on)
);

-- A ticket type that sells whole tables of a restaurant.
create table table_type (
  ticket_type_id integer primary key references ticket_type,
  guests_min smallint not null check (guests_min between 1 and 1000),
  guests_max smallint not null,
  is_per_guest boolean not null default false,
  is_deposit boolean not null default false,
  check (guests_max between guests_min and 1000)
);
comment on column table_type.is_per_guest is 'The price of the type is for one guest; otherwise for the table';
comment on column table_type.is_deposit is 'What is paid counts towards the bill';

-- A ticket type with parts is a package: it sells the parts, at its own price.
create table package_part (
  package_type_id integer not null references ticket_type,
  position smallint not null,
  part_type_id integer not null references ticket_type,
  quantity smallint not null check (quantity between 1 and 100),
  primary key (package_type_id, position),
  unique (package_type_id, part_type_id),
  check (package_type_id <> part_type_id)
);

-- What is bought without a date: from when until when it is good. event.starts_at is the end of it, so that
-- it is "to come" for as long as it can be used.
create table offer_term (
  event_id integer primary key references event,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  check (valid_until > valid_from)
);

-- A show of the type GroupShow gathers others, which may still stand alone.
create table show_member (
  group_show_id integer not null references show,
  member_show_id integer not null references show,
  position smallint not null,
  primary key (group_show_id, member_show_id),
  check (group_show_id <> member_show_id)
);

create trigger table_type_changed after insert or update or delete on table_type
  for each statement execute function catalogue_changed();
create trigger package_part_changed after insert or update or delete on package_part
  for each statement execute function catalogue_changed();
create trigger offer_term_changed after insert or update or delete on offer_term
  for each statement execute function catalogue_changed();
create trigger show_member_changed after insert or update or delete on show_member
  for each statement execute function catalogue_changed();

-- Somebody asks for tickets that cannot be bought now.
create table purchase_request (
  id bigint generated always as identity primary key,
  event_id integer not null references event,
  ticket_type_id integer references ticket_type,
  session_id uuid references session,
  customer_id uuid references customer,
  status text not null default 'New'
    check (status in ('New', 'Accepted', 'Declined', 'Fulfilled', 'Withdrawn')),
  name text not null,
  email text not null,
  phone text not null,
  quantity smallint not null check (quantity between 1 and 1000),
  message text not null default '',
  locale text not null check (locale in ('ka', 'en')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (session_id is not null or customer_id is not null)
);
create unique index purchase_request_customer on purchase_request (event_id, customer_id)
  where customer_id is not null and status in ('New', 'Accepted');
create unique index purchase_request_session on purchase_request (event_id, session_id)
  where customer_id is null and status in ('New', 'Accepted');
create index purchase_request_event on purchase_request (event_id, created_at desc);
comment on table purchase_request is 'One open request (New, Accepted) for each caller and event';
