import { startMailbox } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/**
 * Runs the mailbox. Reads PORT (4502, the web page), SMTP_PORT (4525), HOST (127.0.0.1) and STATE_DIR from
 * the environment.
 */
export const open: OpenFake = async (env) => {
  const mailbox = await startMailbox({
    port: Number(env.PORT ?? 4502),
    smtpPort: Number(env.SMTP_PORT ?? 4525),
    host: env.HOST,
    stateDir: env.STATE_DIR,
  })
  return {
    line: `The mailbox shows at ${mailbox.url} and takes letters at ${mailbox.smtpUrl}`,
    stop: () => mailbox.stop(),
  }
}

if (import.meta.main) await runFakes([open(process.env)])
