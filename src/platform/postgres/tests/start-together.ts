import pg from 'pg'
import { startPostgres } from '../start-postgres.ts'

// Run as a program of its own: starts the server of the folder in its first argument several times at once, as a
// fresh machine's first test run does, asks each start for an answer, and stops them all.
const [dataDirectory = ''] = process.argv.slice(2)
const starts = await Promise.all(
  [1, 2, 3].map(() => startPostgres({ dataDirectory, settings: { fsync: 'off' } })),
)
for (const { url } of starts) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select 1')
  await client.end()
}
await Promise.all(starts.map((server) => server.stop()))
process.stdout.write('started')
