/**
 * Goal: what somebody wrote is read by a thread whatever its size, and a body that takes too long or too much costs its
 * sender only. Method: a pool with small limits, and work that ends a thread.
 */
import { threadId } from 'node:worker_threads'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { defineCall } from '#contract/call.ts'
import { ok } from '#kernel/result.ts'
import { execute } from '../execute.ts'
import { requireCustomer } from '../guards.ts'
import { implementLarge, type CallContext } from '../implement.ts'
import type { SessionPort } from '../sessions.ts'
import { PreparePool } from '../prepare-pool.ts'
import { preparation } from './spinning-preparation.ts'

const module = preparation.module.href
const limits = { idleMilliseconds: 100, heapMegabytesMax: 64 }
const bodyOf = (how: string) => ({ module, checked: { how } })

test('a small body is prepared by a thread, which ends when nothing is left', async () => {
  const pool = new PreparePool(limits)
  const answer = await pool.prepare(bodyOf('ready'))
  expect(answer).toMatchObject({ kind: 'prepared' })
  expect((answer as { value: { threadId: number } }).value.threadId).not.toBe(threadId)
  await expect.poll(() => pool.threadCount).toBe(0)
})

test('a few are prepared at a time, a few wait, the rest are refused', async () => {
  const pool = new PreparePool({ ...limits, threadsMax: 2, waitingMax: 3 })
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, async () => pool.prepare(bodyOf('ready'))),
  )
  expect(pool.threadCount).toBeLessThanOrEqual(2)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(
    answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : [])),
  ).toEqual(
    Array.from({ length: 15 }, () => expect.objectContaining({ errorCode: 'TooManyRequests' })),
  )
})

test.each(['hang', 'grow'])(
  'a body that makes its thread %s is refused, the next one is not',
  async (how) => {
    const pool = new PreparePool({ ...limits, threadsMax: 1, millisecondsMax: 1_500 })
    const lost = pool.prepare(bodyOf(how))
    const next = pool.prepare(bodyOf('ready'))
    await expect(lost).rejects.toMatchObject({ errorCode: 'PayloadTooLarge' })
    expect(await next).toMatchObject({ kind: 'prepared' })
  },
)

test('an error of a preparation reaches its call, and the thread goes on', async () => {
  const pool = new PreparePool({ ...limits, threadsMax: 1 })
  const failed = pool.prepare(bodyOf('throw'))
  const next = pool.prepare(bodyOf('ready'))
  await expect(failed).rejects.toThrow('cannot be prepared')
  expect(await next).toMatchObject({ kind: 'prepared' })
})

test('nobody fills the places in which others wait', async () => {
  const pool = new PreparePool({ ...limits, threadsMax: 1, waitingMax: 4, waitingOfOwnerMax: 2 })
  const answers = Promise.allSettled(
    Array.from({ length: 8 }, async () => pool.prepare(bodyOf('ready'), 'one')),
  )
  expect(await pool.prepare(bodyOf('ready'), 'another')).toMatchObject({ kind: 'prepared' })
  const served = (await answers).filter(({ status }) => status === 'fulfilled')
  expect(served).toHaveLength(3)
})

test('nobody’s second body is prepared before that of somebody else', async () => {
  const pool = new PreparePool({ ...limits, threadsMax: 2, millisecondsMax: 1_500 })
  const order: string[] = []
  const note = (name: string, work: Promise<unknown>) =>
    work.then(
      () => order.push(name),
      () => order.push(`${name} refused`),
    )
  await Promise.all([
    note('first of one', pool.prepare(bodyOf('hang'), 'one')),
    note('second of one', pool.prepare(bodyOf('ready'), 'one')),
    note('of another', pool.prepare(bodyOf('ready'), 'another')),
  ])
  expect(order).toEqual(['of another', 'first of one refused', 'second of one'])
})

const call = defineCall({
  id: 'takes-large-bodies',
  area: 'test',
  method: 'POST',
  path: '/takes-large-bodies',
  summary: 'Says which thread prepared its body',
  credential: 'customer',
  required: ['body'],
  body: preparation.body,
  reply: z.object({ threadId: z.number() }),
  bodyBytesMax: 1_000_000,
})

test('a call that takes large bodies has small ones prepared by a thread too', async () => {
  const answering = implementLarge(call, requireCustomer, preparation, async (_context, { body }) =>
    ok({ threadId: body.threadId }),
  )
  const context = { actor: { kind: 'customer', sessionId: 'a', customerId: 'a' }, effects: {} }
  const result = await execute(
    answering,
    context as unknown as CallContext,
    { params: {}, query: {}, body: { how: 'ready' } },
    { sessions: {} as SessionPort, checkReplies: true },
  )
  expect(result).toMatchObject({ ok: true })
  expect((result as { value: { threadId: number } }).value.threadId).not.toBe(threadId)
})
