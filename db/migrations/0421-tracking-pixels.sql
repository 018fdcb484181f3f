-- Pixels by which advertisers count, asked for by the pages of visitors who allow advertising.
create table tracking_pixel (
  id integer generated always as identity primary key,
  type text not null check (type in
    ('FbPixelViewContent', 'FbPixelPurchase', 'GoogleAdPageView', 'GoogleAdPurchase', 'FbPixelGeneral')),
  code text not null check (code ~ '^[A-Za-z0-9_-]{1,40}(/[A-Za-z0-9_-]{1,60})?$'),
  show_id integer references show,
  is_active boolean not null default true,
  note text not null default '',
  changed_at timestamptz not null default now()
);
comment on column tracking_pixel.code is 'Number of the pixel; of Google the account, with the label of the conversion behind a slash';
comment on column tracking_pixel.show_id is 'Counts on the pages of this show and its purchases only; null: on all';
create index tracking_pixel_show on tracking_pixel (show_id);
