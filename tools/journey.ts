import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOrInstallBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'

/**
 * `npm run journey -- buying -t "a guest" [--headed]`: runs browser journeys by file or name, after rebuilding
 * changed pages. `--headed` shows the browser and slows it down. Other arguments are passed to Vitest.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const wanted = process.argv.slice(2)
const isHeaded = wanted.includes('--headed')
await buildWeb({ log: (line) => console.log(line) })
const browser = await findOrInstallBrowser()
const vitest = spawn(
  path.join(root, 'node_modules', '.bin', 'vitest'),
  [
    'run',
    '--config',
    'vitest.e2e.config.ts',
    ...(isHeaded ? ['--no-file-parallelism', '--test-timeout=0'] : []),
    ...wanted.filter((argument) => argument !== '--headed'),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: browser, ...(isHeaded && { JOURNEY_HEADED: '1' }) },
  },
)
vitest.on('exit', (code) => process.exit(code ?? 1))
