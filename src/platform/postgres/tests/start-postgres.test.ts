/**
 * Goal: the embedded PostgreSQL starts anywhere, survives a killed parent without losing data, and reports clearly why
 * it cannot start. Method: real servers in temporary folders, programs that are really killed, and a look at the
 * server's process rather than at our own records.
 */
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { startPostgres, type RunningPostgres } from '../start-postgres.ts'

const settings = { fsync: 'off' }
const program = fileURLToPath(new URL('./launch-and-die.ts', import.meta.url))
const running: RunningPostgres[] = []
// Copies of PostgreSQL and new clusters: on a busy disk each takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let folder: string
let dataDirectory: string

async function openFolder(): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-launcher-'))
  await chmod(folder, 0o755)
  dataDirectory = path.join(folder, 'data')
}

async function closeFolder(): Promise<void> {
  await stopAll()
  await rm(folder, { recursive: true, force: true })
}

async function stopAll(): Promise<void> {
  for (const server of running.splice(0)) await server.stop()
}

async function start(directory = dataDirectory): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDirectory: directory, settings })
  running.push(server)
  return server
}

async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

async function serverPid(): Promise<number> {
  const file = path.join(dataDirectory, 'cluster', 'postmaster.pid')
  return Number((await readFile(file, 'utf8')).split('\n')[0])
}

async function isRunning(): Promise<boolean> {
  return stat(path.join(dataDirectory, 'cluster', 'postmaster.pid')).then(
    () => true,
    () => false,
  )
}

/** Runs the program in a separate process and returns the address that it printed. */
function launchAndDie(manner: 'kill' | 'exit'): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, dataDirectory, manner], (_error, stdout) => {
      resolve(stdout.trim())
    })
  })
}

// A cluster takes a second to make, so these tests start and end the same one in turn.
describe('one cluster', () => {
  beforeAll(openFolder)
  afterEach(stopAll)
  afterAll(closeFolder)

  describe('of a fresh folder', () => {
    test('gives a UTF-8 database that keeps, folds and searches Georgian', async () => {
      const { url } = await start()
      const [settingsFound] = await query(
        url,
        `SELECT current_database() AS database, current_setting('server_encoding') AS encoding,
                datlocprovider AS provider, datlocale AS locale
           FROM pg_database WHERE datname = current_database()`,
      )
      expect(settingsFound).toEqual({
        database: 'bileti',
        encoding: 'UTF8',
        provider: 'b',
        locale: 'C.UTF-8',
      })
      await query(url, 'CREATE TABLE shows (title text)')
      await query(url, 'INSERT INTO shows VALUES ($1)', ['ქართული ბალეტი „სუხიშვილები“ ₾'])
      const [kept] = await query(url, 'SELECT title, length(title) AS length FROM shows')
      expect(kept).toEqual({ title: 'ქართული ბალეტი „სუხიშვილები“ ₾', length: 30 })
      await query(url, 'CREATE EXTENSION pg_trgm')
      const [found] = await query(url, "SELECT cardinality(show_trgm('ბალეტი')) AS trigrams")
      expect(found).toEqual({ trigrams: 7 })
    })

    test('keeps its password to itself and refuses a wrong one', async () => {
      const { url } = await start()
      const { mode } = await stat(path.join(dataDirectory, 'password'))
      expect(mode & 0o777).toBe(0o600)
      const wrong = new URL(url)
      wrong.password = 'wrong'
      await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    })
  })

  describe('at the end of the program', () => {
    test('stop ends the server, and a restart finds the data', async () => {
      const first = await start()
      await query(first.url, 'CREATE TABLE kept (value int)')
      await query(first.url, 'INSERT INTO kept VALUES (42)')
      await first.stop()
      expect(await isRunning()).toBe(false)
      await expect(query(first.url, 'SELECT 1')).rejects.toThrow()
      const second = await start()
      expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }])
    })

    test('a killed program leaves its server running, and the next start adopts it', async () => {
      const url = await launchAndDie('kill')
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      const pid = await serverPid()
      const adopted = await start()
      expect(adopted.url).toBe(url)
      expect(await serverPid()).toBe(pid)
      await adopted.stop()
      expect(await isRunning()).toBe(false)
    })

    test('a program that exits in order stops its server', async () => {
      const url = await launchAndDie('exit')
      expect(url).toMatch(/^postgres:/)
      await expect.poll(isRunning, { timeout: 10_000 }).toBe(false)
    })

    test('a killed server starts again with its data', async () => {
      const { url } = await start()
      await query(url, 'CREATE TABLE survived AS SELECT 7 AS value')
      process.kill(await serverPid(), 'SIGKILL')
      const again = await start()
      expect(await query(again.url, 'SELECT value FROM survived')).toEqual([{ value: 7 }])
    })

    test('a killed server is brought back on its port, once', async () => {
      const server = await start()
      await query(server.url, 'CREATE TABLE brought_back AS SELECT 8 AS value')
      expect(await server.revive()).toBeNull()
      process.kill(await serverPid(), 'SIGKILL')
      await expect.poll(() => server.revive(), { timeout: 60_000 }).toEqual(expect.any(String))
      expect(await query(server.url, 'SELECT value FROM brought_back')).toEqual([{ value: 8 }])
      expect(await server.revive()).toBeNull()
    })

    test('a stale note with the number of another program does not stand in the way', async () => {
      const first = await start()
      await first.stop()
      const cluster = path.join(dataDirectory, 'cluster')
      const lines = [process.pid, cluster, 1, 5432, '', '127.0.0.1', '', 'ready   ']
      await writeFile(path.join(cluster, 'postmaster.pid'), `${lines.join('\n')}\n`)
      const { url } = await start()
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    })
  })

  test("an unknown setting is reported with PostgreSQL's own message", async () => {
    const wrong = { dataDirectory, settings: { ...settings, no_such_setting: 'on' } }
    await expect(startPostgres(wrong)).rejects.toThrow(/no_such_setting/)
  })
})

