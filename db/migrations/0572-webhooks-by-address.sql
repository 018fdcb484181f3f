-- What is due is looked for by address, so that one that hangs keeps no other waiting.
create index webhook_message_due_of_endpoint on webhook_message (endpoint_id, next_attempt_at) where state = 'waiting';
