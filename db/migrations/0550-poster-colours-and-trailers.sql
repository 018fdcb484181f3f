-- The strongest colour of a show's poster, which its pages, tickets and letters take up; null: the shop's own.
alter table show add column colour text check (colour ~ '^#[0-9a-f]{6}$');
-- The page of its trailer, at YouTube or Vimeo.
alter table show add column trailer_url text check (length(trailer_url) <= 200);
-- The same of a picture that was sent for a show in the making, found when it came.
alter table show_draft_picture add column colour text check (colour ~ '^#[0-9a-f]{6}$');
