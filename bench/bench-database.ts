import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openDatabase, type Database } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openPool } from '#platform/database/pool.ts'
import { startPostgres } from '#platform/postgres/start-postgres.ts'

/** Runs the work on an empty, migrated database of a temporary server with fsync on. */
export async function withBenchDatabase<Value>(
  connectionsMax: number,
  work: (db: Database, url: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bileti-bench-'))
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ dataDirectory: path.join(folder, 'data') })
  try {
    await migrate(postgres.url)
    const applicationName = 'bileti-bench'
    const db = openDatabase(openPool({ url: postgres.url, connectionsMax, applicationName }))
    try {
      return await work(db, postgres.url)
    } finally {
      await db.destroy()
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
