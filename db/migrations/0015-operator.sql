-- Whoever runs this installation signs in like everybody else; the role opens the operator's pages and calls.
alter table customer add column role text not null default 'customer' check (role in ('customer', 'operator'));

-- Who changed what by hand or by a file; written in the transaction of the change, never changed afterwards.
create table operator_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  operator_id uuid references customer,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);
comment on column operator_log.operator_id is 'Null: done from the command line';
comment on column operator_log.action is 'Room and verb: catalogue.change-event';
comment on column operator_log.subject is 'What was changed, kind and identifier: event 101';
create index operator_log_subject on operator_log (subject, at desc);
create index operator_log_at on operator_log (at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger operator_log_is_kept before update or delete on operator_log
  for each row execute function refuse_change();
