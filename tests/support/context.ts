import pino from 'pino'
import { allJobs } from '#apps/server/jobs.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { isConnectionLoss } from '#platform/database/unavailable.ts'
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

/**
 * Errors of the job queue's own work in the background. They are emitted from timers, where throwing would end the
 * process instead of failing a test, so they fail whoever closes the context. A refresh of the list of queues that gets
 * no connection in time is only reported: it is repeated, and sending does not need it.
 */
export function recordErrors(warn: (message: string) => void = console.warn) {
  const errors: Error[] = []
  let isOver = false
  return {
    record(error: Error): void {
      if (!isOver) errors.push(error)
    },
    /** Records nothing further; the result throws what has been recorded. */
    end(): () => void {
      isOver = true
      return () => {
        // The queue emits copies, which are no instances of `Error`.
        const isLoss = ({ message }: Error) => isConnectionLoss(new Error(message))
        for (const { message } of errors.filter(isLoss)) warn(`job queue: ${message}`)
        const failed = errors.filter((error) => !isLoss(error))
        if (failed.length > 0) throw new AggregateError(failed, `job queue: ${failed[0]?.message}`)
      }
    },
  }
}

/** A context over a real database, with a clock that does not advance by itself. */
export async function openTestContext(url: string, clock = testClock()): Promise<TestContext> {
  const pool = openPool({ url, connectionsMax: 16, applicationName: 'bileti-test' })
  const db = openDatabase(pool)
  const jobErrors = recordErrors()
  const jobs = await openJobs({
    url,
    jobs: allJobs,
    supervise: false,
    onError: (error) => jobErrors.record(error),
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
      // PostgreSQL may end before connections that are already closing.
      const report = jobErrors.end()
      await jobs.stop()
      await db.destroy()
      report()
    },
  })
  return seenBy({ kind: 'system' })
}
