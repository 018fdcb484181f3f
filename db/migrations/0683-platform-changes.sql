-- Platforms by stop as last assigned by the carrier's real-time feed: only changes of it are applied to run.platforms, so
-- that platforms entered by the carrier's staff stay.
alter table run add column feed_platforms text[];

-- Platforms by stop that ticket holders were last told; null: those of the timetable.
alter table run_notice add column platforms text[];
