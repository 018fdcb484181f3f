-- A decision about stops concerns tickets that begin or end there.
alter table item_decision add column alighting_legs smallint[];
comment on column item_decision.alighting_legs is 'Together with boarding_legs: tickets that end at these stops as well; null: none';
