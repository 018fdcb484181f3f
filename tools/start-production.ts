/** What `npm start` does in production before server and worker start: migrations, and nothing of the demo. */
import { openDatabase } from '#platform/database/database.ts'
import { refuseDemoContent } from '#platform/database/demo-content.ts'
import { openPool } from '#platform/database/pool.ts'
import type { Config } from '#platform/config.ts'
import { migrateDatabase } from './migrate-database.ts'

/** Refuses a database that holds the demo's content before it is changed. */
export async function prepareProduction(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL'>,
  log: (line: string) => void,
): Promise<void> {
  const url = config.DATABASE_OWNER_URL ?? config.DATABASE_URL ?? ''
  const db = openDatabase(openPool({ url, connectionsMax: 1, applicationName: 'bileti-start' }))
  try {
    await refuseDemoContent(db)
  } finally {
    await db.destroy()
  }
  const { applied } = await migrateDatabase(config)
  if (applied.length > 0) log(`Migrated: ${applied.length} files`)
}
