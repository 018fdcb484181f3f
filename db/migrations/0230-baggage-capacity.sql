-- How much of an option one run takes, on each of its legs: a pool of the run's offering.
alter table baggage_option add column capacity integer not null default 60 check (capacity between 0 and 10000);
comment on column baggage_option.capacity is 'Of one run, on each leg';
