import { demoCredentials } from './access.ts'
import { startTpay } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/**
 * Runs the fake of TBC's tpay. Reads PORT (4501), HOST (127.0.0.1), STATE_DIR, PUBLIC_URL, TPAY_API_KEY,
 * TPAY_CLIENT_ID and TPAY_CLIENT_SECRET from the environment.
 */
export const open: OpenFake = async (env) => {
  const bank = await startTpay({
    port: Number(env.PORT ?? 4501),
    host: env.HOST,
    stateDir: env.STATE_DIR,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    credentials: {
      apiKey: env.TPAY_API_KEY ?? demoCredentials.apiKey,
      clientId: env.TPAY_CLIENT_ID ?? demoCredentials.clientId,
      clientSecret: env.TPAY_CLIENT_SECRET ?? demoCredentials.clientSecret,
    },
  })
  return { line: `The demo bank listens at ${bank.url}`, stop: () => bank.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
