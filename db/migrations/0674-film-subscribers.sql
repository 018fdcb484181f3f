-- The same address may be subscribed in several browsers: each of them shows the subscription and may undo it.
alter table film_subscription add column more_session_ids uuid[] not null default '{}';
