import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { freePort } from '../ports.ts'
import { accountForCluster, type Account } from './account.ts'
import { prepareBinaries, serverEnvironment } from './binaries.ts'
import { ensureCluster, openDataDirectory, roleName, type DataDirectory } from './cluster.ts'
import { dynamicSharedMemoryType } from './shared-memory.ts'
import { enter, leave, livePostmaster, signal, type Postmaster } from './postmaster.ts'

const databaseName = 'bileti'
/** A first start right after a killed server may fail for some 50 ms, and a port may be lost. */
const attemptsMax = 6
/** Generous, because a server that was killed replays its log before it is ready. */
const readySecondsMax = 180
const fastShutdownSecondsMax = 60
const logBytesMax = 10_000_000

const defaultSettings: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  max_connections: '200',
  synchronous_commit: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Log of the launcher; `console` and a pino logger both fit. */
export interface PostgresLog {
  info(message: string): void
  warn(message: string): void
}

export interface StartPostgresOptions {
  /** The folder of the cluster, its password file and its log; made when missing. */
  dataDirectory: string
  /** A TCP port on 127.0.0.1; 0 or absent for a free one. A server that is already running keeps its port. */
  port?: number
  /** Settings of postgresql.conf that override ours. A server that is already running keeps its settings. */
  settings?: Readonly<Record<string, string>>
  log?: PostgresLog
}

export interface RunningPostgres {
  /**
   * `postgres://…` of the database `bileti`, with the password in it. `host` in its query names the folder of the Unix
   * socket, if it has one: a round trip then costs about half the processor time of TCP.
   */
  readonly url: string
  readonly port: number
  /**
   * Checks that the server still runs, and restarts it on the same port after a crash. Returns the last lines of
   * its log when it had to be restarted, else null. Throws when it does not start.
   */
  revive(): Promise<string | null>
  /**
   * Fast shutdown, done when the promise resolves. While another process still uses the server,
   * only this process's use of it ends. A second call waits for the first.
   */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of a data directory, or adopts the one that runs there (its starter may have been
 * killed), and creates the database `bileti` if it is missing. The server outlives a killed process and is stopped by
 * the last one that exits normally. It is detached from the terminal's Ctrl-C, so a program that handles no signals
 * should call `stop`. Throws with one clear sentence when the directory or the machine does not allow it.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<RunningPostgres> {
  const wanted = path.resolve(options.dataDirectory)
  const opened = await openDataDirectory(wanted, accountForCluster)
  const { directory, account, movedFrom } = opened
  if (movedFrom !== undefined) {
    options.log?.warn(
      `PostgreSQL's user cannot reach ${movedFrom}; the data is kept in ${directory.root} instead.`,
    )
  }
  const bin = await prepareBinaries({ directory: directory.root, account })
  const durable = options.settings?.fsync !== 'off'
  const { password } = await ensureCluster({ directory, account, bin, durable })
  const note = enter(directory)
  const onExit = () => leave(directory, note)
  process.once('exit', onExit)
  try {
    const { port, socketDirectory } = await serve({ directory, account, bin, password, options })
    const end = async () => {
      process.removeListener('exit', onExit)
      await stopped(directory, leave(directory, note))
    }
    let ending: Promise<void> | undefined
    const stop = () => (ending ??= end())
    const revive = async () => {
      if (livePostmaster(directory) !== undefined || ending !== undefined) return null
      const said = lastWords(directory.logFile, 0)
      await serve({ directory, account, bin, password, options: { ...options, port } })
      return said
    }
    const url = urlOf(port, password, databaseName)
    if (socketDirectory !== null) url.searchParams.set('host', socketDirectory)
    return { url: url.href, port, revive, stop }
  } catch (error) {
    process.removeListener('exit', onExit)
    await stopped(directory, leave(directory, note))
    throw error
  }
}

interface Launch {
  readonly directory: DataDirectory
  readonly account: Account | undefined
  readonly bin: string
  readonly password: string
  readonly options: StartPostgresOptions
}

/** Adopts or starts a server until a connection proves that it is ours. */
async function serve(launch: Launch): Promise<Postmaster> {
  const { directory, options } = launch
  let failure: unknown
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      const found = livePostmaster(directory)
      const server = found === undefined ? await launchServer(launch) : await ready(directory)
      await ensureDatabase(server.port, launch.password)
      const verb = found === undefined ? 'started' : 'adopted'
      options.log?.info(`PostgreSQL ${verb} on 127.0.0.1:${server.port} (${directory.root}).`)
      if (options.port && options.port !== server.port) {
        options.log?.warn(`It runs on port ${server.port} already, not on ${options.port}.`)
      }
      return server
    } catch (error) {
      failure = error
      await sleep(50 * attempt)
    }
  }
  throw new Error(`PostgreSQL did not start in ${directory.root}: ${(failure as Error).message}`)
}

