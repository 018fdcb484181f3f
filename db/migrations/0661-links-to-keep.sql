-- Receivers without an account keep a ticket by a link of their own, which is not one that they have shown to others.
alter table ticket_share add keeps boolean not null default false;
comment on column ticket_share.keeps is 'Made when somebody without an account took the tickets over: they open them with it on other devices';
