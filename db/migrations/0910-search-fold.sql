-- A text as searches compare it (`foldForSearch` in src/kernel): lower case, without accents, apostrophes and invisible
-- marks, hyphens as spaces. Most names are plain Georgian or Latin and take the short way.
create function search_fold(value text) returns text language sql immutable parallel safe as $$
  select case
    when value ~ '^[ -&(-,.-_a-~ა-ჰ]*$' then lower(value)
    else translate(
      replace(replace(replace(replace(
        lower(regexp_replace(normalize(value, NFKD),
          '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]',
          '', 'g')),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'łøđðħıŧŋ‐‑‒–—―-ᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰ''’‘ʼʹ`´',
      'loddhitn       აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ')
  end
$$;

drop index customer_name;
create index customer_name on customer using gin (search_fold(full_name) gin_trgm_ops) where erased_at is null;
