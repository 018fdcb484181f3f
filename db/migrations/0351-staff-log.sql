-- Who of an organiser's people changed what; written in the transaction of the change, never changed afterwards.
create table staff_log (
  id bigint generated always as identity primary key,
  merchant_id integer not null references merchant,
  at timestamptz not null,
  staff_id uuid references staff,
  action text not null,
  subject text not null,
  before jsonb not null default '{}',
  after jsonb not null default '{}'
);
comment on column staff_log.staff_id is 'Null: done by the shop itself, for example by a scheduled job';
comment on column staff_log.action is 'Module and verb: staff.invite';
comment on column staff_log.subject is 'What was changed, kind and identifier: event 101';
create index staff_log_merchant on staff_log (merchant_id, id desc);
create trigger staff_log_is_kept before update or delete on staff_log
  for each row execute function refuse_change();
