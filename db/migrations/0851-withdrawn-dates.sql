-- An item that was taken out of the programme. Its sale settings stay as they are, for the day on which it is shown again.
alter table offering add column withdrawn_at timestamptz;
comment on column offering.withdrawn_at is 'Taken out of the programme then: places of lapsed holds are not sold again to late payments; null while it is shown';
