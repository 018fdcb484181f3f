import path from 'node:path'
import pg from 'pg'
import { openDemoDatabase } from './demo-database.ts'
import { prepareDatabase } from './prepare-database.ts'
import { refuseProduction } from './refuse-production.ts'
import { exitWith } from '#apps/server/exit.ts'
import { readConfig } from '#platform/config.ts'

/**
 * `npm run db:reset`: empties the embedded database and fills it with the demo content. Refuses an external
 * database (DATABASE_URL), and one in use by a running shop.
 */
async function reset(): Promise<void> {
  refuseProduction('npm run db:reset')
  const config = readConfig(process.env)
  const database = await openDemoDatabase(config)
  try {
    await empty(database.url, database.isEmbedded)
    await prepareDatabase({
      url: database.url,
      mediaDirectory: path.resolve(config.DATA_DIR, 'media'),
      withSales: true,
      log: (line) => console.log(line),
    })
    console.log('The database is as on the first start.')
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  } finally {
    await database.close()
  }
}

async function empty(url: string, isEmbedded: boolean): Promise<void> {
  if (!isEmbedded) throw new Error('Only the embedded database is reset: DATABASE_URL is set.')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const others = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    if ((others.rows[0]?.count ?? 0) > 0)
      throw new Error('The shop is running on this database: stop it first.')
    const schemas = await client.query<{ name: string }>(
      `select quote_ident(nspname) as name from pg_namespace
        where nspname !~ '^pg_' and nspname <> 'information_schema'`,
    )
    for (const { name } of schemas.rows) await client.query(`drop schema ${name} cascade`)
    await client.query('create schema public')
  } finally {
    await client.end()
  }
}

await reset().catch(exitWith)
