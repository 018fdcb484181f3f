-- A carrier may stop the sale of a single run, also before its offering exists.
alter table run add column is_on_sale boolean not null default true;
comment on column run.is_on_sale is 'False: the carrier has stopped its sale; tickets already sold remain valid';