describe('a folder', () => {
  beforeEach(openFolder)
  afterEach(closeFolder)

  test('is made once when several start it at the same time', async () => {
    const [first, second, third] = await Promise.all([start(), start(), start()])
    expect(new Set([first.url, second.url, third.url]).size).toBe(1)
    await first.stop()
    await second.stop()
    // The third still uses it: only the last one to leave stops the server.
    expect(await query(third.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await third.stop()
    expect(await isRunning()).toBe(false)
  })

  describe('that is bad is refused with its reason', () => {
    test('a file', async () => {
      await writeFile(dataDirectory, '')
      await expect(start()).rejects.toThrow(/Cannot use .*data as a data directory: EEXIST/)
    })

    test('a folder that holds something else', async () => {
      await mkdir(dataDirectory)
      await writeFile(path.join(dataDirectory, 'letters.txt'), '')
      await expect(start()).rejects.toThrow(/holds "letters.txt", which is not a database of ours/)
    })

    test('the files of another PostgreSQL version', async () => {
      await mkdir(path.join(dataDirectory, 'cluster'), { recursive: true })
      await writeFile(path.join(dataDirectory, 'cluster', 'PG_VERSION'), '15\n')
      await expect(start()).rejects.toThrow(/was made by PostgreSQL 15, this is 18/)
    })
  })

  test.runIf(process.getuid?.() === 0)('a folder closed to the server moves its data', async () => {
    await chmod(folder, 0o700)
    const warnings: string[] = []
    const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) }
    const first = await startPostgres({ dataDirectory, settings, log })
    running.push(first)
    const moved = /kept in (\S+) instead/.exec(warnings.join())?.[1] ?? ''
    try {
      await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS value')
      await first.stop()
      await chmod(folder, 0o755)
      // The directory stays the same although the configured folder has become usable.
      const second = await start()
      expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 1 }])
      await second.stop()
    } finally {
      expect(moved).toMatch(/^\/var\/lib\/bileti-postgres\/[0-9a-f]{16}$/)
      await rm(moved, { recursive: true, force: true })
      // Other databases may live beside it; an empty folder is not left behind.
      await rmdir(path.dirname(moved)).catch(() => undefined)
    }
  })
})
