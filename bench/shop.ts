import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { buildWeb } from '../tools/build-web.ts'
import { prepareDatabase } from '../tools/prepare-database.ts'
import { serverFlags } from '#platform/node-flags.ts'
import { freePort } from '#platform/ports.ts'
import { startPostgres } from '#platform/postgres/start-postgres.ts'
import { unbounded } from '../tests/support/unbounded.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The shop's interface for a part of the bench. */
export interface BenchShop {
  readonly databaseUrl: string
  /**
   * Runs the work on a copy of the database as it is, so that measurements start from the same sales; the copy is
   * dropped afterwards. Nothing may be connected to the original.
   */
  withCopy<Value>(work: (copy: BenchShop) => Promise<Value>): Promise<Value>
  /** Starts one server process with these settings, runs the work, and stops it. */
  withServer<Value>(
    settings: Record<string, string>,
    /** `pid` is the server's process, or the parent of all. */
    work: (origin: string, pid: number) => Promise<Value>,
    other?: OtherEdition,
  ): Promise<Value>
}

/** Another edition of the shop for comparison: a built checkout with its own database. */
export interface OtherEdition {
  readonly folder: string
  readonly databaseUrl: string
}

/** The initial shop that all parts get copies of. */
export interface BenchEnvironment {
  readonly folder: string
  /** Address of a new database with the shop's initial state: no part sees another's sales. */
  copy(): Promise<string>
  stop(): Promise<void>
}

/** A new embedded PostgreSQL with fsync on, the demo's content, the built pages. */
export async function openBenchEnvironment(log: (line: string) => void): Promise<BenchEnvironment> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bileti-bench-'))
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ dataDirectory: path.join(folder, 'data') })
  await Promise.all([
    buildWeb({ log }),
    prepareDatabase({ url: postgres.url, mediaDirectory: path.join(folder, 'media'), log }),
  ])
  await forgetSeeds(postgres.url)
  let copies = 0
  return {
    folder,
    async copy() {
      copies += 1
      const address = new URL(postgres.url)
      const original = address.pathname.slice(1)
      address.pathname = '/postgres'
      const client = new pg.Client({ connectionString: address.href })
      await client.connect()
      try {
        await client.query(`create database bench_${copies} template ${original}`)
      } finally {
        await client.end()
      }
      address.pathname = `/bench_${copies}`
      return address.href
    },
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Servers are measured in the mode of production, which refuses a database that is noted as the demo's. */
export async function forgetSeeds(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('delete from seed')
  } finally {
    await client.end()
  }
}

/** A shop on such a copy. */
export function visitBenchShop(env: {
  readonly databaseUrl: string
  readonly folder: string
}): BenchShop {
  const { databaseUrl, folder } = env
  return {
    databaseUrl,
    async withCopy(work) {
      const address = new URL(databaseUrl)
      const original = address.pathname.slice(1)
      const copy = `${original}_copy`
      address.pathname = '/postgres'
      const client = new pg.Client({ connectionString: address.href })
      await client.connect()
      try {
        await client.query(`create database ${copy} template ${original}`)
        address.pathname = `/${copy}`
        return await work(visitBenchShop({ databaseUrl: address.href, folder }))
      } finally {
        await client.query(`drop database if exists ${copy} with (force)`)
        await client.end()
      }
    },
    async withServer(settings, work, other) {
      const port = await freePort()
      const server = await startServer(
        {
          ...settings,
          PORT: String(port),
          PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
          DATA_DIR: folder,
          DATABASE_URL: other?.databaseUrl ?? databaseUrl,
        },
        other?.folder,
      )
      try {
        if (Number(settings['WORKERS'] ?? 1) > 1)
          await untilReady(`http://127.0.0.1:${port}/readyz`)
        return await work(`http://127.0.0.1:${port}`, server.pid ?? 0)
      } finally {
        await stopServer(server)
      }
    },
  }
}

function startServer(settings: Record<string, string>, folder = root): Promise<ChildProcess> {
  const file = path.join(folder, 'src/apps/server/main.ts')
  const server = spawn(process.execPath, [...serverFlags, file], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MODE: 'production',
      LOG_LEVEL: 'warn',
      ...unbounded,
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    server.on('message', (message: { serving?: boolean }) => message.serving && resolve(server))
    // With several processes only their parent sends the message.
    if (Number(settings['WORKERS'] ?? 1) > 1) resolve(server)
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
}

/** Several processes start at nearly the same time; the pause is for the last of them. */
async function untilReady(url: string): Promise<void> {
  for (let turn = 0; turn < 600; turn += 1) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return pause(3_000)
    await pause(100)
  }
  throw new Error('The servers did not become ready')
}

function stopServer(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    // A process that has ended emits no further exit event.
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}
