import { stopOnSignals } from '../shared/server.ts'
import { startMailbox } from './start.ts'

/**
 * Runs the mailbox. Reads PORT (4502, the web page), SMTP_PORT (4525), HOST (127.0.0.1) and STATE_DIR from
 * the environment.
 */
const { env } = process
const mailbox = await startMailbox({
  port: Number(env.PORT ?? 4502),
  smtpPort: Number(env.SMTP_PORT ?? 4525),
  host: env.HOST,
  stateDir: env.STATE_DIR,
})
console.log(`The mailbox shows at ${mailbox.url} and takes letters at ${mailbox.smtpUrl}`)
stopOnSignals(mailbox)
