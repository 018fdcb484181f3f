import { startPayouts } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/**
 * Runs the fake payout bank. Reads PORT (4507), HOST (127.0.0.1), STATE_DIR and PAYOUT_API_KEY from the
 * environment.
 */
export const open: OpenFake = async (env) => {
  const bank = await startPayouts({
    port: Number(env.PORT ?? 4507),
    host: env.HOST,
    apiKey: env.PAYOUT_API_KEY,
    stateDir: env.STATE_DIR ?? null,
  })
  return { line: `The bank that pays out listens at ${bank.url}`, stop: () => bank.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
