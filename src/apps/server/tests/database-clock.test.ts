/**
 * Goal: no process decides by its own clock about moments that others have written. Method: processes whose clock is
 * moved, on a real database.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '#apps/server/server.ts'
import { openServices } from '#apps/server/services.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { unbounded } from '../../../../tests/support/unbounded.ts'
import { ClockIsWrong } from '#platform/database/database-clock.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
})

async function openMoved(seconds: number) {
  const config = readConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...unbounded })
  const services = await openServices(
    { ...config, DATABASE_URL: database.url },
    { name: 'moved', supervise: false, ownClock: () => Date.now() + seconds * 1_000 },
  )
  const app = await createServer({
    config,
    services,
    sessions: createSessionStore(),
    isReady: () => true,
    implementations: [],
  })
  return {
    services,
    app,
    async close() {
      await app.close()
      await services.close()
    },
  }
}

/** Seconds between what a process takes for now and what the database says. */
async function differenceOf({ services }: Awaited<ReturnType<typeof openMoved>>): Promise<number> {
  const now = services.systemContext().clock.now()
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp() - ${now}::timestamptz)::float8 as seconds`.execute(
    services.base.db,
  )
  return Math.abs(rows[0]?.seconds ?? Number.NaN)
}

test.each([-3_600, 90])(
  'a clock that is %d s off decides nothing, and its server is not ready',
  async (seconds) => {
    const moved = await openMoved(seconds)
    try {
      expect(await differenceOf(moved)).toBeLessThan(30)
      expect(Math.sign(moved.services.clock.aheadSeconds)).toBe(Math.sign(seconds))
      await expect(moved.services.check()).rejects.toThrow(ClockIsWrong)
      const ready = await moved.app.inject('/readyz')
      expect(ready.statusCode).toBe(503)
      expect(ready.json<{ message: string }>().message).toMatch(
        seconds > 0 ? /clock of this machine is .* ahead/ : /clock of this machine is .* behind/,
      )
      // The process itself lives: restarting it would not set the clock.
      expect((await moved.app.inject('/healthz')).statusCode).toBe(200)
    } finally {
      await moved.close()
    }
  },
)

test('a session that the database’s clock keeps is not expired by a server an hour ahead', async () => {
  const right = await openMoved(0)
  const ahead = await openMoved(365 * 86_400)
  try {
    const sessions = createSessionStore()
    const { token } = await sessions.openGuest(right.services.systemContext(), 'test')
    expect(await sessions.authenticate(ahead.services.systemContext(), token)).toMatchObject({
      kind: 'guest',
    })
    expect((await right.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  } finally {
    await right.close()
    await ahead.close()
  }
})
