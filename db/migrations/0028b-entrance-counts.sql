-- How many have gone in lately is asked by anybody who looks at a page.
create index ticket_used on ticket (used_at) where used_at is not null;
