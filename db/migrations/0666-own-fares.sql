-- Fares set by the carrier's staff. They take precedence over an equal fare of the carrier's feed, and imports keep them.
alter table fare add column is_own boolean not null default false;
comment on column fare.is_own is 'Set by the carrier''s staff, not by a feed';
create index fare_own on fare (agency_id, route_id) where is_own;
