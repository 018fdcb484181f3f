-- The terms of naming another passenger that a carrier replaced, for tickets that were sold under them. They could not be
-- changed so far, so those that are in force now are those of all earlier tickets.
alter table former_change_terms add column name_change jsonb;
comment on column former_change_terms.name_change is 'Fee, deadline and number of changes, as in the terms of the carrier; null: not allowed';
update former_change_terms set name_change = agency.terms -> 'nameChange' from agency
  where agency.id = former_change_terms.agency_id;
