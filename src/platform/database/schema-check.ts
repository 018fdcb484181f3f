import { sql } from 'kysely'
import { withReserve, type Database } from './database.ts'
import { migrationNames } from './migration-file.ts'

/**
 * Counts the migrations of this release that its database does not have, and throws when the database does not answer. Those
 * that only the database has belong to a later release, which keeps this one working. Once none is pending, none will be:
 * applied migrations are never taken back.
 */
export function createSchemaCheck(db: Database): () => Promise<number> {
  let names: readonly string[] | null = null
  let isComplete = false
  return async () => {
    const reserve = withReserve(db)
    if (isComplete) {
      await sql`select 1`.execute(reserve)
      return 0
    }
    names ??= await migrationNames()
    const { rows } = await sql<{ pending: number }>`
      select count(*)::int as pending from unnest(${names}::text[]) as wanted (name)
      where not exists (select from migration where migration.name = wanted.name)`.execute(reserve)
    const pending = rows[0]?.pending ?? names.length
    isComplete = pending === 0
    return pending
  }
}
