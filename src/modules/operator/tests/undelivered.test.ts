/**
 * Goal: operators see abandoned messages and send them again, and nobody else can. Method: the calls through the
 * handler chain, on a queue whose messages fail permanently.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountEmailJob } from '#modules/accounts/server/public-api.ts'
import { makeCustomer } from '#modules/events/tests/factories.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction } from '#platform/context.ts'
import { execute } from '#platform/http/execute.ts'
import {
  defineMessageJob,
  enqueue,
  openJobs,
  PermanentFailure,
  type JobRunner,
} from '#platform/jobs/jobs.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { undeliveredRoutes } from '../server/undelivered-routes.ts'

const otherLetter = defineMessageJob<{ readonly email: string }>('other-letter')

let context: TestContext
let runner: JobRunner
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  context = await openTestContext(database.url)
  runner = await openJobs({
    url: database.url,
    jobs: [accountEmailJob, otherLetter],
    supervise: true,
    onError: (error) => void expect.unreachable(error.message),
  })
})
afterAll(async () => {
  await runner.stop()
  await context.close()
  await drop()
})

async function call(id: string, as: TestContext, body: object = {}) {
  const implementation = undeliveredRoutes.find((route) => route.call.id === id)
  if (!implementation) throw new Error(`no call ${id}`)
  const sessions = createSessionStore()
  return execute(
    implementation,
    as,
    { params: {}, query: {}, body },
    { sessions, checkReplies: true },
  )
}

test('a refused message is listed without its recipient, and only an operator can send it again', async () => {
  const customer = await makeCustomer(context)
  const shopper = context.as(customer)
  const operator = context.as({ ...customer, isOperator: true } as never)
  expect(await call('own-operator-undelivered', shopper)).toMatchObject({ ok: false })
  const sent: string[] = []
  let isRefused = true
  await runner.work(
    accountEmailJob,
    async ({ email }) => {
      if (isRefused) throw new PermanentFailure('550 no such mailbox')
      sent.push(email)
    },
    { pollSeconds: 0.5 },
  )
  await inTransaction(context, async (inside) => {
    const request = { email: 'somebody@example.com', name: 'Secret Name', locale: 'en' }
    await enqueue(inside, accountEmailJob, request as never)
    return ok(null)
  })
  const list = () => call('own-operator-undelivered', operator)
  await vi.waitFor(async () => expect(await list()).toMatchObject({ value: { total: 1 } }), 20_000)
  const listed = await list()
  expect(JSON.stringify(listed)).not.toMatch(/somebody|Secret/)
  expect(listed).toMatchObject({
    value: {
      messages: [
        { kind: 'account-letter', recipient: 's…@example.com', error: '550 no such mailbox' },
      ],
    },
  })
  const [message] = (listed as { value: { messages: { id: string }[] } }).value.messages
  const ids = [message?.id]
  expect(await call('own-operator-resend', shopper, { ids })).toMatchObject({ ok: false })
  isRefused = false
  expect(await call('own-operator-resend', operator, { ids })).toMatchObject({
    value: { resent: 1 },
  })
  await vi.waitFor(() => expect(sent).toEqual(['somebody@example.com']), 20_000)
  expect(await list()).toMatchObject({ value: { total: 0 } })
  const log = await context.db.selectFrom('operator_log').select('action').execute()
  expect(log).toEqual([{ action: 'operator.resend-messages' }])
})

test('the address of a message is corrected, and until it has arrived nothing says that everything was delivered', async () => {
  const operator = context.as({ ...(await makeCustomer(context)), isOperator: true } as never)
  const sent: string[] = []
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await runner.work(
    otherLetter,
    async ({ email }) => {
      if (email === 'wrong@example.com') throw new PermanentFailure('550 no such mailbox')
      await isReleased
      sent.push(email)
    },
    { pollSeconds: 0.5 },
  )
  await inTransaction(context, async (inside) => {
    const request = { email: 'wrong@example.com' }
    await enqueue(inside, otherLetter, request)
    return ok(null)
  })
  const list = async () =>
    (await call('own-operator-undelivered', operator)) as {
      value: { total: number; onTheWay: number; messages: { id: string; isCorrectable: boolean }[] }
    }
  await vi.waitFor(async () => expect((await list()).value.total).toBe(1), 20_000)
  const [message] = (await list()).value.messages
  expect(message).toMatchObject({ isCorrectable: true, recipient: 'w…@example.com' })
  const body = { ids: [message?.id], email: 'right@example.com' }
  const two = { ...body, ids: [message?.id, context.random.uuid()] }
  expect(await call('own-operator-resend', operator, two)).toMatchObject({ code: 'BadRequest' })
  expect(await call('own-operator-resend', operator, body)).toMatchObject({
    value: { resent: 1, undelivered: 0 },
  })
  // In its queue again, and not with its reader yet.
  expect((await list()).value).toMatchObject({ total: 0, onTheWay: 1 })
  release()
  await vi.waitFor(() => expect(sent).toEqual(['right@example.com']), 20_000)
  await vi.waitFor(async () => expect((await list()).value.onTheWay).toBe(0), 20_000)
})
