import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCacheEnvironment } from '../compile-cache.ts'
import { DataLock } from '../data-lock.ts'
import { openDemoDatabase, type DemoDatabase } from '../demo-database.ts'
import { isFreePort } from '#platform/ports.ts'
import { planOutsideParties, type OutsideParties } from '../outside-parties.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { fakesProgram } from '../programs.ts'
import { refuseProduction } from '../refuse-production.ts'
import { printAddresses } from '../welcome.ts'
import { reactionTo, strongest, type Reaction } from './changes.ts'
import {
  endProcess,
  graceMillisecondsDefault,
  isReady,
  Programs,
  type Program,
} from './programs.ts'
import { textsReadBy } from './read-texts.ts'
import { suggestTests } from './suggest-tests.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'

/**
 * `npm run dev`: development mode. Addresses, accounts and content as with `npm start`; pages are updated in the
 * browser when saved, server and worker restart when one of their files changes, and the database and the fakes
 * keep running.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const began = performance.now()
const parties: ChildProcess[] = []
let database: DemoDatabase | undefined
let lock: DataLock | undefined
let isStopping = false

/** Changes are collected this long: editors write several files at once. */
const settleMilliseconds = 60

/** The server first, because the developer waits for it. It is killed at once; the worker may finish its jobs. */
const programs: readonly Program[] = [
  {
    name: 'server',
    file: 'tools/dev/server.ts',
    inspect: 9229,
    ready: 'serving',
    graceMilliseconds: 0,
    hasStandby: true,
  },
  {
    name: 'worker',
    file: 'src/apps/worker/main.ts',
    inspect: 9230,
    ready: 'working',
    graceMilliseconds: graceMillisecondsDefault,
    hasStandby: true,
  },
]

function start(
  file: string,
  environment: Record<string, string>,
  { flags = [], values = [] }: { flags?: readonly string[]; values?: readonly string[] } = {},
): ChildProcess {
  const command = ['--enable-source-maps', ...flags, path.join(root, file), ...values]
  return spawn(process.execPath, command, {
    cwd: root,
    // Compiling takes half of a start, so the results are cached.
    env: { ...process.env, ...compileCacheEnvironment, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

/** Development mode restarts no fakes. */
async function startFakes(fakes: OutsideParties['fakes']): Promise<void> {
  if (Object.keys(fakes).length === 0) return
  const { name, file, environment, ready, flags = [] } = fakesProgram(fakes)
  const child = start(file, { NODE_ENV: 'production', ...environment }, { flags })
  parties.push(child)
  if (child.pid !== undefined) lock?.note(name, child.pid)
  child.once('exit', (code) => {
    if (!isStopping)
      console.error(`${name} ended (${code ?? 'by a signal'}); npm run dev starts it`)
  })
  await isReady(child, ready)
}

function watchSources(
  onChange: (reaction: Reaction, files: readonly string[]) => Promise<void>,
): void {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const reactionNow = (file: string): Reaction => {
    const isText = file.endsWith('.json')
    const read = (reader: 'pages' | 'programs') =>
      isText ? textsReadBy(root, reader) : new Set<string>()
    return reactionTo(file, { pages: read('pages'), programs: read('programs') })
  }
  for (const folder of ['src', 'db']) {
    watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null) return
      const file = `${folder}/${name.replaceAll(path.sep, '/')}`
      if (changed.has(file) || reactionNow(file) === 'none') return
      changed.add(file)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const files = [...changed]
        changed.clear()
        void onChange(strongest(files.map(reactionNow)), files)
      }, settleMilliseconds)
    })
  }
}

async function main(): Promise<void> {
  refuseProduction('npm run dev')
  const config = readConfig(process.env)
  if (config.PORT !== 0 && !(await isFreePort(config.PORT))) {
    throw new ConfigError(
      `Port ${config.PORT} is taken. Set PORT to another one, for example: PORT=3100 npm run dev`,
    )
  }
  lock = await DataLock.take(path.resolve(config.DATA_DIR))
  database = await openDemoDatabase(config, { info: console.log, warn: console.warn })
  const { url } = database
  const prepare = (): Promise<void> => prepareContent(config, url)
  await prepare()
  const { fakes, settings } = await planOutsideParties(config)
  await startFakes(fakes)
  const environment = {
    ...settings,
    NODE_ENV: 'development',
    DATABASE_URL: url,
    PORT: String(config.PORT),
    // Saved pages must be rendered again, and a page in development requests hundreds of files.
    PAGE_CACHE_SECONDS: '0',
    LIMIT_READ_PER_MINUTE: '1000000',
  }
  const running = new Programs({
    programs,
    spawn: ({ file, inspect }) =>
      start(file, environment, { flags: [`--inspect=127.0.0.1:${inspect}`] }),
    spawnStandby: ({ file, inspect }) =>
      start('tools/dev/standby.ts', environment, { values: [file, String(inspect)] }),
    isStopping: () => isStopping,
  })
  process.once('SIGINT', () => void stop(running))
  process.once('SIGTERM', () => void stop(running))
  await running.start()
  printAddresses(config, settings, (performance.now() - began) / 1000)
  suggestTests(root, console.log)
  watchSources(async (reaction, files) => {
    const from = performance.now()
    const chosen = programs.filter(({ name }) => reaction !== 'restart-worker' || name === 'worker')
    const before = reaction === 'migrate' ? () => prepare().catch(report) : undefined
    await running.restart(chosen, before, (name) => {
      const milliseconds = Math.round(performance.now() - from)
      console.log(`${files.join(', ')}: ${name} restarted in ${milliseconds} ms`)
    })
  })
}

async function prepareContent(config: Config, url: string): Promise<void> {
  const mediaDirectory = path.resolve(config.DATA_DIR, 'media')
  const log = (line: string) => console.log(line)
  await prepareDatabase({ url, mediaDirectory, withSales: true, log })
}

function report(error: unknown): void {
  console.error((error as Error).message)
}

async function stop(running: Programs): Promise<void> {
  isStopping = true
  await running.close()
  await Promise.all(parties.map((child) => endProcess(child)))
  await database?.close()
  lock?.release()
  process.exit(0)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : (error as Error).stack)
  isStopping = true
  await Promise.all(parties.map((child) => endProcess(child)))
  await database?.close()
  process.exit(error instanceof ConfigError ? 2 : 1)
}
