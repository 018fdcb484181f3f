import pino from 'pino'
import { allJobs } from '#apps/server/jobs.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { systemRandom, type Actor } from '#platform/context.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { openJobs } from '#platform/jobs/jobs.ts'

/** A clock that tests set and advance. */
export interface TestClock {
  now(): Date
  advance(seconds: number): void
  set(at: Date): void
}

export function testClock(start = new Date('2026-12-01T10:00:00Z')): TestClock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance: (seconds) => void (time += seconds * 1000),
    set: (at) => void (time = at.getTime()),
  }
}

export interface TestContext extends CallContext {
  readonly clock: TestClock
  /** The same context with another actor. */
  as(actor: Actor): TestContext
  close(): Promise<void>
}

/** A context over a real database, with a clock that does not advance by itself. */
export async function openTestContext(url: string, clock = testClock()): Promise<TestContext> {
  const pool = openPool({ url, connectionsMax: 16, applicationName: 'bileti-test' })
  const db = openDatabase(pool)
  let isClosing = false
  const jobs = await openJobs({
    url,
    jobs: allJobs,
    supervise: false,
    onError: (error) => {
      // PostgreSQL may end before connections that are already closing.
      if (!isClosing) throw error
    },
  })
  const base = {
    db,
    clock,
    random: systemRandom,
    locale: 'en',
    log: pino({ level: 'silent' }),
    jobs,
    channel: 'web',
    origin: 'http://localhost:3000',
    ip: '127.0.0.1',
    userAgent: 'test',
  } as const
  const seenBy = (actor: Actor): TestContext => ({
    ...base,
    actor,
    effects: {},
    as: seenBy,
    async close() {
      isClosing = true
      await jobs.stop()
      await db.destroy()
    },
  })
  return seenBy({ kind: 'system' })
}
