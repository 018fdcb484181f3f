/**
 * `npm run test:clock -- 2028-02-29T20:30:00Z [--zone Asia/Kathmandu] [FILES]`: units and calls with a clock that shows
 * this moment at the start and goes on from there, in Node, PostgreSQL and all other processes of the run.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOrInstallFaketime } from './faketime.ts'
import { readClockOptions } from './options.ts'
import { runAt } from './run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
try {
  const { at, zone, words } = readClockOptions(process.argv.slice(2))
  mkdirSync(path.join(root, '.cache', 'reports'), { recursive: true })
  const library = findOrInstallFaketime()
  const { failed } = await runAt({ root, library, moment: { at, zone }, words })
  process.exitCode = failed > 0 ? 1 : 0
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
