-- What a code is for inside a source: lines, stops; in the source's own words, of which any one is enough.
alter table promo_code add groups text[] check (groups is null or source is not null);
