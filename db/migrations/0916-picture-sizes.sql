-- Pictures in the widths that pages show, made when they are first asked for. They can be made again at any time.
create table picture_size (
  picture text not null,
  width smallint not null,
  content bytea not null,
  created_at timestamptz not null,
  primary key (picture, width)
);
-- The content is compressed already.
alter table picture_size alter column content set storage external;
comment on column picture_size.picture is
  'What identifies the bytes of the original: the digest in its address, or one of its address and version';
