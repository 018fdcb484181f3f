import { stopOnSignals } from '../shared/server.ts'
import { startPayouts } from './start.ts'

/**
 * Runs the fake payout bank. Reads PORT (4507), HOST (127.0.0.1), STATE_DIR and PAYOUT_API_KEY from the
 * environment.
 */
const { env } = process
const bank = await startPayouts({
  port: Number(env.PORT ?? 4507),
  host: env.HOST,
  apiKey: env.PAYOUT_API_KEY,
  stateDir: env.STATE_DIR ?? null,
})
console.log(`The bank that pays out listens at ${bank.url}`)
stopOnSignals(bank)
