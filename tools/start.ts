import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from './build-web.ts'
import { openDemoDatabase, type DemoDatabase } from './demo-database.ts'
import { freePort } from './free-port.ts'
import { startOutsideParties } from './outside-parties.ts'
import { prepareDatabase } from './prepare-database.ts'
import { notifyChange } from './welcome.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'

/**
 * One command from clone to shop: database, pages, demo content, the demo's outside parties, the worker and
 * the server. Each outside party that a setting names is used instead of the demo's own.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const began = performance.now()
const children: { name: string; process: ChildProcess }[] = []
let database: DemoDatabase | undefined
let stopping = false

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Starts a process of the shop; when one ends by itself, everything ends. */
function launch(
  name: string,
  file: string,
  environment: Record<string, string>,
  ready: string | null,
): Promise<void> {
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(root, file)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', ready === null ? 'ignore' : 'inherit', 'inherit', 'ipc'],
  })
  children.push({ name, process: child })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      if (stopping) return
      reject(new Error(`${name} ended (${code ?? 'by a signal'})`))
      void stop(1)
    })
    child.on('message', (message: Record<string, unknown>) => {
      if (ready !== null && message[ready] === true) resolve()
    })
    if (ready === null) child.once('spawn', () => resolve())
  })
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  // First who answers visitors, then who works for it, then the outside parties both may still need.
  const isOurs = ({ name }: { name: string }): boolean => name === 'server' || name === 'worker'
  for (const child of children.filter(isOurs).toReversed()) await end(child.process)
  for (const child of children) await end(child.process)
  await database?.close()
  process.exit(code)
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if ((await freePort(config.PORT)) !== config.PORT && config.PORT !== 0) {
    throw new ConfigError(
      `Port ${config.PORT} is taken. Set PORT to another one, for example: PORT=3100 npm start`,
    )
  }
  const isFirst = !existsSync(path.resolve(config.DATA_DIR))
  if (isFirst) say('First start: preparing the database, the demo content and the pages')
  const [databaseUrl] = await Promise.all([openDatabase(config), buildWeb({ log: say })])
  const outside = await startOutsideParties(config, launch)
  const environment = { ...outside, DATABASE_URL: databaseUrl, PORT: String(config.PORT) }
  await launch('worker', 'src/apps/worker/main.ts', environment, 'working')
  await launch('server', 'src/apps/server/main.ts', environment, 'serving')
  notifyChange(config, outside, (performance.now() - began) / 1000)
}

async function openDatabase(config: Config): Promise<string> {
  database = await openDemoDatabase(config, { info: say, warn: say })
  const { url } = database
  await prepareDatabase({ url, mediaDirectory: path.resolve(config.DATA_DIR, 'media'), log: say })
  return url
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`)
  await stop(error instanceof ConfigError ? 2 : 1)
}
