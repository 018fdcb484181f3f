import { spawnSync } from 'node:child_process'

/**
 * Terminates every session of an application on a database, as an administrator or a failover does. This process is
 * blocked meanwhile: it has not noticed the end of any of its connections when its next statement is sent.
 */
export function endSessionsUnnoticed(url: string, application: string): number {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, url, application],
    { cwd: import.meta.dirname, encoding: 'utf8', timeout: 20_000 },
  )
  if (status !== 0) throw new Error(`No session was ended: ${stderr}`)
  return Number(stdout)
}

/** Ends when PostgreSQL has ended the sessions: it does so some milliseconds after it was told. */
const script = `
  import pg from 'pg'
  const [url, application] = process.argv.slice(1)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(
    \`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()\`,
    [application],
  )
  await client.end()
  console.log(rowCount)
`
