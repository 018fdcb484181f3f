-- Baggage of journeys (type ids from 1,000,000,000 on) travels with a passenger and is not counted as a ticket.
update order_line set detail = detail || '{"isBaggage": true}'
where source = 'transport' and kind = 'Ticket' and ticket_type_id >= 1000000000;
