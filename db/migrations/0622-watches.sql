-- What customers of other verticals wait for: new films of a cinema, a seat on the way between two towns on a day.
create table follow_watch (
  customer_id uuid not null references customer,
  source text not null,
  subject_key text not null check (char_length(subject_key) <= 200),
  subject jsonb not null,
  name jsonb not null,
  tells jsonb not null,
  path text not null,
  state text,
  looked_at timestamptz,
  created_at timestamptz not null,
  primary key (customer_id, source, subject_key)
);
create index follow_watch_looked on follow_watch (looked_at nulls first);
comment on column follow_watch.subject_key is 'The same subject has the same key, whoever waits for it';
comment on column follow_watch.tells is 'When its follower is written to, in words';
comment on column follow_watch.state is 'What its source saw last, as it keeps it; null: not looked at yet';

create table follow_watch_news (
  customer_id uuid not null references customer,
  source text not null,
  subject_key text not null,
  noted_at timestamptz not null,
  name jsonb not null,
  news jsonb not null,
  path text not null,
  emailed_on date,
  primary key (customer_id, source, subject_key, noted_at)
);
create index follow_watch_news_waiting on follow_watch_news (customer_id) where emailed_on is null;
create index follow_watch_news_noted on follow_watch_news (noted_at);
