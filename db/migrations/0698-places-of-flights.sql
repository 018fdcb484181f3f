-- The kind of a traveller is the ticket's type and is not a part of the place: "Adult, TK 379: 2C" becomes "TK 379: 2C".
update order_line
set detail = jsonb_set(jsonb_set(detail,
    '{naming,place,en}', to_jsonb(overlay(en placing upper(left(en, 1)) from 1 for 1))),
    '{naming,place,ka}', to_jsonb(ka))
from (select id as line_id,
    regexp_replace(detail #>> '{naming,place,en}', '^(Adult|Child|Infant), ', '') as en,
    regexp_replace(detail #>> '{naming,place,ka}', '^(ზრდასრული|ბავშვი|ჩვილი), ', '') as ka
  from order_line where source = 'flight' and kind = 'Ticket' and detail #> '{naming,place}' is not null) as place
where id = place.line_id and en <> '' and ka <> '';
