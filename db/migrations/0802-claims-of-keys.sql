-- Which request has claimed a key. A request that does not know whether its claim was written releases it, and no other one's.
alter table idempotency_key add column claim uuid;
comment on column idempotency_key.claim is 'The request that claimed the key; null for rows of older releases';
