-- The order that a discount card was applied to last: while it is open and reduced, the card is bound to it.
alter table discount_card add column order_key uuid;
