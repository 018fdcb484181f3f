-- Numbers of what verticals list in the calls of shows and have no number of their own for: lines of carriers, cities
-- with flights. They are given when something is first listed, and stay.
create table listed_show (
  source text not null,
  key text not null,
  show_id integer not null unique default nextval('show_number'),
  primary key (source, key)
);
comment on column listed_show.key is 'What the source knows it by: the number of a line, the code of a city';
