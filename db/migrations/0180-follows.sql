-- What customers want to hear about, and what there is to tell them.
create table follow (
  customer_id uuid not null references customer,
  subject_kind text not null check (subject_kind in ('show', 'venue', 'person', 'event')),
  subject_id integer not null,
  name jsonb not null,
  created_at timestamptz not null,
  primary key (customer_id, subject_kind, subject_id)
);
create index follow_subject on follow (subject_kind, subject_id);
comment on table follow is 'A followed event is a date that was sold out: its row goes when its follower was told that there are places again';
comment on column follow.subject_id is 'Of a person: the number that search makes of the name';
comment on column follow.name is 'As it was called when it was followed';

create table followed_sale (
  event_id integer primary key references event on delete cascade,
  sale_state text not null
);
comment on table followed_sale is 'The sale of each event as followers last heard of it; what differs is news';

create table follow_news (
  customer_id uuid not null references customer,
  cause text not null check (cause in ('listed', 'sale-opened', 'places-again')),
  show_id integer not null references show,
  event_id integer not null,
  notice_key text,
  noted_at timestamptz not null,
  emailed_on date,
  primary key (customer_id, cause, show_id, event_id)
);
create index follow_news_waiting on follow_news (customer_id) where emailed_on is null;
create index follow_news_noted on follow_news (noted_at);
comment on column follow_news.event_id is '0: of the show as a whole';
comment on column follow_news.notice_key is 'The notice that says the same on devices; who was reached by it gets no email. Null: an email in any case';
comment on column follow_news.emailed_on is 'Day of the email that it belongs to; null: waiting';

create table follow_email (
  customer_id uuid not null references customer,
  day date not null,
  primary key (customer_id, day)
);
comment on table follow_email is 'Emails about news, one a customer and day at most';

create table follow_email_refusal (
  customer_id uuid primary key references customer,
  refused_at timestamptz not null
);
