/**
 * `npm run migrate`: applies the migrations of this release to the database of DATABASE_URL, as the owner in DATABASE_OWNER_URL if it is set. With `--wait` it
 * changes nothing and waits until another process has applied them, for servers that start in parallel with the
 * migrations.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError, readConfig } from '#platform/config.ts'
import { pendingMigrations } from '#platform/database/migrate.ts'
import { exitWith } from '#apps/server/exit.ts'
import { migrateDatabase } from './migrate-database.ts'

const lookMilliseconds = 500

/** The number of pending migrations; all of them if the database does not answer yet. */
async function countPending(url: string): Promise<number> {
  try {
    return (await pendingMigrations(url)).length
  } catch {
    return Infinity
  }
}

try {
  const config = readConfig(process.env)
  const { DATABASE_URL: url } = config
  if (url === undefined) throw new ConfigError('Settings are not usable: DATABASE_URL is not set')
  if (process.argv.includes('--wait')) {
    while ((await countPending(url)) > 0) await pause(lookMilliseconds)
    console.log('The database is at this release')
  } else {
    const { applied } = await migrateDatabase(config)
    const said = applied.length === 0 ? 'nothing to do' : applied.join(', ')
    console.log(`Migrated: ${said}`)
  }
} catch (error) {
  exitWith(error)
}
