import { readFileSync } from 'node:fs'
import { createPublicKey } from 'node:crypto'
import { startWallets } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/**
 * Runs the fake wallet services. Reads PORT (4516), GOOGLE_PORT (4517), HOST, and the files CERTIFICATE,
 * KEY, ROOT and GOOGLE_KEY from the environment.
 */
export const open: OpenFake = async (env) => {
  const file = (name: string): string => readFileSync(env[name] ?? '', 'utf8')
  const wallets = await startWallets({
    port: Number(env['PORT'] ?? 4516),
    googlePort: Number(env['GOOGLE_PORT'] ?? 4517),
    host: env['HOST'],
    certificate: file('CERTIFICATE'),
    key: file('KEY'),
    root: file('ROOT'),
    googlePublicKey: createPublicKey(file('GOOGLE_KEY'))
      .export({ type: 'spki', format: 'pem' })
      .toString(),
  })
  return {
    line: `Wallets are told by ${wallets.pushUrl} and ${wallets.googleUrl}`,
    stop: () => wallets.stop(),
  }
}

if (import.meta.main) await runFakes([open(process.env)])
