import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** What a refused request may leave behind: the key it came with, and the session it was given. */
const passing = ['idempotency_key', 'session', 'migration']

const statements = new WeakMap<Database, string>()

/** Rows and checksum of every table, as one text that changes when any row does. */
export async function fingerprint(db: Database): Promise<string> {
  let statement = statements.get(db)
  if (statement === undefined) {
    const { rows } = await sql<{ name: string }>`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not like 'pgboss%' and not table_name = any(${passing})
      order by 1
    `.execute(db)
    statement = rows
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*)::text as rows, md5(string_agg(t::text, '|' order by t::text)) as digest from ${name} t`,
      )
      .join(' union all ')
    statements.set(db, statement)
  }
  const { rows } = await sql
    .raw<{ name: string; rows: string; digest: string }>(statement)
    .execute(db)
  return rows
    .map((row) => `${row.name} ${row.rows} ${row.digest}`)
    .toSorted()
    .join('\n')
}

/**
 * Where the whole database server stands: while this is the same, nobody has written anything. Quick to ask;
 * when it has moved, the fingerprint tells whether it was us.
 */
export async function writeMark(db: Database): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as mark
  `.execute(db)
  return rows[0]?.mark ?? ''
}
