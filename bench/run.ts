import { fork } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverFlags } from '#platform/node-flags.ts'
import { startPostgres } from '#platform/postgres/start-postgres.ts'
import type { BenchFigure } from './figures.ts'
import { parts, type Part } from './parts.ts'
import { formatFigure, writeResults, type PartOutcome } from './results.ts'
import { openBenchEnvironment, type BenchEnvironment } from './shop.ts'

/**
 * `npm run bench`: measures everything in one run on one machine, part by part. Each part is a process with a time
 * limit, is printed when it ends, and is then in bench/RESULTS.md; with named parts (`npm run bench -- engine
 * pages`) only those run, and the file is unchanged.
 */
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0)
  throw new Error(
    `No part is called ${unknown.join(', ')}: ${parts.map((part) => part.name).join(', ')}`,
  )
const chosen = parts.filter((part) => wanted.length === 0 || wanted.includes(part.name))
const began = performance.now()
const outcomes: PartOutcome[] = []
let env: BenchEnvironment | null = null
try {
  for (const part of chosen) {
    if (part.needsShop) env ??= await openBenchEnvironment((line) => console.log(line))
    const outcome = await outcomeOf(part, env)
    outcomes.push(outcome)
    console.log(formatFigure(outcome))
    if (wanted.length === 0) await writeResults(outcomes)
  }
} finally {
  await env?.stop()
}
console.log(
  `${wanted.length === 0 ? 'Written to bench/RESULTS.md' : 'Done'} (${((performance.now() - began) / 1000).toFixed(0)} s)`,
)
if (outcomes.some((outcome) => outcome.failure !== undefined)) process.exitCode = 1

async function outcomeOf(part: Part, shop: BenchEnvironment | null): Promise<PartOutcome> {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const { title } = part
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bileti-bench-part-'))
  await chmod(folder, 0o755)
  try {
    const place = part.needsShop && shop ? [await shop.copy(), shop.folder] : []
    const figures = await figuresOf(part, place, folder)
    return { title, figures, seconds: seconds() }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    return { title, figures: [], seconds: seconds(), failure }
  } finally {
    await clear(folder)
  }
}

/** Runs the part and its children in a separate process group, which is killed with it. */
function figuresOf(part: Part, place: readonly string[], folder: string): Promise<BenchFigure[]> {
  return new Promise((resolve, reject) => {
    const file = fileURLToPath(new URL('./part.ts', import.meta.url))
    const child = fork(file, [part.name, ...place], {
      detached: true,
      env: {
        ...process.env,
        TMPDIR: folder,
        ...(part.isServer && { NODE_ENV: 'production' }),
      },
      execArgv: [...process.execArgv, ...(part.isServer ? serverFlags : [])],
    })
    let figures: BenchFigure[] | null = null
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endGroup(child.pid)
    }, part.secondsMax * 1_000)
    const interrupted = () => endGroup(child.pid)
    process.once('SIGINT', interrupted)
    child.on('message', (message) => (figures = message as BenchFigure[]))
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      process.off('SIGINT', interrupted)
      endGroup(child.pid)
      if (figures) resolve(figures)
      else if (isLate) reject(new Error(`stood still: ended after ${part.secondsMax} s`))
      else reject(new Error(`ended with ${signal ?? code}`))
    })
  })
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}

/** A killed part leaves its PostgreSQL, which is outside the group: it is stopped in order. */
async function clear(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const dataDirectory = path.join(folder, name, 'data')
    if (!name.startsWith('bileti-bench-')) continue
    const server = await startPostgres({ dataDirectory })
    await server.stop()
  }
  await rm(folder, { recursive: true, force: true })
}
