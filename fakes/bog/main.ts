import { readFileSync } from 'node:fs'
import { startAppleGateway } from './apple-gateway.ts'
import { startBog } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/**
 * Runs the fakes of the Bank of Georgia and of Apple Pay's gateway. Reads PORT (4518), APPLE_PORT (4519),
 * HOST, STATE_DIR, and the files CERTIFICATE, KEY and ROOT from the environment.
 */
export const open: OpenFake = async (env) => {
  const host = env['HOST']
  const file = (name: string): string => readFileSync(env[name] ?? '', 'utf8')
  const bank = await startBog({
    port: Number(env['PORT'] ?? 4518),
    host,
    stateDir: env['STATE_DIR'],
  })
  const apple = await startAppleGateway({
    port: Number(env['APPLE_PORT'] ?? 4519),
    host,
    certificate: file('CERTIFICATE'),
    key: file('KEY'),
    root: file('ROOT'),
  })
  return {
    line: `The demo Bank of Georgia listens at ${bank.url}`,
    async stop() {
      await Promise.all([bank.stop(), apple.stop()])
    },
  }
}

if (import.meta.main) await runFakes([open(process.env)])
