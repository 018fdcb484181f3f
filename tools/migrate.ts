/**
 * `npm run migrate`: brings the database of DATABASE_URL up to this release, and nothing else. With `--wait` it changes
 * nothing and ends when somebody else has done so: what starts a server beside the migrations waits for them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError, readConfig } from '#platform/config.ts'
import { migrate, pendingMigrations } from '#platform/database/migrate.ts'
import { exitWith } from '#apps/server/exit.ts'

const lookMilliseconds = 500

/** How many migrations are left; a database that does not answer yet has all of them to come. */
async function countPending(url: string): Promise<number> {
  try {
    return (await pendingMigrations(url)).length
  } catch {
    return Infinity
  }
}

try {
  const { DATABASE_URL: url } = readConfig(process.env)
  if (url === undefined) throw new ConfigError('Settings are not usable: DATABASE_URL is not set')
  if (process.argv.includes('--wait')) {
    while ((await countPending(url)) > 0) await pause(lookMilliseconds)
    console.log('The database is at this release')
  } else {
    const { applied } = await migrate(url)
    const said = applied.length === 0 ? 'nothing to do' : applied.join(', ')
    console.log(`Migrated: ${said}`)
  }
} catch (error) {
  exitWith(error)
}
