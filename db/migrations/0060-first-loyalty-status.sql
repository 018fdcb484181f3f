-- Everybody has a status from the first day: the first one begins at nothing.
alter table loyalty_status
  drop constraint loyalty_status_threshold_minor_check,
  add constraint loyalty_status_threshold_minor_check check (threshold_minor >= 0);

insert into loyalty_status (code, name, threshold_minor)
values ('newcomer', '{"ka": "დამწყები", "en": "Newcomer"}', 0);
