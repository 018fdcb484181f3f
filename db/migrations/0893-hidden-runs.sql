-- Runs that an import removed before anybody travelled with them are on no board; returned tickets still refer to them.
alter table run add column is_hidden boolean not null default false;
