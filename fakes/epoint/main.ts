import { stopOnSignals } from '../shared/server.ts'
import { demoKeys, startEpoint } from './start.ts'

/**
 * Runs the fake of Epoint. Reads PORT (4508), HOST (127.0.0.1), STATE_DIR, PUBLIC_URL, EPOINT_PUBLIC_KEY
 * and EPOINT_PRIVATE_KEY from the environment.
 */
const { env } = process
const service = await startEpoint({
  port: Number(env.PORT ?? 4508),
  host: env.HOST,
  stateDir: env.STATE_DIR,
  publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
  keys: {
    publicKey: env.EPOINT_PUBLIC_KEY ?? demoKeys.publicKey,
    privateKey: env.EPOINT_PRIVATE_KEY ?? demoKeys.privateKey,
  },
})
console.log(`The demo Epoint listens at ${service.url}`)
stopOnSignals(service)
