-- Words that operators let into the list of what people search for although the programme does not contain them.
create table search_word (
  text_key text primary key,
  text text not null check (length(text) <= 60),
  created_at timestamptz not null
);
comment on column search_word.text_key is 'The words as they are compared';
