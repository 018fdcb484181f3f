import { startCinema } from './start.ts'

/** `npm start` runs it beside the shop: an outside cinema system without sessions until a test or a person adds some. */
const port = Number(process.env['PORT'] ?? 0)
const fake = await startCinema({ port, host: process.env['HOST'] ?? '127.0.0.1' })
console.info(`The cinema system is listening at ${fake.url}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void fake.stop().then(() => process.exit(0)))
