-- Whoever signs in takes the place in a queue along.
create index waiting_room_token_session on waiting_room_token (session_id)
  where session_id is not null and left_at is null and used_at is null;
