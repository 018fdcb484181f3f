-- Which transaction changed the uses of a card last, so that a scanner asks what is new since its list (0028).
alter table multipass_card add changed_transaction xid8 not null default pg_current_xact_id();
create index multipass_card_changed on multipass_card (product_id, changed_transaction);
