-- The words found by themselves are kept in memory now, in an index that reads every way of typing.
drop index show_search;

-- A key of a day, under which a visitor's address is hashed. It is thrown away when the day is over, so that
-- nobody can tell any more whose a hash was, nor that two days' hashes are the same person's.
create table search_salt (
  day date primary key,
  salt bytea not null
);

-- What people chose of what they found. One row for a day, a text, an item and a visitor: who clicks a
-- hundred times counts once.
create table search_click (
  day date not null,
  text_key text not null,
  item_type text not null check (item_type in ('Show', 'Event', 'Venue', 'Person')),
  item_id integer not null,
  visitor bytea not null,
  text text not null,
  position smallint not null,
  primary key (day, text_key, item_type, item_id, visitor)
);
comment on column search_click.text_key is 'The folded text: the same for every way to type it';

create table saved_search (
  id bigint generated always as identity primary key,
  keyword text not null,
  text_key text not null,
  customer_id uuid references customer on delete cascade,
  visitor bytea,
  browser text not null,
  day date not null,
  saved_at timestamptz not null,
  check ((customer_id is null) <> (visitor is null)),
  unique (customer_id, text_key),
  unique (visitor, text_key)
);
comment on column saved_search.visitor is 'Hash of the address under the salt of the day; null for a customer';
