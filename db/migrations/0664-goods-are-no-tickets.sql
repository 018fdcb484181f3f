-- Products of the cinema bar (type ids from 100 on) are goods: they admit nobody and are not counted as tickets.
update order_line set detail = detail || '{"isGoods": true}'
where source = 'cinema' and kind = 'Ticket' and ticket_type_id >= 100;
