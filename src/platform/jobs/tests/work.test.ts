/**
 * Goal: jobs that are taken together fail alone, abandoned messages can be listed and resent, and two workers do each
 * job once. Method: real queues on a database of the test's own, with handlers that fail on request.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction } from '#platform/context.ts'
import {
  defineJob,
  defineMessageJob,
  enqueue,
  openJobs,
  PermanentFailure,
  type JobRunner,
} from '../jobs.ts'
import { createSlots } from '../slots.ts'

const mixed = defineJob<{ number: number }>('test-mixed', { retryMax: 3, retryDelaySeconds: 1 })
const message = defineMessageJob<{ to: string }>('test-message')
const shared = defineJob<{ number: number }>('test-shared')

let url: string
let context: TestContext
let drop: () => Promise<void>
const runners: JobRunner[] = []

async function worker(): Promise<JobRunner> {
  const jobs = [mixed, message, shared]
  const onError = (error: Error) => void expect.unreachable(error.message)
  const runner = await openJobs({ url, jobs, supervise: true, onError })
  runners.push(runner)
  return runner
}

beforeAll(async () => {
  const database = await testDatabase()
  url = database.url
  drop = database.drop
  context = { ...(await openTestContext(url)), jobs: await worker() }
})
afterAll(async () => {
  for (const runner of runners) await runner.stop()
  await context.close()
  await drop()
})

const put = <Payload extends object>(
  job: ReturnType<typeof defineJob<Payload>>,
  payload: Payload,
) =>
  inTransaction(context, async (inside) => {
    await enqueue(inside, job, payload)
    return ok(null)
  })

test('a job that fails is retried alone; those taken with it are done once', async () => {
  for (let number = 0; number < 6; number += 1) await put(mixed, { number })
  const runs: number[] = []
  const ids = new Map<number, Set<string>>()
  await runners[0]?.work(
    mixed,
    async ({ number }, { id }) => {
      runs.push(number)
      ids.set(number, (ids.get(number) ?? new Set()).add(id))
      if (number === 3 && runs.filter((each) => each === 3).length === 1) throw new Error('once')
    },
    { concurrency: 6, pollSeconds: 0.5 },
  )
  await vi.waitFor(() => expect(runs.filter((each) => each === 3)).toHaveLength(2), 20_000)
  expect(runs.toSorted()).toEqual([0, 1, 2, 3, 3, 4, 5])
  // Retries share the id of the run, which identifies the email.
  expect(ids.get(3)?.size).toBe(1)
})

test('a permanently refused message fails immediately, is shown to the operator, and can be resent', async () => {
  const sent: string[] = []
  let isRefused = true
  await runners[0]?.work(
    message,
    async ({ to }) => {
      if (isRefused) throw new PermanentFailure(`550 no such mailbox ${to}`)
      sent.push(to)
    },
    { pollSeconds: 0.5 },
  )
  await put(message, { to: 'first' })
  await put(message, { to: 'second' })
  const list = () => context.jobs.listUndelivered(10)
  await vi.waitFor(async () => expect((await list()).total).toBe(2), 20_000)
  const { messages } = await list()
  const first = messages.find(({ payload }) => payload['to'] === 'first')
  expect(first).toMatchObject({
    job: 'test-message',
    error: '550 no such mailbox first',
    attempts: 1,
  })
  isRefused = false
  expect(await context.jobs.resend([first?.id ?? ''])).toBe(1)
  await vi.waitFor(() => expect(sent).toEqual(['first']), 20_000)
  expect((await list()).messages.map(({ payload }) => payload)).toEqual([{ to: 'second' }])
  // Resending twice, or resending an unknown job, does nothing.
  expect(await context.jobs.resend([first?.id ?? ''])).toBe(0)
})

test('two workers do each of many jobs once', async () => {
  const second = await worker()
  const numbers = Array.from({ length: 120 }, (_, number) => number)
  await inTransaction(context, async (inside) => {
    for (const number of numbers) await enqueue(inside, shared, { number })
    return ok(null)
  })
  const done: number[] = []
  const by = new Set<JobRunner>()
  for (const runner of [runners[0] as JobRunner, second])
    await runner.work(
      shared,
      async ({ number }) => {
        by.add(runner)
        done.push(number)
        await new Promise((resolve) => setTimeout(resolve, 5))
      },
      { concurrency: 4, pollSeconds: 0.5 },
    )
  await vi.waitFor(() => expect(done).toHaveLength(numbers.length), 30_000)
  expect(done.toSorted((left, right) => left - right)).toEqual(numbers)
  expect(by.size).toBe(2)
})

test('slots go by priority, and every eighth to the longest waiting', async () => {
  const slots = createSlots(1)
  const order: string[] = []
  let open = () => {}
  const first = slots.run(0, () => new Promise<void>((resolve) => (open = resolve)))
  const waiting = [
    slots.run(0, async () => void order.push('reminder')),
    ...Array.from({ length: 10 }, (_, index) =>
      slots.run(2, async () => void order.push(`confirmation ${index}`)),
    ),
    slots.run(3, async () => void order.push('account')),
  ]
  open()
  await Promise.all([first, ...waiting])
  expect(order[0]).toBe('account')
  expect(order[1]).toBe('confirmation 0')
  expect(order.indexOf('reminder')).toBe(7)
})

test('a slot comes back when its work throws', async () => {
  const slots = createSlots(1)
  await expect(slots.run(0, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await slots.run(0, async () => 'next')).toBe('next')
})

test('a job of an older release is done with what today’s release needs', async () => {
  const older = defineMessageJob<{ to: string }>('test-older')
  const today = defineMessageJob<{ to: string; by: string }>('test-older', {
    upgrade: (stored) => ({ by: 'post', ...stored }) as { to: string; by: string },
  })
  const runner = await openJobs({
    url,
    jobs: [today],
    supervise: true,
    onError: (error) => void expect.unreachable(error.message),
  })
  runners.push(runner)
  await put(older, { to: 'first' })
  await put(today, { to: 'second', by: 'courier' })
  const done: object[] = []
  await runner.work(today, async (payload) => void done.push(payload), { pollSeconds: 0.5 })
  await vi.waitFor(() => expect(done).toHaveLength(2), 20_000)
  expect(done.find((each) => 'to' in each && each.to === 'first')).toEqual({
    to: 'first',
    by: 'post',
  })
  expect(done).toContainEqual({ to: 'second', by: 'courier' })
})

test('queues that are as they should be are left alone; one of an older release gets its new settings', async () => {
  const before = defineJob('test-settings', { retryMax: 1 })
  const after = defineJob('test-settings', { retryMax: 7 })
  const settings = async () => {
    const { rows } = await sql<{ retry_limit: number; updated_on: Date }>`
      select retry_limit, updated_on from pgboss.queue where name = 'test-settings'`.execute(
      context.db,
    )
    return rows[0]
  }
  const open = async (job: typeof before) => {
    const onError = (error: Error) => void expect.unreachable(error.message)
    runners.push(await openJobs({ url, jobs: [job], supervise: true, onError }))
  }
  await open(before)
  const made = await settings()
  await open(before)
  expect(await settings()).toEqual(made)
  await open(after)
  expect(await settings()).toMatchObject({ retry_limit: 7 })
})
