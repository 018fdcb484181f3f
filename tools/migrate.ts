/** `npm run migrate`: brings the database of DATABASE_URL up to this release, and nothing else. */
import { ConfigError, readConfig } from '#platform/config.ts'
import { migrate } from '#platform/database/migrate.ts'
import { exitWith } from '#apps/server/exit.ts'

try {
  const { DATABASE_URL: url } = readConfig(process.env)
  if (url === undefined) throw new ConfigError('Settings are not usable: DATABASE_URL is not set')
  const { applied } = await migrate(url)
  const said = applied.length === 0 ? 'nothing to do' : applied.join(', ')
  console.log(`Migrated: ${said}`)
} catch (error) {
  exitWith(error)
}
