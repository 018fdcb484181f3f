import pg from 'pg'
import { startPostgres } from '../start-postgres.ts'

// A separate program: starts the server of the folder in its first argument several times concurrently, as the first
// test run on a fresh machine does, queries each, and stops them all. A second round finds the cluster made, so all
// its starts launch at the same moment and all but one lose.
const [dataDirectory = '', rounds, concurrent] = process.argv.slice(2)
for (let round = 1; round <= Number(rounds); round += 1) {
  const starts = await Promise.all(
    Array.from({ length: Number(concurrent) }, () =>
      startPostgres({ dataDirectory, settings: { fsync: 'off' } }),
    ),
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
