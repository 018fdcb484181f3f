import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOrInstallBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'

/**
 * `npm run journey -- buying -t "a guest" [--headed] [--pictures FOLDER]`: runs browser journeys by file or name, after
 * rebuilding changed pages. `--headed` shows the browser and slows it down. `--pictures` saves what the journeys
 * photograph, at three sizes and in both themes; `accessibility` photographs every page in both languages. `--language ka` makes Georgian the
 * language of visitors who have none of their own; for pictures, since some journeys expect English words. `--accept` replaces the pictures with which the
 * component gallery is compared. `--slow 6` slows the processor of every page by this factor and leaves axe out: what
 * fails then relies on a fast machine. Other arguments are passed to Vitest.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const wanted = process.argv.slice(2)
const isHeaded = wanted.includes('--headed')
const isAccepting = wanted.includes('--accept')
const pictures = optionOf('--pictures')
const language = optionOf('--language')
const slowdown = optionOf('--slow')
await buildWeb({ log: (line) => console.log(line) })
const browser = await findOrInstallBrowser({ isWindowless: !isHeaded })
const vitest = spawn(
  path.join(root, 'node_modules', '.bin', 'vitest'),
  [
    'run',
    '--config',
    'vitest.e2e.config.ts',
    ...(isHeaded ? ['--no-file-parallelism'] : []),
    ...(isHeaded || pictures || slowdown ? ['--test-timeout=0'] : []),
    ...wanted.filter((argument) => argument !== '--headed' && argument !== '--accept'),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM_PATH: browser,
      ...(isHeaded && { JOURNEY_HEADED: '1' }),
      ...(pictures && { JOURNEY_PICTURES: path.resolve(pictures) }),
      ...(isAccepting && { JOURNEY_ACCEPT: '1' }),
      ...(slowdown && { JOURNEY_SLOWDOWN: slowdown }),
      ...(language && { JOURNEY_LANGUAGE: language }),
    },
  },
)
vitest.on('exit', (code) => process.exit(code ?? 1))

/** The value after an option, taken out of what is passed on. */
function optionOf(name: string): string | undefined {
  const at = wanted.indexOf(name)
  return at < 0 ? undefined : wanted.splice(at, 2)[1]
}
