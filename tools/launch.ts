import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { buildWeb } from './build-web.ts'
import { DataLock } from './data-lock.ts'
import { openDemoDatabase, type DemoDatabase } from './demo-database.ts'
import type { OutsideParties } from './outside-parties.ts'
import { whenParentEnds } from './parent.ts'
import { programsOf } from './programs.ts'
import { EndedEarly, Supervisor, type Program, type SupervisorOptions } from './supervisor.ts'
import { Tasks } from './tasks.ts'
import { printAddresses } from './welcome.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'
import { RestartPauses } from '#platform/restart-pauses.ts'
import { explainDatabaseError, explainListenError } from '#platform/start-errors.ts'

/**
 * Starts everything with one command: database, pages, demo content, fakes of external services, worker and server.
 * Configured external services replace the fakes. Crashed processes are restarted. In production only migrations,
 * server and worker: everything must be configured.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const began = performance.now()
/** How often the embedded database is checked. */
const databaseLookMilliseconds = 200
const stopping = new AbortController()
let lock: DataLock | undefined
let database: DemoDatabase | undefined
const options: SupervisorOptions = {
  root,
  say,
  onStart: (name, pid) => lock?.note(name, pid),
}
const supervisor = new Supervisor(options)
const tasks = new Tasks(options)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function stop(code: number): Promise<void> {
  if (stopping.signal.aborted) return
  stopping.abort()
  await tasks.stop()
  // The server stops first, then the worker, then the fakes that both may still use.
  await supervisor.stop(['server', 'worker'])
  await database?.close()
  lock?.release()
  process.exit(code)
}

/** Reports in one line why the address is unavailable, before anything is started. */
function checkAddress({ HOST: host, PORT: port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => {
      const line = explainListenError(error, { host, port })
      reject(line === undefined ? error : new ConfigError(line))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** The embedded database is restarted after a crash; a configured external one is not. */
async function keepDatabase(kept: DemoDatabase): Promise<void> {
  const { signal } = stopping
  let pauses = new RestartPauses()
  let milliseconds = databaseLookMilliseconds
  while (!signal.aborted) {
    await pause(milliseconds, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const since = performance.now()
    try {
      const said = await kept.revive()
      milliseconds = databaseLookMilliseconds
      if (said === null) continue
      const took = ((performance.now() - since) / 1_000).toFixed(1)
      say(`PostgreSQL had ended; it is back after ${took} s. It last said: ${said}`)
      pauses = new RestartPauses()
    } catch (error) {
      milliseconds = pauses.after(0)
      say(`${(error as Error).message}; it is tried again in ${milliseconds / 1_000} s`)
    }
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env, { isWhole: true })
  const dataDirectory = path.resolve(config.DATA_DIR)
  const isFirst = !existsSync(dataDirectory)
  lock = await DataLock.take(dataDirectory)
  // After taking the lock, because processes of a killed launcher may have used the address until now.
  await checkAddress(config)
  await checkDatabase(config)
  if (config.MODE === 'production') return openProduction(config)
  if (isFirst) say('First start: preparing the database, the demo content and the pages')
  const content = openContent(config, isFirst)
  const pages = step('Pages', () => buildWeb({ log: say }))
  // Awaited below; until then a rejection must not be reported as unhandled.
  pages.catch(() => {})
  const [url, { fakes, settings }] = await Promise.all([content.url, planParties()])
  if (database) void keepDatabase(database)
  const environment = { ...settings, DATABASE_URL: url, PORT: String(config.PORT) }
  await startPrograms(programsOf(environment, fakes), { server: pages, worker: content.sales })
  printAddresses(config, settings, (performance.now() - began) / 1_000)
  await completePictures()
}

/** Server and worker with what is configured: no content, no accounts, no fakes. */
async function openProduction(config: Config): Promise<void> {
  const { prepareProduction } = await import('./start-production.ts')
  await step('Database', () => prepareProduction(config, say))
  await step('Pages', () => buildWeb({ log: say }))
  await startPrograms(programsOf({ PORT: String(config.PORT), DATABASE_OWNER_URL: '' }, {}), {})
  say(`\nThe shop is open at ${config.PUBLIC_ORIGIN}; Ctrl+C stops it.\n`)
}

/** Each starts as soon as what it needs is there; callers of one that is not ready yet retry. */
async function startPrograms(
  programs: readonly Program[],
  needs: Readonly<Record<string, Promise<void>>>,
): Promise<void> {
  await Promise.all(
    programs.map(async (program) => {
      await needs[program.name]
      if (stopping.signal.aborted) return
      await step(`The ${program.name}`, () => supervisor.keep(program))
    }),
  )
}

/** Says how long a step took. */
async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const from = performance.now()
  const result = await work()
  say(`${name}: ready (${seconds(from)} s)`)
  return result
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1_000).toFixed(1)
}

/** In a process of its own, which makes the demo's keys at the first start. */
async function planParties(): Promise<OutsideParties> {
  return (await tasks.start('plan', 'tools/plan-parties.ts').result) as OutsideParties
}

/** A failure is reported and leaves the shop open: missing pictures are drawn at the next start. */
async function completePictures(): Promise<void> {
  try {
    // The shop is open, so this takes little memory, and the processor only when nobody else needs it.
    // Together these limits halve its 280 MB; one arena of the C library is enough for the threads that draw.
    await tasks.start('pictures', 'tools/prepare.ts', {
      parameters: ['pictures'],
      flags: ['--max-semi-space-size=2', '--max-old-space-size=96'],
      environment: { MALLOC_ARENA_MAX: '1' },
    }).ended
  } catch (error) {
    if (!stopping.signal.aborted) say(`Not all pictures are drawn: ${(error as Error).message}`)
  }
}

/** Reports in one line why an external database is unusable, before anything is started. */
async function checkDatabase({ DATABASE_URL: url }: Config): Promise<void> {
  if (url === undefined) return
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new ConfigError(explainDatabaseError(error, url) ?? `DATABASE_URL: ${String(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The program of the content loads what it needs while the database starts. */
function openContent(
  config: Config,
  isFirst: boolean,
): { url: Promise<string>; sales: Promise<void> } {
  const opening = step('Database', async () => {
    database = await openDemoDatabase(config, { info: say, warn: say })
    return database.url
  })
  const message = opening.then((url) => ({ url }))
  const parameters = ['content', ...(isFirst ? ['first'] : [])]
  const task = tasks.start('content', 'tools/prepare.ts', { parameters, message })
  const url = opening.then(async (opened) => {
    await step('Demo content', () => task.result)
    return opened
  })
  return { url, sales: task.ended }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop(0))
if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(() => void stop(0))
// A closed terminal must not end the shop with a write error.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
try {
  await main()
} catch (error) {
  const isExplained = error instanceof EndedEarly && error.isExplained
  const isLine = error instanceof ConfigError || error instanceof EndedEarly
  // Ending a start under way ends its programs early.
  if (!isExplained && !stopping.signal.aborted)
    process.stderr.write(`${isLine ? error.message : (error as Error).stack}\n`)
  await stop(isExplained || error instanceof ConfigError ? 2 : 1)
}
