-- Stops at which ticket holders were last told that the vehicle does not stop for them; null: none.
alter table run_notice add column call_changes smallint[];
