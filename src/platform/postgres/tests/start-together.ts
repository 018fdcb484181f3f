import pg from 'pg'
import { startPostgres } from '../start-postgres.ts'

// A separate program: starts the server of the folder in its first argument several times concurrently, as the first
// test run on a fresh machine does, queries each, and stops them all. The second round finds the cluster made, so all
// its starts launch at the same moment and all but one lose.
const [dataDirectory = ''] = process.argv.slice(2)
for (let round = 1; round <= 2; round += 1) {
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
}
process.stdout.write('started')
