-- An access code belongs to the organiser that made it; each may have the same word.
alter table access_code add column merchant_id integer references merchant;
comment on column access_code.merchant_id is 'The organiser that made it; null: operators, and all codes from before';
create unique index access_code_of_owner on access_code (code, (coalesce(merchant_id, 0)));
alter table access_code drop constraint access_code_code_key;
