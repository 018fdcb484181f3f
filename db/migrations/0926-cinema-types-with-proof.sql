-- few rows: cinema_ticket_type
-- The price that a programme shows is one that everybody pays: students show a card.
alter table cinema_ticket_type add column needs_proof boolean not null default false;
comment on column cinema_ticket_type.needs_proof is 'Sold to whoever can prove it, as a student can: its price is never shown as the lowest';
update cinema_ticket_type set needs_proof = true where id = 3;
