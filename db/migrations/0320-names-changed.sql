-- How often the passenger of a ticket was changed after the sale: carriers limit it.
alter table order_passenger add renamed_count smallint not null default 0 check (renamed_count >= 0);
