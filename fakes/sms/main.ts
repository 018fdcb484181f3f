import { stopOnSignals } from '../shared/server.ts'
import { startSms } from './start.ts'

/** Runs the fake SMS gateway. Reads PORT (4503), HOST (127.0.0.1) and SMS_API_KEY from the environment. */
const { env } = process
const gateway = await startSms({
  port: Number(env.PORT ?? 4503),
  host: env.HOST,
  apiKey: env.SMS_API_KEY,
})
console.log(`The SMS gateway shows at ${gateway.url}`)
stopOnSignals(gateway)
