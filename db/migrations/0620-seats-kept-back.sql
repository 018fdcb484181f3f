-- Seats that a cinema keeps for itself: why, and until when. The inventory has them as blocked places; without a row they are
-- kept back for good.
create table cinema_kept_seat (
  screening_id integer not null references screening,
  place_id integer not null check (place_id > 0),
  reason text not null check (char_length(reason) <= 200),
  release_at timestamptz,
  kept_at timestamptz not null,
  primary key (screening_id, place_id)
);
create index cinema_kept_seat_release on cinema_kept_seat (release_at) where release_at is not null;
comment on column cinema_kept_seat.release_at is 'When the seat goes on sale by itself; null: when somebody gives it free';
