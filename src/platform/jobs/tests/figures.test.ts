/**
 * Goal: figures show every job that somebody waits for, from the moment it was due, and messages leave as soon as the
 * service that was away is back. Method: a real queue whose handlers fail in each way, and rows moved into the past.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction } from '#platform/context.ts'
import { readJobFigures } from '../figures.ts'
import {
  defineMessageJob,
  enqueue,
  openJobs,
  ReceiverDelays,
  ServiceAway,
  type JobRunner,
} from '../jobs.ts'
import type { EnqueueOptions } from '../queue.ts'
import { wakeMessages } from '../wake.ts'

const kinds = ['test-new', 'test-later', 'test-away', 'test-delayed'] as const
const jobs = Object.fromEntries(
  kinds.map((kind) => [kind, defineMessageJob<{ to: string }>(kind)]),
) as Record<(typeof kinds)[number], ReturnType<typeof defineMessageJob<{ to: string }>>>

let context: TestContext
let runner: JobRunner
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  const onError = (error: Error) => void expect.unreachable(error.message)
  runner = await openJobs({
    url: database.url,
    jobs: Object.values(jobs),
    supervise: true,
    onError,
  })
  context = { ...(await openTestContext(database.url)), jobs: runner }
})
afterAll(async () => {
  await runner.stop()
  await context.close()
  await drop()
})

const put = (kind: (typeof kinds)[number], options: EnqueueOptions = {}) =>
  inTransaction(context, async (inside) => {
    await enqueue(inside, jobs[kind], { to: 'somebody' }, options)
    return ok(null)
  })

/** As if it had been created that long ago. */
const moveBack = (kind: string, seconds: number) =>
  sql`update pgboss.job set created_on = created_on - ${seconds} * interval '1 second',
    keep_until = keep_until - ${seconds} * interval '1 second' where name = ${kind}`.execute(
    context.db,
  )

const figuresOf = async (kind: string) =>
  (await readJobFigures(context.db)).filter((figures) => figures.kind === kind)

test('a job that waits after a failed attempt is as old as it is, and says why it waits', async () => {
  await runner.work(jobs['test-away'], async () => {
    throw new ServiceAway('email', 'no connection')
  })
  await runner.work(jobs['test-delayed'], async () => {
    throw new ReceiverDelays('mailbox full')
  })
  await put('test-away')
  await put('test-delayed')
  await expect
    .poll(async () => (await figuresOf('test-away'))[0]?.state, { timeout: 15_000 })
    .toBe('failed')
  await expect
    .poll(async () => (await figuresOf('test-delayed'))[0]?.state, { timeout: 15_000 })
    .toBe('delayed')
  await moveBack('test-away', 600)
  // Whenever the next attempt is.
  await sql`update pgboss.job set start_after = now() + interval '1 hour' where name = 'test-away'`.execute(
    context.db,
  )
  const [away] = await figuresOf('test-away')
  expect(away).toMatchObject({ waiting: 1 })
  expect(away?.oldestSeconds).toBeGreaterThan(599)
})

test('a job that nobody takes is new; one that is put off on purpose does not wait', async () => {
  await put('test-new')
  await moveBack('test-new', 90)
  await put('test-later', { startAfter: new Date(Date.now() + 3_600_000) })
  expect((await figuresOf('test-new'))[0]).toMatchObject({ state: 'new', waiting: 1 })
  expect((await figuresOf('test-new'))[0]?.oldestSeconds).toBeGreaterThan(89)
  expect(await figuresOf('test-later')).toEqual([])
})

test('messages of a service that was away are due as soon as it answers; those of a full mailbox are not', async () => {
  // The next attempts of both are an hour away, as after hours of an outage.
  await sql`update pgboss.job set start_after = now() + interval '1 hour' where state = 'retry'`.execute(
    context.db,
  )
  const due = async (kind: string) =>
    (
      await sql<{ isDue: boolean }>`
        select start_after <= now() as "isDue" from pgboss.job where name = ${kind}`.execute(
        context.db,
      )
    ).rows[0]?.isDue
  let asked = 0
  const answers = (is: boolean) => async () => {
    asked += 1
    return is
  }
  expect(await wakeMessages(context.db, 'email', answers(false))).toBe(0)
  expect(await due('test-away')).toBe(false)
  expect(await wakeMessages(context.db, 'sms', answers(true))).toBe(0)
  expect(asked).toBe(1)
  expect(await wakeMessages(context.db, 'email', answers(true))).toBe(1)
  expect(await due('test-delayed')).toBe(false)
})
