import { stopOnSignals } from '../shared/server.ts'
import { startCinema } from './start.ts'

/** Started by `npm start` beside the shop; it has no sessions until they are added. */
const port = Number(process.env['PORT'] ?? 0)
const fake = await startCinema({ port, host: process.env['HOST'] ?? '127.0.0.1' })
console.info(`The cinema system is listening at ${fake.url}`)
stopOnSignals(fake)
