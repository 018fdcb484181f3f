-- Only owners, and who was one before the change, get a link that reverses it.
alter table staff_change_letter add column may_reverse boolean not null default true;
