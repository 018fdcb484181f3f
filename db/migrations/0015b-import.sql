-- What an organiser's system calls a thing of ours, so that the same file twice changes nothing.
create table external_reference (
  source text not null,
  kind text not null check (kind in ('show', 'event', 'ticket-type', 'layout')),
  key text not null,
  subject_id integer not null,
  primary key (source, kind, key)
);
create index external_reference_subject on external_reference (kind, subject_id);

-- Numbers for what is imported, above those the demo gives by hand.
create sequence show_number as integer start 200001 owned by show.id;
alter table show alter id set default nextval('show_number');
create sequence event_number as integer start 200001 owned by event.id;
alter table event alter id set default nextval('event_number');
create sequence ticket_type_number as integer start 20000001 owned by ticket_type.id;
alter table ticket_type alter id set default nextval('ticket_type_number');
create sequence seat_layout_number as integer start 200001 owned by seat_layout.id;
alter table seat_layout alter id set default nextval('seat_layout_number');

-- A hall drawn anew is another version under the same key; what is there never changes.
alter table seat_layout add column key text;
alter table seat_layout add column version integer not null default 1 check (version > 0);
create unique index seat_layout_version on seat_layout (venue_id, key, version) where key is not null;
create function refuse_layout_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new is not distinct from old then return new; end if;
  raise exception 'a seat layout never changes: add a version';
end $$;
create trigger seat_layout_is_kept before update or delete on seat_layout
  for each row execute function refuse_layout_change();

-- A file on its way into the catalogue: checked first, applied when the operator says so.
create table import_run (
  id uuid primary key,
  operator_id uuid references customer,
  created_at timestamptz not null,
  name text not null,
  source text not null,
  files bytea not null,
  defaults jsonb not null default '{}',
  state text not null check (state in ('waiting', 'checking', 'checked', 'applying', 'applied', 'failed')),
  steps_done integer not null default 0,
  steps_total integer not null default 0,
  digest text,
  counts jsonb not null default '{}',
  failure text,
  applied_at timestamptz
);
comment on column import_run.files is 'Names and contents as JSON, compressed';
comment on column import_run.digest is 'Of everything the check would do: applying anything else is refused';
create index import_run_created on import_run (created_at desc);

create table import_item (
  import_id uuid not null references import_run on delete cascade,
  number integer not null,
  kind text not null,
  key text not null,
  action text not null check (action in ('new', 'changed', 'unchanged', 'bad')),
  place text not null,
  changes jsonb not null default '[]',
  problems jsonb not null default '[]',
  primary key (import_id, number)
);
create index import_item_action on import_item (import_id, action, number);
