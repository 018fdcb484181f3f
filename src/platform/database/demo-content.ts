import { sql } from 'kysely'
import { ConfigError } from '#platform/config.ts'
import type { Database } from './database.ts'

const unknownTable = '42P01'

/**
 * Refuses to serve a database with the demo's content in production: its accounts, passwords and keys are known to
 * everybody. What wrote that content noted it in the table `seed`.
 */
export async function refuseDemoContent(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from seed order by name limit 1`
    .execute(db)
    .catch((error: unknown) => {
      // Before the first migration there is no content.
      if ((error as { code?: string }).code === unknownTable) return { rows: [] }
      throw error
    })
  if (rows.length > 0)
    throw new ConfigError(
      'DATABASE_URL: the database holds the demo’s content, accounts and keys, which MODE=production does not serve; use a new database (npm run migrate, npm run setup)',
    )
}
