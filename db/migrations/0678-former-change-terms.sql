-- Fees and deadlines of changes that a carrier replaced, for tickets that were sold under them.
create table former_change_terms (
  id integer generated always as identity primary key,
  agency_id integer not null references agency,
  change_fee_minor integer not null,
  change_until_seconds integer not null,
  free_after_delay_seconds integer not null,
  until timestamptz not null
);
create index former_change_terms_agency on former_change_terms (agency_id);
comment on column former_change_terms.until is 'Orders whose terms were accepted before keep them';
