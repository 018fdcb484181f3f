import { readFirstRows, writeFirstRows } from './first-rows.ts'
import { exitWith } from '#apps/server/exit.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'

/**
 * `npm run setup -- <file.json>`: the first rows of an installation in the migrated database of DATABASE_URL: the key
 * of the web shop, categories, a service fee, an operator, an organiser with its owner, venues. Example:
 * `deploy/first-rows.example.json`. Existing rows are kept, so it may be repeated, and adds further organisers and
 * venues. Prints the initial passwords of the accounts that it creates.
 */
try {
  const { DATABASE_URL: url } = readConfig(process.env)
  if (url === undefined) throw new ConfigError('Settings are not usable: DATABASE_URL is not set')
  const given = await readFirstRows(process.argv[2])
  const db = openDatabase(openPool({ url, connectionsMax: 1, applicationName: 'bileti-setup' }))
  try {
    const opened = await db.transaction().execute((inside) => writeFirstRows(inside, given))
    console.log(['The first rows are in.', ...opened].join('\n'))
  } finally {
    await db.destroy()
  }
} catch (error) {
  exitWith(error)
}
