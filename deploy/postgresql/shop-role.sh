#!/bin/sh
# Creates the role of servers and worker in a new database; `npm run migrate` gives it its rights. Repeatable.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SHOP_DATABASE_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
select 'create role bileti_shop login' where not exists (select from pg_roles where rolname = 'bileti_shop') \gexec
alter role bileti_shop password :'password';
SQL
