-- Letters are about items of any source, each with its legs: [{source, itemId, legFrom, legTo}]. Empty in letters
-- that know events alone, of which event_ids tells.
alter table mailing add column items jsonb not null default '[]';
alter table mailing alter column event_ids set default '{}';
