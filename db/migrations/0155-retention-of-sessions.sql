-- Ended sessions and timed-out orders are deleted in bulk: each foreign key to them is checked by an index.
create index purchase_request_by_session on purchase_request (session_id) where session_id is not null;
create index invited_payment_payer_session on invited_payment (payer_session_id) where payer_session_id is not null;
create index step_up_proof_session on step_up_proof (session_id);
create index one_time_code_session on one_time_code (session_id) where session_id is not null;
-- Timeout and Canceled.
create index orders_ended_unpaid on orders (deadline_at) where status in (3, 4);
