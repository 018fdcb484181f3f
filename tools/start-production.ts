/** What `npm start` does in production before server and worker start: migrations, and nothing of the demo. */
import { openDatabase } from '#platform/database/database.ts'
import { refuseDemoContent } from '#platform/database/demo-content.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openPool } from '#platform/database/pool.ts'

/** Refuses a database that holds the demo's content before it is changed. */
export async function prepareProduction(url: string, log: (line: string) => void): Promise<void> {
  const db = openDatabase(openPool({ url, connectionsMax: 1, applicationName: 'bileti-start' }))
  try {
    await refuseDemoContent(db)
  } finally {
    await db.destroy()
  }
  const { applied } = await migrate(url)
  if (applied.length > 0) log(`Migrated: ${applied.length} files`)
}
