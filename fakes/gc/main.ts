import { demoCredentials } from './access.ts'
import { startGc } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/**
 * Runs the fake of Georgian Card's bank. Reads PORT (4508), HOST (127.0.0.1), STATE_DIR, SHOP_URL
 * (http://localhost:3000) and the shop's GC_ settings from the environment. Its key pair is stored in
 * STATE_DIR, from which the shop reads `bank-public.pem`.
 */
export const open: OpenFake = async (env) => {
  const bank = await startGc({
    port: Number(env.PORT ?? 4508),
    host: env.HOST,
    stateDir: env.STATE_DIR,
    shopUrl: (env.SHOP_URL ?? 'http://localhost:3000').replace(/\/$/, ''),
    credentials: {
      merchantId: env.GC_MERCHANT_ID ?? demoCredentials.merchantId,
      accountId: env.GC_ACCOUNT_ID ?? demoCredentials.accountId,
      apiPassword: env.GC_API_PASSWORD ?? demoCredentials.apiPassword,
      callerUser: env.GC_CALLER_USER ?? demoCredentials.callerUser,
      callerPassword: env.GC_CALLER_PASSWORD ?? demoCredentials.callerPassword,
    },
  })
  return { line: `The demo card bank listens at ${bank.url}`, stop: () => bank.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