async function launchServer(launch: Launch): Promise<Postmaster> {
  const { directory, account, options } = launch
  const port = options.port || (await freePort())
  const settings: Record<string, string> = {
    ...defaultSettings,
    dynamic_shared_memory_type: dynamicSharedMemoryType(),
    ...options.settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketDirectories(directory),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { descriptor, offset } = openLog(directory.logFile)
  const child = spawn(path.join(launch.bin, 'postgres'), ['-D', directory.cluster, ...args], {
    ...account,
    cwd: '/',
    env: serverEnvironment,
    // A separate session: Ctrl-C must not stop the database before the program has finished.
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  })
  closeSync(descriptor)
  // The child process alone must not keep the program running.
  child.unref()
  // The wait for a server that has ended would keep the program from exiting.
  const waiting = new AbortController()
  try {
    const server = await Promise.race([
      ready(directory, { pid: child.pid, signal: waiting.signal }),
      endOf(child),
    ])
    if (typeof server !== 'string') return server
    throw new Error(`${server}. ${lastWords(directory.logFile, offset)}`)
  } finally {
    waiting.abort()
  }
}

/** `sockaddr_un` holds 108 bytes on Linux, 104 on macOS; the name of the socket takes up to 15 of them. */
const socketDirectoryBytesMax = 85

/**
 * Sockets lie in the cluster's own folder, which nobody else may enter; with a path that is too long, no socket is
 * used.
 */
function socketDirectories({ cluster }: DataDirectory): string {
  const isUsable =
    process.platform !== 'win32' && Buffer.byteLength(cluster) <= socketDirectoryBytesMax
  return isUsable ? `"${cluster.replaceAll('"', '""')}"` : ''
}

/** Resolves with a sentence when the program ends or could not be run at all. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`The server could not be run: ${error.message}`))
    child.once('exit', (code, killer) => resolve(`The server ended with ${killer ?? code}`))
  })
}

/**
 * Waits until the server accepts connections. `pid` is set for a server we started that may not have written its pid
 * file yet; a server that was found must stay alive. An aborted wait ends at once, with an error that is not awaited.
 */
async function ready(
  directory: DataDirectory,
  { pid, signal: aborted }: { pid?: number | undefined; signal?: AbortSignal } = {},
): Promise<Postmaster> {
  const deadline = performance.now() + readySecondsMax * 1000
  while (performance.now() < deadline) {
    aborted?.throwIfAborted()
    const server = livePostmaster(directory)
    if (server?.ready && (pid === undefined || server.pid === pid)) return server
    if (server === undefined && pid === undefined) throw new Error('The running server ended')
    await sleep(15)
  }
  throw new Error(`The server was not ready within ${readySecondsMax} seconds`)
}

/**
 * Waits until one server has ended; another may start directly afterwards. After a generous timeout it is stopped
 * with an immediate shutdown, which loses nothing, because the next start replays its log.
 */
async function stopped(directory: DataDirectory, pid: number | undefined): Promise<void> {
  const impatientAt = performance.now() + fastShutdownSecondsMax * 1000
  if (pid === undefined) return
  while (livePostmaster(directory)?.pid === pid) {
    if (performance.now() > impatientAt) signal(pid, 'SIGQUIT')
    await sleep(15)
  }
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({
    connectionString: urlOf(port, password, 'postgres').href,
    connectionTimeoutMillis: 10_000,
  })
  // The server may end while we talk to it; the pending query then fails, and that is enough.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      databaseName,
    ])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
  } catch (error) {
    // Another process may have created it between the check and the creation.
    const duplicate = ['42P04', '23505'].includes((error as { code?: string }).code ?? '')
    if (!duplicate) throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

function urlOf(port: number, password: string, database: string): URL {
  return new URL(
    `postgres://${roleName}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
  )
}

/** Opens the server's log for appending; a long one is renamed first. */
function openLog(file: string): { descriptor: number; offset: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > logBytesMax) renameSync(file, `${file}.1`)
  return { descriptor: openSync(file, 'a', 0o600), offset: size > logBytesMax ? 0 : size }
}

function lastWords(logFile: string, offset: number): string {
  const said = readFileSync(logFile).subarray(offset).toString('utf8').trim()
  return said.split('\n').slice(-4).join(' ')
}
