-- Names by which lists of ticket holders are sorted: of the buyer of an order, and of the passenger of a unit of a line.
create view order_buyer_name as
  select id as order_id, buyer_name as name from orders;

create view order_passenger_name as
  select order_line_id, line_unit, given_name || ' ' || family_name as name from order_passenger;
