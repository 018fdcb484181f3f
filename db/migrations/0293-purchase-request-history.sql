-- What became of a request, who decided it, and what was answered.
create table purchase_request_move (
  id bigint generated always as identity primary key,
  request_id bigint not null references purchase_request on delete cascade,
  status text not null check (status in ('New', 'Accepted', 'Declined', 'Fulfilled', 'Withdrawn')),
  staff_id uuid references staff,
  answer text not null default '',
  moved_at timestamptz not null
);
create index purchase_request_move_request on purchase_request_move (request_id, id);
comment on column purchase_request_move.staff_id is 'Null: whoever asked';
