-- Notifications on devices. Browsers are told by Web Push, apps by FCM with the tokens in mobile_token.
alter table mobile_token add column locale text not null default 'ka';

create table push_subscription (
  id uuid primary key,
  customer_id uuid not null references customer,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  locale text not null,
  created_at timestamptz not null
);
create index push_subscription_customer on push_subscription (customer_id);

-- Every yes and no to a kind of notification, never changed: the newest of a kind counts, and none is a no.
create table notification_choice (
  id bigint generated always as identity primary key,
  customer_id uuid not null references customer,
  kind text not null,
  is_allowed boolean not null,
  chosen_at timestamptz not null,
  network text not null,
  user_agent text not null
);
create index notification_choice_customer on notification_choice (customer_id, kind, id desc);
create trigger notification_choice_is_kept before update or delete on notification_choice
  for each row execute function refuse_change();

-- What a customer is to be told, once for each key.
create table notice (
  id bigint generated always as identity primary key,
  notice_key text not null,
  customer_id uuid not null references customer,
  kind text not null,
  subject jsonb not null,
  created_at timestamptz not null,
  fanned_out_at timestamptz,
  unique (notice_key, customer_id)
);
create index notice_waiting on notice (notice_key) where fanned_out_at is null;
create index notice_created on notice (created_at);

-- A notice on its way to one device: a subscription's id, or an app's token.
create table push_delivery (
  notice_id bigint not null references notice on delete cascade,
  device text not null,
  sent_at timestamptz,
  primary key (notice_id, device)
);

create table sale_alert (
  customer_id uuid not null references customer,
  show_id integer not null references show,
  created_at timestamptz not null,
  primary key (customer_id, show_id)
);
create index sale_alert_show on sale_alert (show_id);
comment on table sale_alert is 'Customers who asked to be told when the sale of a show opens; the row goes when they were told';
