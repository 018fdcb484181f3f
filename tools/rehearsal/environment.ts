import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres, type RunningPostgres } from '#platform/postgres/start-postgres.ts'
import { startSms, type SmsFake } from '../../fakes/sms/start.ts'
import { startTpay, type TpayFake } from '../../fakes/tpay/start.ts'
import { KillableProcess } from '../../tests/crash/processes.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { Link } from './link.ts'
import type { RehearsalOptions } from './options.ts'

/** The environment of a rehearsal: servers, worker, database, bank and the links between them. */
export interface RehearsalEnvironment {
  /** Address on this side of the links. */
  readonly databaseUrl: string
  readonly bankUrl: string
  readonly ports: readonly number[]
  readonly servers: readonly KillableProcess[]
  readonly worker: KillableProcess
  readonly bank: KillableProcess
  /** All visitors' phones. */
  readonly phones: SmsFake
  readonly links: { readonly database: Link; readonly bank: Link; readonly front: Link }
  /** Null for an external database. */
  readonly killDatabase: (() => Promise<void>) | null
  /** Kills one backend of a server; PostgreSQL then ends all connections and recovers by itself. */
  killConnection(draw: () => number): Promise<void>
  /** Stops servers, worker and bank; returns the bank's records, which the caller closes. */
  stopShop(): Promise<TpayFake>
  stop(): Promise<void>
}

const databaseLookMilliseconds = 200

export async function openEnvironment(
  options: RehearsalOptions,
  say: (line: string) => void,
): Promise<RehearsalEnvironment> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bileti-rehearsal-'))
  await chmod(folder, 0o711)
  const postgres = options.databaseUrl === null ? await startOwn(folder, options.template) : null
  const databaseUrl = options.databaseUrl ?? postgres?.url ?? ''
  const { port } = options
  const state = path.join(folder, 'tpay')
  await mkdir(state)
  if (postgres && options.template === undefined) {
    say('Preparing a database with the demo’s content')
    const mediaDirectory = path.join(folder, 'media')
    await prepareDatabase({ url: databaseUrl, mediaDirectory, log: () => {} })
  }
  const phones = await startSms({ port: port + 5 })
  const ports = Array.from({ length: options.processes }, (_, place) => port + 10 + place)
  const links = {
    database: await Link.open(port + 1, () => [Number(new URL(databaseUrl).port || 5_432)]),
    bank: await Link.open(port + 2, () => [port + 4]),
    front: await Link.open(port + 3, () => ports),
  }
  const { servers, worker, bank } = programsOf(ports, {
    port,
    state,
    environment: {
      DATA_DIR: folder,
      DATABASE_URL: throughLink(databaseUrl, port + 1),
      PUBLIC_ORIGIN: `http://127.0.0.1:${port + 3}`,
      TPAY_URL: `http://127.0.0.1:${port + 2}`,
      SMS_URL: phones.url,
    },
  })
  const all = [...servers, worker, bank]
  const end = () => Promise.all(all.map((each) => each.kill()))
  const reviving = postgres ? keepAlive(postgres) : null
  let isEnded = false
  say(`Starting ${options.processes} server processes, a worker and a bank`)
  try {
    await Promise.all(all.map((each) => each.start()))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    databaseUrl,
    bankUrl: `http://127.0.0.1:${port + 4}`,
    ports,
    servers,
    worker,
    bank,
    phones,
    links,
    killDatabase: postgres ? () => killPostmaster(path.join(folder, 'postgres')) : null,
    killConnection: (draw) => killBackend(databaseUrl, draw),
    async stopShop() {
      await end()
      return startTpay({ port: 0, stateDir: state })
    },
    stop,
  }

  async function stop(): Promise<void> {
    if (isEnded) return
    isEnded = true
    await end()
    reviving?.stop()
    await Promise.all(Object.values(links).map((link) => link.close()))
    await phones.stop()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function programsOf(
  ports: readonly number[],
  given: {
    readonly port: number
    readonly state: string
    readonly environment: Readonly<Record<string, string>>
  },
): Pick<RehearsalEnvironment, 'servers' | 'worker' | 'bank'> {
  const environment = {
    TRUST_PROXY: 'true',
    LIVE_CONNECTIONS_MAX: '1000000',
    LIVE_CONNECTIONS_PER_ADDRESS_MAX: '1000000',
    // Nothing listens on this port, so emails wait in the worker's queue.
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_PER_SHOP: '0/0',
    LOG_LEVEL: 'silent',
    ...given.environment,
  }
  const servers = ports.map(
    (own) =>
      new KillableProcess({
        file: 'src/apps/server/main.ts',
        environment: { ...environment, PORT: String(own) },
        isReady: async () => (await fetch(`http://127.0.0.1:${own}/readyz`)).ok,
      }),
  )
  const file = 'src/apps/worker/main.ts'
  const worker = new KillableProcess({ file, environment, isReady: async () => true })
  const own = given.port + 4
  const bank = new KillableProcess({
    file: 'fakes/tpay/main.ts',
    environment: { PORT: String(own), STATE_DIR: given.state },
    isReady: async () => (await fetch(`http://127.0.0.1:${own}/__control/payments`)).ok,
  })
  return { servers, worker, bank }
}

/** Creates a stopped database with the demo's content in a directory, for consecutive rehearsals. */
export async function prepareTemplate(folder: string): Promise<void> {
  await chmod(folder, 0o711)
  const postgres = await startOwn(folder)
  try {
    const mediaDirectory = path.join(folder, 'media')
    await prepareDatabase({ url: postgres.url, mediaDirectory, log: () => {} })
  } finally {
    await postgres.stop()
  }
}

function startOwn(folder: string, template?: string): Promise<RunningPostgres> {
  const dataDirectory = path.join(folder, 'postgres')
  if (template !== undefined) {
    // Preserves the owner, who is another user if this process is root.
    const copied = spawnSync('cp', ['-a', path.join(template, 'postgres'), dataDirectory])
    if (copied.status !== 0) throw new Error(`The template was not copied: ${copied.stderr}`)
  }
  return startPostgres({ dataDirectory })
}

function throughLink(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  // A socket of this machine would bypass the link.
  url.searchParams.delete('host')
  return url.href
}

/** Checks the database periodically and restarts it after a crash, as `npm start` does. */
function keepAlive(postgres: RunningPostgres): { stop(): void } {
  const over = new AbortController()
  void (async () => {
    while (!over.signal.aborted) {
      await pause(databaseLookMilliseconds)
      if (!over.signal.aborted) await postgres.revive().catch(() => null)
    }
  })()
  return { stop: () => over.abort() }
}

async function killPostmaster(dataDirectory: string): Promise<void> {
  const file = path.join(dataDirectory, 'cluster', 'postmaster.pid')
  process.kill(Number.parseInt(await readFile(file, 'utf8'), 10), 'SIGKILL')
}

async function killBackend(databaseUrl: string, draw: () => number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
        and application_name = 'bileti-server' and pid <> pg_backend_pid() order by pid`,
    )
    const chosen = rows[Math.floor(draw() * rows.length)]
    if (chosen) process.kill(chosen.pid, 'SIGKILL')
  } finally {
    await client.end().catch(() => {})
  }
}
