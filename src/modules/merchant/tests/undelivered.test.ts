/**
 * Goal: organisers see which of their buyers a message did not reach, correct the address, and both addresses are told;
 * nobody changes the address of others' orders, nor one that works. Method: the calls over HTTP, a worker whose mail
 * server knows no address that begins with "wrong".
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addressCorrectedJob,
  movedEmailJob,
  ticketEmailJob,
  writeAddressCorrected,
} from '#modules/tickets/server/public-api.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction } from '#platform/context.ts'
import { enqueue, openJobs, PermanentFailure, type JobRunner } from '#platform/jobs/jobs.ts'
import type { Email } from '#platform/mail/mail.ts'
import { choiceOf, expectOk, type Request } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import {
  askBank,
  checkOut,
  handOver,
  payAtBank,
  ticketsOf,
} from '../../../../tests/news/subjects.ts'

let shop: HostileShop
let runner: JobRunner
/** Addresses to which tickets were sent. */
const sent: string[] = []
const letters: Email[] = []

beforeAll(async () => {
  shop = await openHostileShop()
  const jobs = [ticketEmailJob, movedEmailJob, addressCorrectedJob]
  runner = await openJobs({
    url: shop.databaseUrl,
    jobs,
    supervise: true,
    onError: (error) => void expect.unreachable(error.message),
  })
  const deliver = async ({ orderId }: { readonly orderId: number }) => {
    const email = (await findOrder(shop.context, { orderId }))?.buyer.email ?? ''
    if (email.startsWith('wrong')) throw new PermanentFailure('550 no such mailbox')
    sent.push(email)
  }
  await runner.work(ticketEmailJob, deliver, { pollSeconds: 0.5 })
  const refuse = async () => {
    throw new PermanentFailure('550 no such mailbox')
  }
  await runner.work(movedEmailJob, refuse, { pollSeconds: 0.5 })
  const mailer = { send: async (mail: Email) => void letters.push(mail), close: () => undefined }
  await runner.work(
    addressCorrectedJob,
    (payload, run) => writeAddressCorrected(shop.context, mailer, payload, run),
    { pollSeconds: 0.5 },
  )
})
afterAll(async () => {
  await runner.stop()
  await shop.close()
})

/** Waits for the worker. */
const eventually = (read: () => unknown, message: string) =>
  expect.poll(read, { timeout: 30_000, interval: 200, message })

/** A paid order of these places. */
async function bought(email: string, ...requests: readonly Request[]) {
  const token = await shop.customer()
  let orderKey: string | undefined
  let orderNumber = ''
  for (const request of requests) {
    const choice = { ...choiceOf(request), ...(orderKey && { orderKey }) }
    ;({ orderKey = '', orderNumber } = await expectOk(
      shop.post('/v2/Booking/choose-seat', choice, token),
    ))
  }
  const key = orderKey ?? ''
  await checkOut(shop, token, key, email)
  const asked = await askBank(shop, token, key)
  if ('refusal' in asked) throw new Error(asked.refusal)
  await payAtBank(shop, token, { orderKey: key, ...asked })
  return { token, orderKey: key, orderNumber }
}

const listed = async (staff: string): Promise<string[]> => {
  const body = { isUndelivered: true }
  const { items } = await expectOk(shop.post('/v2/merchantusers/orders/find', body, staff))
  return items.map(({ orderNumber }: Reply) => orderNumber)
}
const orderOf = (orderNumber: string, staff: string) =>
  expectOk(shop.get(`/v2/merchantusers/orders/order?orderNumber=${orderNumber}`, staff))
const correct = (orderNumber: string, email: string, staff: string) =>
  shop.post('/v2/merchantusers/orders/resend', { orderNumber, email }, staff)

