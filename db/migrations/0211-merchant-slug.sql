-- Feeds of carriers are imported for an organiser by slug.
create or replace view merchant_summary as
  select id as merchant_id, name, slug from merchant;
