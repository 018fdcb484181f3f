-- Some tickets let in more than once: each time takes one of their uses, which their own module counts.
alter table entrance_scan add has_several_uses boolean not null default false;
drop index entrance_scan_admitted;
create unique index entrance_scan_admitted on entrance_scan (ticket_id)
  where outcome = 'Admitted' and undone_at is null and not has_several_uses;
comment on column entrance_scan.has_several_uses is 'Its source counts what is left of the ticket';
