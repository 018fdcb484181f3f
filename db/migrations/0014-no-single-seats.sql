-- An organiser may ask that no choice leaves a single free seat between taken ones where another would not.
alter table event add column forbids_single_seats boolean not null default false;
