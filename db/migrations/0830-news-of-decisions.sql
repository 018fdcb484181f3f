-- What was decided about sold items, and what each holder of a ticket was told of it (modules/tickets/server/news).
create table item_decision (
  id bigint generated always as identity primary key,
  source text not null,
  item_id integer not null,
  number integer not null,
  offering_id bigint not null,
  change text not null,
  topic text not null,
  leg_from smallint,
  leg_to smallint,
  boarding_legs smallint[],
  starts_before jsonb not null,
  former_platform text,
  choice_until timestamptz,
  decided_at timestamptz not null,
  last_order_id bigint not null,
  unique (source, item_id, number)
);
comment on column item_decision.number is 'Counts the decisions about the item';
comment on column item_decision.topic is 'Of decisions about one topic the newest is told: time, platform or seats';
comment on column item_decision.boarding_legs is 'Only tickets that begin on these legs; null: all';
comment on column item_decision.starts_before is 'When tickets began before the decision, by boarding leg; * is the whole item';

comment on column item_decision.last_order_id is 'The newest order then: of those begun at the same instant, later ones were begun after it';

-- The valid tickets at a decision, with their holders then; rows are deleted two months later.
create table ticket_news (
  decision_id bigint not null references item_decision (id) on delete cascade,
  ticket_id bigint not null,
  order_id bigint not null,
  issue_number integer not null,
  leg_from smallint not null,
  leg_to smallint not null,
  holder_session_id uuid,
  holder_customer_id uuid,
  primary key (decision_id, ticket_id)
);
create index ticket_news_of_ticket on ticket_news (ticket_id);

-- What the present holder of a ticket was last told: the measure of what is new.
create table ticket_told (
  ticket_id bigint primary key,
  issue_number integer not null,
  starts_at timestamptz not null,
  is_off boolean not null,
  decision_number integer not null default 0,
  told_at timestamptz not null
);

-- Where receivers without an account are reached; deleted after the item.
create table ticket_contact (
  ticket_id bigint primary key,
  issue_number integer not null,
  channel text not null check (channel in ('email', 'phone')),
  address text not null,
  locale text not null,
  keep_share_id uuid,
  erase_after timestamptz not null
);
create index ticket_contact_erase_after on ticket_contact (erase_after);
create index ticket_contact_address on ticket_contact (address);

-- Numbers of calendar entries, which only grow.
create table calendar_entry (
  uid text primary key,
  sequence integer not null,
  mark text not null
);

-- Decisions that the buyer of an unpaid order was told of.
create table order_told (
  order_id bigint primary key,
  told_at timestamptz not null
);

-- The delay last told at each stop; null in older rows, which have the longest one only.
alter table run_notice add column delays integer[];
