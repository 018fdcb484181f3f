-- Customers prove that they are there before all of their data is given out or their account is deleted.
alter table step_up_proof drop constraint step_up_proof_purpose_check;
alter table step_up_proof add constraint step_up_proof_purpose_check check (
  purpose in ('phone', 'email', 'passkeys', 'bank-accounts', 'outside-accounts', 'payouts', 'export', 'deletion')
);
