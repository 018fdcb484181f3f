/**
 * Goal: a statement whose connection had ended before, unnoticed, is sent again, and never twice. Method: sessions are
 * terminated on a real PostgreSQL while this process is blocked, over a Unix socket and over TCP: one refuses to send
 * on such a connection, the other accepts it.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { endSessionsUnnoticed } from '../../../../tests/support/end-sessions.ts'
import { Listener } from '../change-listener.ts'
import { notifyChange } from '../change-notifications.ts'
import { executeLast, openDatabase, type Database } from '../database.ts'
import { wasNotSent } from '../not-executed.ts'
import { openPool } from '../pool.ts'
import { DatabaseUnavailable } from '../unavailable.ts'

const application = 'ended'

let database: TestDatabase
let observer: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  observer = new pg.Client({ connectionString: database.url })
  await observer.connect()
  await observer.query('create table noted (value int not null)')
})

afterAll(async () => {
  await observer.end()
  await database.drop()
})

async function noted(): Promise<number[]> {
  const { rows } = await observer.query<{ value: number }>('select value from noted order by value')
  return rows.map(({ value }) => value)
}

const note = (on: Database, value: number) =>
  sql`insert into noted (value) values (${value})`.execute(on)

/** Uses as many connections at the same time, so that the pool has them. */
async function open(db: Database, connections: number): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, () => sql`select pg_sleep(0.05)`.execute(db)),
  )
}

/** The address of the test's database over the other kind of socket as well. */
function addresses(): Record<'unix' | 'tcp', string> {
  const { password, user, port, host } = new pg.Client({ connectionString: database.url })
  const name = new URL(database.url).pathname
  const tcp = `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${port}${name}`
  return { unix: host.startsWith('/') ? database.url : tcp, tcp }
}

describe.each(['unix', 'tcp'] as const)('over %s', (kind) => {
  let db: Database
  beforeEach(async () => {
    await observer.query('delete from noted')
    const url = addresses()[kind]
    db = openDatabase(openPool({ url, connectionsMax: 3, applicationName: application }))
    await open(db, 3)
  })
  afterEach(() => db.destroy())

  const end = () => expect(endSessionsUnnoticed(database.url, application)).toBe(3)

  it('sends each statement once, however many connections had ended', async () => {
    end()
    await Promise.all([1, 2, 3, 4, 5].map((value) => note(db, value)))
    expect(await noted()).toEqual([1, 2, 3, 4, 5])
  })

  it('begins a transaction anew, also with several statements at the same time', async () => {
    end()
    await db.transaction().execute(async (inside) => {
      await Promise.all([note(inside, 1), note(inside, 2)])
      await note(inside, 3)
    })
    expect(await noted()).toEqual([1, 2, 3])
    expect(endSessionsUnnoticed(database.url, application)).toBeGreaterThan(0)
    const broken = db.transaction().execute(async (inside) => {
      await note(inside, 4)
      throw new Error('not wanted')
    })
    await expect(broken).rejects.toThrow('not wanted')
    expect(await noted()).toEqual([1, 2, 3])
  })

  it('begins a transaction of a stated isolation anew', async () => {
    end()
    const level = db.transaction().setIsolationLevel('repeatable read')
    const attempt = level.execute((inside) => note(inside, 1))
    if (kind === 'unix') await attempt
    // What was accepted for sending without a name may have been executed.
    else await expect(attempt).rejects.toThrow(DatabaseUnavailable)
    expect(await noted()).toEqual(kind === 'unix' ? [1] : [])
  })

  it('never repeats a message that ends with the commit, unless nothing of it was accepted', async () => {
    end()
    const last = db
      .transaction()
      .execute((inside) => executeLast(inside, sql`insert into noted (value) values (1)`))
    if (kind === 'unix') await expect(last).rejects.toThrow(DatabaseUnavailable)
    else await last
    expect(await noted()).toEqual(kind === 'unix' ? [] : [1])
  })

  it('repeats no later statement of a transaction', async () => {
    const values: number[] = []
    const broken = db.transaction().execute(async (inside) => {
      await note(inside, 1)
      end()
      values.push(2)
      await note(inside, 2)
    })
    await expect(broken).rejects.toThrow(DatabaseUnavailable)
    expect(values).toEqual([2])
    expect(await noted()).toEqual([])
    await note(db, 3)
    expect(await noted()).toEqual([3])
  })

  it('repeats no statement that has begun', async () => {
    const slow = sql`insert into noted (value) select 1 from pg_sleep(30)`.execute(db)
    const outcome = expect(slow).rejects.toThrow(DatabaseUnavailable)
    await expect
      .poll(
        async () => {
          const { rowCount } = await observer.query(
            `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
          )
          return rowCount
        },
        { message: 'the statement sleeps' },
      )
      .toBe(1)
    end()
    await outcome
    expect(await noted()).toEqual([])
  })

  it('announces a change although the connection had ended', async () => {
    const heard: number[] = []
    let gaps = 0
    const elsewhere = openDatabase(
      openPool({ url: database.url, connectionsMax: 1, applicationName: 'hearing' }),
    )
    const listener = new Listener(elsewhere, {
      channel: 'ended',
      onChange: ({ items }) => void heard.push(...items),
      onGap: () => void (gaps += 1),
    })
    await expect.poll(() => gaps, { message: 'the listener listens' }).toBe(1)
    end()
    await notifyChange(db, { channel: 'ended', topic: 1, items: [7] })
    await expect.poll(() => heard, { message: 'the change is heard' }).toContain(7)
    await listener.close()
    await elsewhere.destroy()
  })
})

it('waits for no second connection when a pool has one, and fails when no new one can be had', async () => {
  await observer.query('delete from noted')
  const db = openDatabase(
    openPool({ url: database.url, connectionsMax: 1, applicationName: 'single' }),
  )
  await open(db, 1)
  expect(endSessionsUnnoticed(database.url, 'single')).toBe(1)
  await db.transaction().execute((inside) => note(inside, 1))
  expect(await noted()).toEqual([1])

  expect(endSessionsUnnoticed(database.url, 'single')).toBe(1)
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const connect = vi
    .spyOn(pg.Client.prototype, 'connect')
    .mockImplementation((done?: unknown) =>
      typeof done === 'function' ? done(refused) : Promise.reject(refused),
    )
  try {
    await expect(note(db, 2)).rejects.toThrow(DatabaseUnavailable)
  } finally {
    connect.mockRestore()
  }
  await note(db, 3)
  expect(await noted()).toEqual([1, 3])
  await db.destroy()
})

it('takes only an error of sending as a proof', () => {
  const failed = (code: string, syscall?: string) =>
    Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
  expect(wasNotSent(failed('EPIPE', 'write'))).toBe(true)
  expect(wasNotSent(failed('ECONNRESET', 'write'))).toBe(true)
  expect(wasNotSent(failed('ECONNRESET', 'read'))).toBe(false)
  expect(wasNotSent(failed('57P01'))).toBe(false)
  expect(wasNotSent(new Error('Connection terminated unexpectedly'))).toBe(false)
})
