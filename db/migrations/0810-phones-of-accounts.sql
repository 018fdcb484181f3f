-- Georgian numbers of accounts in the one form that calls store now, so that pages show them as they are sent to. Few
-- rows match. Other tables are searched by the last nine digits, which are the same in every notation.
update customer
  set phone = '+995' || right(regexp_replace(phone, '\D', '', 'g'), 9)
  where phone !~ '^\+995[3-57]\d{8}$'
    and (phone ~ '^\s*\+\s*995' or phone !~ '\+')
    and regexp_replace(phone, '\D', '', 'g') ~ '^(0*995)?0*[3-57]\d{8}$';
