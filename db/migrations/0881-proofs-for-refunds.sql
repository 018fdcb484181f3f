-- Operators and organisers' staff prove that they are there before money of buyers goes back, a date changes, or changes
-- of tickets are sent to another address.
alter table step_up_proof drop constraint step_up_proof_purpose_check;
alter table step_up_proof add constraint step_up_proof_purpose_check check (
  purpose in ('phone', 'email', 'passkeys', 'bank-accounts', 'outside-accounts', 'payouts', 'export', 'deletion', 'refunds', 'webhooks')
);

create table staff_step_up_proof (
  proof_hash bytea primary key,
  staff_session_id uuid not null references staff_session on delete cascade,
  purpose text not null check (purpose in ('refunds', 'webhooks')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_step_up_proof_session on staff_step_up_proof (staff_session_id);
create index staff_step_up_proof_expires on staff_step_up_proof (expires_at);
