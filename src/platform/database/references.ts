import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'

/** A column of a foreign key to a table. */
export interface Reference {
  readonly table: string
  readonly column: string
}

/**
 * The foreign keys to a table that forbid deleting a row of it. Read from the catalogue of the database, so that a
 * clean-up does not depend on the modules whose tables refer to its own.
 */
export async function readReferences(db: Database, table: string): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select f.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint f
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = ${table}::regclass and f.confdeltype <> 'c'
    order by 1, 2
  `.execute(db)
  return rows
}

/** SQL: none of these foreign keys refers to the row with this id. */
export function isUnreferenced(
  references: readonly Reference[],
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const conditions = references.map(
    ({ table, column }) =>
      sql`not exists (select from ${sql.raw(table)} r where r.${sql.ref(column)} = ${id})`,
  )
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
