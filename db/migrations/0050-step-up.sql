-- Whoever changes how an account is entered or where its money goes proves once more who they are.
create table step_up_proof (
  proof_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  customer_id uuid not null references customer,
  purpose text not null check (
    purpose in ('phone', 'email', 'passkeys', 'bank-accounts', 'outside-accounts')
  ),
  method text not null check (method in ('password', 'passkey', 'code')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index step_up_proof_customer on step_up_proof (customer_id);
create index step_up_proof_expires on step_up_proof (expires_at);
comment on table step_up_proof is 'Good for one session and one purpose, for minutes; only hashes are stored';

alter table customer add column security_changed_at timestamptz;
comment on column customer.security_changed_at is
  'Last change of phone, e-mail, password, passkeys, bank accounts or outside accounts; for two days after it no money leaves the balance';

alter table one_time_code drop constraint one_time_code_purpose_check,
  add constraint one_time_code_purpose_check
    check (purpose in ('change-phone', 'withdraw', 'order', 'queue', 'step-up'));
alter table passkey_challenge drop constraint passkey_challenge_purpose_check,
  add constraint passkey_challenge_purpose_check check (purpose in ('register', 'sign-in', 'step-up'));
alter table passkey_challenge drop constraint passkey_challenge_check,
  add constraint passkey_challenge_owner check ((purpose = 'sign-in') = (customer_id is null));
alter table account_key drop constraint account_key_purpose_check,
  add constraint account_key_purpose_check
    check (purpose in ('activation', 'password-reset', 'deletion', 'student', 'change-email'));
