import { startPostgres } from '../start-postgres.ts'

// A separate program: starts the server of the folder in its first argument, prints the address, then ends in the way
// of the second argument. A killed process runs no clean-up at all.
const [dataDirectory = '', manner = 'kill'] = process.argv.slice(2)
const { url } = await startPostgres({ dataDirectory, settings: { fsync: 'off' } })
await new Promise<void>((resolve) => process.stdout.write(`${url}\n`, () => resolve()))
if (manner === 'kill') process.kill(process.pid, 'SIGKILL')
