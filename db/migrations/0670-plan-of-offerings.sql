-- The seat plan whose numbers the places of an offering have, for offerings whose places may be numbered anew while they
-- are on sale: a hold that names another plan is refused. Null: the numbers never change.
alter table offering add column plan text;
comment on column offering.plan is 'Key of the plan in the module that sells the places';
