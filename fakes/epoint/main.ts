import { demoKeys, startEpoint } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/**
 * Runs the fake of Epoint. Reads PORT (4508), HOST (127.0.0.1), STATE_DIR, PUBLIC_URL, EPOINT_PUBLIC_KEY
 * and EPOINT_PRIVATE_KEY from the environment.
 */
export const open: OpenFake = async (env) => {
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
  return { line: `The demo Epoint listens at ${service.url}`, stop: () => service.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
