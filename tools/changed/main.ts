import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findOrInstallBrowser } from '../browser.ts'
import { buildWeb } from '../build-web.ts'
import { linesOf, readChanges } from './changes.ts'
import type { Selection } from './select.ts'

/**
 * `npm run test:changed [-- --since main] [--seconds 45] [--list]`: runs the tests that a change can break, the nearest
 * first, as many as fit into the time: by imports, by the calls that the changed files serve (their hostile walks and
 * the tests that send them) and by the pages (their browser journeys). `--list` only names them.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({
  options: {
    since: { type: 'string' },
    seconds: { type: 'string', default: '45' },
    list: { type: 'boolean', default: false },
  },
})

const changes = readChanges(root, values.since)
if (changes.files.length === 0) {
  console.log('No file of the project has changed.')
  process.exit(0)
}
const selection = changes.select(Number(values.seconds))
for (const line of linesOf(changes.files, selection)) console.log(line)
if (!values.list) process.exitCode = await run(selection)

async function run({ units, calls, journeys }: Selection): Promise<number> {
  const codes: number[] = []
  if (units.length > 0) codes.push(await vitest('vitest.config.ts', units))
  if (calls.length > 0) {
    const pattern = `(${calls.map((call) => RegExp.escape(call)).join('|')})( |$)`
    codes.push(await vitest('vitest.config.ts', ['tests/hostile/walk', '-t', pattern]))
  }
  if (journeys.length > 0) {
    await buildWeb({ log: (line) => console.log(line) })
    const browser = await findOrInstallBrowser({ isWindowless: true })
    codes.push(await vitest('vitest.e2e.config.ts', journeys, { CHROMIUM_PATH: browser }))
  }
  return codes.find((code) => code !== 0) ?? 0
}

function vitest(
  config: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): Promise<number> {
  const program = path.join(root, 'node_modules', '.bin', 'vitest')
  const child = spawn(program, ['run', '--config', config, ...parameters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
