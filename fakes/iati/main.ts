import { stopOnSignals } from '../shared/server.ts'
import { startIati } from './start.ts'

/** Runs the fake of IATI. Reads PORT (4515), HOST (127.0.0.1) and IATI_API_KEY from the environment. */
const { env } = process
const iati = await startIati({
  port: Number(env.PORT ?? 4515),
  host: env.HOST,
  apiKey: env.IATI_API_KEY,
})
console.log(`IATI listens at ${iati.url}`)
stopOnSignals(iati)
