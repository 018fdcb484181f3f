/**
 * Goal: what sells, what may show kept pages, and what only runs are told apart, for each state of the database and its
 * schema. Method: the health routes over a check whose answer is given, and the check itself on a database that lacks
 * migrations, has those of a later release, and goes away.
 */
import fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { createSchemaCheck } from '#platform/database/schema-check.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { registerHealth } from '../health.ts'
import type { Services } from '../services.ts'

describe('the health routes', () => {
  let app: FastifyInstance
  let isReady: boolean
  let check: Services['check']
  const has = (pendingMigrations: number) => async () => ({ pendingMigrations })
  const isAway = () => Promise.reject(new Error('away'))

  beforeEach(() => {
    app = fastify()
    isReady = true
    check = has(0)
    const services = { check: () => check() } as Services
    registerHealth(app, { services, isReady: () => isReady })
    return () => app.close()
  })

  const ask = async (path: string) => {
    const { statusCode, body } = await app.inject(path)
    return [statusCode, JSON.parse(body)]
  }
  const all = async () => ({
    lives: (await ask('/livez'))[0],
    sells: (await ask('/readyz'))[0],
    shows: (await ask('/readyz?for=pages'))[0],
  })

  it('sells, shows and lives', async () => {
    expect(await all()).toEqual({ lives: 200, sells: 200, shows: 200 })
    expect(await ask('/readyz')).toEqual([200, { status: 'ready' }])
  })

  it('shows kept pages while the database is away or silent, and sells again afterwards', async () => {
    await all()
    for (const broken of [isAway, () => new Promise<never>(() => {})]) {
      check = broken
      expect(await all()).toEqual({ lives: 200, sells: 503, shows: 200 })
      expect(await ask('/readyz')).toEqual([503, { status: 'database unavailable' }])
    }
    check = has(0)
    expect(await all()).toEqual({ lives: 200, sells: 200, shows: 200 })
  }, 20_000)

  it('is sent nothing before the schema of its release is there, and says how much is missing', async () => {
    check = isAway
    expect(await all()).toEqual({ lives: 200, sells: 503, shows: 503 })
    check = has(14)
    expect(await all()).toEqual({ lives: 200, sells: 503, shows: 503 })
    expect(await ask('/readyz')).toEqual([503, { status: 'migrations pending', pending: 14 }])
    check = isAway
    expect(await all()).toEqual({ lives: 200, sells: 503, shows: 503 })
    check = has(0)
    expect(await all()).toEqual({ lives: 200, sells: 200, shows: 200 })
  })

  it('is sent nothing new when it stops', async () => {
    isReady = false
    expect(await all()).toEqual({ lives: 200, sells: 503, shows: 503 })
    expect(await ask('/readyz')).toEqual([503, { status: 'stopping' }])
  })
})

describe('the check of the schema', () => {
  let database: TestDatabase
  let client: pg.Client
  beforeAll(async () => {
    database = await testDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  it('counts what this release lacks, not what a later one has added', async () => {
    const db = openDatabase(
      openPool({ url: database.url, connectionsMax: 2, applicationName: 'health' }),
    )
    // A database that was never used is not closed, either.
    await sql`select 1`.execute(db)
    const pending = createSchemaCheck(db)
    const { rows } = await client.query(
      'delete from migration where name in (select name from migration order by name desc limit 14) returning name, digest',
    )
    expect(await pending()).toBe(14)
    await client.query(`insert into migration (name, digest) values ('9999-later.sql', '')`)
    expect(await pending()).toBe(14)
    for (const { name, digest } of rows)
      await client.query('insert into migration (name, digest) values ($1, $2)', [name, digest])
    expect(await pending()).toBe(0)
    expect(await createSchemaCheck(db)()).toBe(0)
    await db.destroy()
    await expect(pending()).rejects.toThrow()
  })
})