test('an organiser corrects the address of an own buyer: what was undelivered arrives, both addresses are told', async () => {
  const event = await shop.event()
  const owner = await shop.staff(event.merchantId)
  const stranger = await shop.staff((await shop.event()).merchantId)
  const { orderNumber } = await bought('wrong-one@example.com', { event, placeIds: [1] })
  await eventually(() => listed(owner), 'the letter is abandoned').toEqual([orderNumber])
  expect(await listed(stranger)).toEqual([])
  expect(await orderOf(orderNumber, owner)).toMatchObject({
    undelivered: [{ kind: 'ticket-letter', error: '550 no such mailbox' }],
    mayCorrectAddress: true,
  })
  const refused = await correct(orderNumber, 'mine@example.com', stranger)
  expect([refused.status, refused.body.error.code]).toEqual([404, 'NotFound'])

  const corrected = await correct(orderNumber, 'right-one@example.com', owner)
  expect(corrected.body).toEqual({ sent: true })
  await eventually(() => sent, 'the tickets arrive').toContain('right-one@example.com')
  await eventually(() => letters.length, 'both addresses are told').toBe(2)
  expect(new Set(letters.map(({ to }) => to))).toEqual(
    new Set(['wrong-one@example.com', 'right-one@example.com']),
  )
  for (const { subject, text, to } of letters) {
    expect(subject).toContain(orderNumber)
    // Nobody learns the other address.
    expect(text).not.toContain(to.startsWith('right') ? 'wrong-one@' : 'right-one@')
  }
  expect(await orderOf(orderNumber, owner)).toMatchObject({
    buyerEmail: 'right-one@example.com',
    undelivered: [],
    mayCorrectAddress: false,
  })
  expect(await listed(owner)).toEqual([])
  const { body: log } = await shop.get('/v2/merchantusers/log?action=orders.correct-address', owner)
  expect(log.entries).toHaveLength(1)
  expect(JSON.stringify(log)).not.toContain('one@example.com')
})

test('an address that works, and one of an order with tickets of others, is not changed by an organiser', async () => {
  const [event, other] = [await shop.event(), await shop.event()]
  const owner = await shop.staff(event.merchantId)
  const arrived = await bought('arrived@example.com', { event, placeIds: [1] })
  await eventually(() => sent, 'the tickets arrive').toContain('arrived@example.com')
  const answer = await correct(arrived.orderNumber, 'other@example.com', owner)
  expect([answer.status, answer.body.error.code]).toEqual([409, 'NothingUndelivered'])

  const own = { event, placeIds: [2] }
  const shared = await bought('wrong-two@example.com', own, { event: other, placeIds: [1] })
  await eventually(() => listed(owner), 'the letter is abandoned').toEqual([shared.orderNumber])
  expect(await orderOf(shared.orderNumber, owner)).toMatchObject({ mayCorrectAddress: false })
  const refused = await correct(shared.orderNumber, 'other@example.com', owner)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'OrderOfSeveral'])
  const order = await findOrder(shop.context, { orderNumber: shared.orderNumber })
  expect(order?.buyer.email).toBe('wrong-two@example.com')
})

test('what did not reach a receiver of tickets does not change the address of their buyer', async () => {
  const event = await shop.event()
  const owner = await shop.staff(event.merchantId)
  const { token, orderKey, orderNumber } = await bought('giver@example.com', {
    event,
    placeIds: [1],
  })
  const [{ ticketIdentifier }] = await ticketsOf(shop, token, orderKey)
  const to = { email: 'wrong-receiver@example.com' }
  await handOver(shop, { token, ticketIdentifier, to, taker: await shop.guest() })
  const { id } = await shop.context.db
    .selectFrom('ticket')
    .select('id')
    .where('identifier', '=', ticketIdentifier)
    .executeTakeFirstOrThrow()
  const order = await findOrder(shop.context, { orderKey })
  const item = { orderId: order?.id ?? 0, source: 'event', itemId: event.eventId }
  await inTransaction(shop.context, async (inside) => {
    await enqueue(inside, movedEmailJob, { ...item, decisionId: 1, ticketIds: [id] })
    return ok(null)
  })
  const operator = await shop.operator()
  const abandoned = async () =>
    (await expectOk(shop.get('/v2/operator/undelivered', operator))).messages.filter(
      ({ kind }: Reply) => kind === 'moved-letter',
    )
  await eventually(async () => (await abandoned()).length, 'the letter is abandoned').toBe(1)
  const [message] = await abandoned()
  expect(message.isCorrectable).toBe(false)
  const body = { ids: [message.id], email: 'other@example.com' }
  const byOperator = await shop.post('/v2/operator/undelivered/resend', body, operator)
  expect(byOperator.body.error.code).toBe('BadRequest')
  expect(await listed(owner)).toEqual([])
  const answer = await correct(orderNumber, 'other@example.com', owner)
  expect(answer.body.error.code).toBe('NothingUndelivered')
})
