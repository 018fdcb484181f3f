import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { DB } from '#platform/database/types.ts'

/**
 * Upserts rows by id in one statement. All rows have the columns of the first; columns in `onlyNew` are not updated
 * on existing rows.
 */
export async function writeRows<Row extends { readonly id: number }>(
  db: Database,
  table: keyof DB,
  rows: readonly Row[],
  onlyNew: readonly string[] = [],
): Promise<void> {
  const first = rows[0]
  if (!first) return
  const names = Object.keys(first)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const changes = sql.join(
    names
      .filter((name) => name !== 'id' && !onlyNew.includes(name))
      .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  )
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do update set ${changes}`.execute(db)
}

/** Reserves ids for rows about to be written. */
export async function reserveNumbers(
  db: Database,
  kind: 'show' | 'event' | 'ticket_type' | 'seat_layout',
  count: number,
): Promise<readonly number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(${`${kind}_number`}::regclass)::int as id from generate_series(1, ${count}::int)`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
