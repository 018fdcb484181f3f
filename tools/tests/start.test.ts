/**
 * Goal: an invalid setting is reported in one line before anything is started, and a second start on the same data
 * reports the process that uses it. Method: the real `npm start` script with invalid settings of each kind.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { testDatabase } from '../../tests/support/database.ts'
import '../../tests/support/global-setup.ts'
import { DataLock } from '../data-lock.ts'
import { prepareProduction } from '../start-production.ts'

const program = fileURLToPath(new URL('../start.ts', import.meta.url))
// Each start loads the build tools, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

let folder: string
let taken: Server
let takenPort: number

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-settings-'))
  taken = createServer((socket) => socket.destroy())
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  takenPort = (taken.address() as AddressInfo).port
})

afterAll(async () => {
  taken.close()
  await rm(folder, { recursive: true, force: true })
})

/** Exit code and output of a start, or of another command, with these settings. */
function start(
  settings: Record<string, string>,
  command = program,
): { status: number | null; said: string } {
  const result = spawnSync(process.execPath, [command], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, 'data'), PORT: '0', ...settings },
  })
  return { status: result.status, said: result.stderr.trim() }
}

/** Our test server's address with one change. */
function databaseWith(change: (url: URL) => void): { DATABASE_URL: string } {
  const url = new URL(inject('postgresUrl'))
  change(url)
  return { DATABASE_URL: url.href }
}

test('HOST and PORT', () => {
  expect(start({ PORT: String(takenPort) })).toEqual({
    status: 2,
    said: `PORT ${takenPort} is taken on 127.0.0.1. Set PORT to another one, for example: PORT=${takenPort + 100} npm start`,
  })
  expect(start({ HOST: '203.0.113.7' })).toEqual({
    status: 2,
    said: 'HOST 203.0.113.7 is no address of this machine. 127.0.0.1 is for this machine only, 0.0.0.0 for all',
  })
  const { status, said } = start({ HOST: 'no.such.host.invalid' })
  expect(status).toBe(2)
  expect(said).toMatch(
    /^HOST no\.such\.host\.invalid is not an address that can be listened on \(\w+\)$/,
  )
})

test('DATA_DIR', async () => {
  const file = path.join(folder, 'a file')
  await writeFile(file, '')
  expect(start({ DATA_DIR: file })).toEqual({
    status: 2,
    said: `DATA_DIR ${file} is not a folder, or lies below a file`,
  })
  const below = path.join(file, 'data')
  expect(start({ DATA_DIR: below })).toEqual({
    status: 2,
    said: `DATA_DIR ${below} is not a folder, or lies below a file`,
  })
  expect(start({ DATA_DIR: '/proc/bileti' })).toEqual({
    status: 2,
    said: 'DATA_DIR /proc/bileti cannot be made',
  })
})

test('DATABASE_URL', () => {
  const { port } = new URL(inject('postgresUrl'))
  const at = `DATABASE_URL: 127.0.0.1:${port}`
  expect(start({ DATABASE_URL: 'postgres://shop:secret@127.0.0.1:9/shop' })).toEqual({
    status: 2,
    said: 'DATABASE_URL: 127.0.0.1:9/shop as shop: nothing answers there (ECONNREFUSED)',
  })
  expect(start(databaseWith((url) => (url.password = 'wrong')))).toEqual({
    status: 2,
    said: `${at}/bileti as bileti: the user or the password is wrong (28P01)`,
  })
  expect(start(databaseWith((url) => (url.pathname = '/nothing')))).toEqual({
    status: 2,
    said: `${at}/nothing as bileti: there is no such database (3D000)`,
  })
  // A server answers there, but it is not PostgreSQL.
  const other = start({ DATABASE_URL: `postgres://shop:secret@127.0.0.1:${takenPort}/shop` })
  expect(other.status).toBe(2)
  expect(other.said).toMatch(/^DATABASE_URL: 127\.0\.0\.1:\d+\/shop as shop: /)
  expect(other.said).not.toContain('secret')
  expect(other.said).not.toContain('\n')
})

const production = {
  MODE: 'production',
  PUBLIC_ORIGIN: 'https://tickets.internal',
  SMTP_URL: 'smtp://mail.internal',
  SMS_URL: 'https://sms.internal',
  SMS_API_KEY: 'gh3nqk1',
  EPOINT_URL: 'https://epoint.internal',
  EPOINT_PUBLIC_KEY: 'i0001',
  EPOINT_PRIVATE_KEY: 'c0ffee91',
}

describe('MODE=production', () => {
  const missing = [
    'DATABASE_URL is not set',
    'PUBLIC_ORIGIN is not set',
    'SMTP_URL is not set',
    'SMS_URL is not set',
    'TPAY_URL or GC_URL or EPOINT_URL or CITYPAY_URL or BOG_URL is not set',
  ].join('; ')

  test('names all that is missing in one line, and opens nothing', async () => {
    const data = path.join(folder, 'production')
    expect(start({ MODE: 'production', DATA_DIR: data })).toEqual({
      status: 2,
      said: `Settings are not usable: ${missing}`,
    })
    await expect(readdir(data)).rejects.toThrow('ENOENT')
  })

  test('names what everybody knows beside it', () => {
    const { status, said } = start({ ...production, EPOINT_PRIVATE_KEY: '' })
    expect(status).toBe(2)
    expect(said).toMatch(
      /^Settings are not usable: DATABASE_URL is not set; EPOINT_PRIVATE_KEY: demo-\S+ is not a secret; set your own$/,
    )
  })

  test.each(['seed.ts', 'db-reset.ts', 'dev/main.ts', 'prepare.ts', 'plan-parties.ts'])(
    'has no %s',
    (name) => {
      const command = fileURLToPath(new URL(`../${name}`, import.meta.url))
      const { status, said } = start({ ...production, ...databaseWith(() => {}) }, command)
      expect(status).toBe(2)
      expect(said).toMatch(/^MODE: .* which production must not have$/)
    },
  )

  test('does not open a database that holds the demo, and changes nothing in it', async () => {
    const database = await testDatabase()
    await inDatabase(database.url, "insert into seed values ('demo', 1, now())")
    for (const command of ['start.ts', '../src/apps/worker/main.ts']) {
      const file = fileURLToPath(new URL(`../${command}`, import.meta.url))
      const refused = start({ ...production, DATABASE_URL: database.url }, file)
      expect(refused.said).toMatch(/^DATABASE_URL: the database holds the demo’s content/)
      expect(refused.said).not.toContain('\n')
      expect(refused.status).toBe(2)
    }
    await database.drop()
  })

  test('prepares an empty database without content, accounts and keys', async () => {
    const database = await testDatabase()
    await prepareProduction({ DATABASE_URL: database.url }, () => {})
    for (const table of ['seed', 'customer', 'staff', 'api_key', 'event'])
      expect(await inDatabase(database.url, `select 1 from ${table}`), table).toEqual([])
    await database.drop()
  })
})

async function inDatabase(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows as unknown[]
  } finally {
    await client.end()
  }
}

test('DATA_DIR in use by another start', async () => {
  const dataDirectory = path.join(folder, 'shared')
  const lock = await DataLock.take(dataDirectory)
  expect(start({ DATA_DIR: dataDirectory })).toEqual({
    status: 2,
    said:
      `DATA_DIR ${dataDirectory} is in use by another start of the shop (process ${process.pid}): ` +
      'stop that one, or set DATA_DIR to another folder',
  })
  lock.release()
  expect(await readdir(path.join(dataDirectory, 'running'))).toEqual([])
})
