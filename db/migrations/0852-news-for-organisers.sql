-- What operators did to things of organisers, as it was told to them: in their log of changes, and by e-mail.
create table operator_news (
  log_id bigint not null,
  merchant_id integer not null references merchant,
  told_at timestamptz not null,
  primary key (log_id, merchant_id)
);
create index operator_news_merchant on operator_news (merchant_id, told_at);
comment on column operator_news.log_id is 'The entry of operator_log; each is told once to each organiser';

alter table staff add column locale text;
comment on column staff.locale is 'The language of their latest sign-in, for e-mails; null: Georgian';

-- Whose things entries of the log are about.
create or replace view catalogue_subject as
  select 'show' as kind, id, name, null::timestamptz as starts_at,
    null::jsonb as venue_name, null::text as time_zone, merchant_id from show
  union all
  select 'event', event.id, show.name, event.starts_at, venue.name, venue.time_zone, show.merchant_id
    from event join show on show.id = event.show_id join venue on venue.id = event.venue_id
  union all
  select 'category', id, name, null, null, null, null from category;
