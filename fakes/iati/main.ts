import { stopOnSignals } from '../shared/server.ts'
import { startIati } from './start.ts'

/** Runs the stand-in for IATI. PORT (4515), HOST (127.0.0.1) and IATI_API_KEY are read. */
const { env } = process
const iati = await startIati({
  port: Number(env.PORT ?? 4515),
  host: env.HOST,
  apiKey: env.IATI_API_KEY,
})
console.log(`IATI listens at ${iati.url}`)
stopOnSignals(iati)
