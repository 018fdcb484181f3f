import { stopOnSignals } from '../shared/server.ts'
import { startNbg } from './start.ts'

/** Runs the fake of the National Bank. Reads PORT (4503) and HOST (127.0.0.1) from the environment. */
const { env } = process
const bank = await startNbg({ port: Number(env.PORT ?? 4503), host: env.HOST })
console.log(`The demo's National Bank listens at ${bank.url}`)
stopOnSignals(bank)
