import { stopOnSignals } from '../shared/server.ts'
import { startDuffel } from './start.ts'

/** Runs the stand-in for Duffel. PORT (4512), HOST (127.0.0.1) and DUFFEL_ACCESS_TOKEN are read. */
const { env } = process
const duffel = await startDuffel({
  port: Number(env.PORT ?? 4512),
  host: env.HOST,
  accessToken: env.DUFFEL_ACCESS_TOKEN,
})
console.log(`Duffel listens at ${duffel.url}`)
stopOnSignals(duffel)
