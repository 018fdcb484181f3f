import { startSms } from './start.ts'

/** Runs the SMS gateway from the command line. PORT (4503), HOST (127.0.0.1) and SMS_API_KEY are read from the environment. */
const { env } = process
const gateway = await startSms({
  port: Number(env.PORT ?? 4503),
  host: env.HOST,
  apiKey: env.SMS_API_KEY,
})
console.log(`The SMS gateway shows at ${gateway.url}`)

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void gateway.stop().then(() => process.exit(0))
  })
}
