import { stopOnSignals } from '../shared/server.ts'
import { startCinema } from './start.ts'

/** `npm start` runs it beside the shop: an outside cinema system without sessions until a test or a person adds some. */
const port = Number(process.env['PORT'] ?? 0)
const fake = await startCinema({ port, host: process.env['HOST'] ?? '127.0.0.1' })
console.info(`The cinema system is listening at ${fake.url}`)
stopOnSignals(fake)
