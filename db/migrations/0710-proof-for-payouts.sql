-- Operators prove that they are there before they decide about organisers' money.
alter table step_up_proof drop constraint step_up_proof_purpose_check;
alter table step_up_proof add constraint step_up_proof_purpose_check check (
  purpose in ('phone', 'email', 'passkeys', 'bank-accounts', 'outside-accounts', 'payouts')
);
