-- Every provider that takes cards is compared. `one-by-one`: it has no statement, so it was asked about each of our payments.
alter table reconciliation drop constraint reconciliation_provider_check;
alter table reconciliation drop constraint reconciliation_state_check;
alter table reconciliation add constraint reconciliation_state_check
  check (state in ('agreed', 'one-by-one', 'differs', 'unanswered')) not valid;
alter table reconciliation validate constraint reconciliation_state_check;
