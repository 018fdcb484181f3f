-- Money that an organiser gives back of their own accord, and what their people note about an order.
alter table ticket_return drop constraint ticket_return_kind_check;
alter table ticket_return add constraint ticket_return_kind_check
  check (kind in ('return', 'resale', 'cancelled', 'refused', 'organiser'));

create table order_note (
  id bigint generated always as identity primary key,
  merchant_id integer not null references merchant,
  order_id bigint not null references orders,
  staff_id uuid not null references staff,
  note text not null,
  created_at timestamptz not null
);
create index order_note_order on order_note (order_id, merchant_id, id);
