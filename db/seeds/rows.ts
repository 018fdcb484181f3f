/** Bulk insert with one statement per table and the rows as JSON, for a single round trip. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { DB } from '#platform/database/types.ts'

export type Row = object

/** Columns missing in the first row get their default in all rows. */
export async function insertRows(
  db: Database,
  table: keyof DB,
  rows: readonly Row[],
): Promise<void> {
  const first = rows[0]
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}
