import { startSms } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/** Runs the fake SMS gateway. Reads PORT (4503), HOST (127.0.0.1) and SMS_API_KEY from the environment. */
export const open: OpenFake = async (env) => {
  const gateway = await startSms({
    port: Number(env.PORT ?? 4503),
    host: env.HOST,
    apiKey: env.SMS_API_KEY,
  })
  return { line: `The SMS gateway shows at ${gateway.url}`, stop: () => gateway.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
