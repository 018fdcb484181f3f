import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { DataLock } from './data-lock.ts'
import { openDemoDatabase, type DemoDatabase } from './demo-database.ts'
import type { Launch } from './outside-parties.ts'
import { whenParentEnds } from './parent.ts'
import { EndedEarly, Supervisor } from './supervisor.ts'
import { printAddresses } from './welcome.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'
import { openObjectStore } from '#platform/media/object-store.ts'
import { RestartPauses } from '#platform/restart-pauses.ts'
import { explainDatabaseError, explainListenError } from '#platform/start-errors.ts'

/**
 * Starts everything with one command: database, pages, demo content, fakes of external services, worker and server.
 * Configured external services replace the fakes. Crashed processes are restarted.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const began = performance.now()
/** How often the embedded database is checked. */
const databaseLookMilliseconds = 200
const stopping = new AbortController()
let lock: DataLock | undefined
let database: DemoDatabase | undefined
const supervisor = new Supervisor({
  root,
  say,
  onStart: (name, pid) => lock?.note(name, pid),
})

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const launch: Launch = (name, file, environment, ready) =>
  supervisor.keep({ name, file, environment, ready })

async function stop(code: number): Promise<void> {
  if (stopping.signal.aborted) return
  stopping.abort()
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
  const config = readConfig(process.env)
  const dataDirectory = path.resolve(config.DATA_DIR)
  const isFirst = !existsSync(dataDirectory)
  lock = await DataLock.take(dataDirectory)
  // After taking the lock, because processes of a killed launcher may have used the address until now.
  await checkAddress(config)
  await checkDatabase(config)
  // Loaded only now, so that an invalid setting is reported at once.
  const { buildWeb } = await import('./build-web.ts')
  const { startOutsideParties } = await import('./outside-parties.ts')
  if (isFirst) say('First start: preparing the database, the demo content and the pages')
  const [databaseUrl] = await Promise.all([openDatabase(config), buildWeb({ log: say })])
  if (database) void keepDatabase(database)
  const starting: Promise<void>[] = []
  const outside = await startOutsideParties(config, async (...program) => {
    const started = launch(...program)
    // Awaited below; until then a rejection must not be reported as unhandled.
    started.catch(() => {})
    starting.push(started)
  })
  const environment = { ...outside, DATABASE_URL: databaseUrl, PORT: String(config.PORT) }
  // All start in parallel; callers of one that is not ready yet retry.
  starting.push(launch('server', 'src/apps/server/main.ts', environment, 'serving'))
  starting.push(launch('worker', 'src/apps/worker/main.ts', environment, 'working'))
  await Promise.all(starting)
  printAddresses(config, outside, (performance.now() - began) / 1000)
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

async function openDatabase(config: Config): Promise<string> {
  database = await openDemoDatabase(config, { info: say, warn: say })
  const { url } = database
  const { prepareDatabase } = await import('./prepare-database.ts')
  try {
    await prepareDatabase({
      url,
      mediaDirectory: path.resolve(config.DATA_DIR, 'media'),
      store: openObjectStore(config),
      withSales: true,
      log: say,
    })
  } catch (error) {
    const line = explainDatabaseError(error, url)
    throw line === undefined ? error : new ConfigError(line)
  }
  return url
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
  // What fails because the database has been stopped says nothing new.
  if (!isExplained && !stopping.signal.aborted)
    process.stderr.write(`${isLine ? error.message : (error as Error).stack}\n`)
  await stop(isExplained || error instanceof ConfigError ? 2 : 1)
}
