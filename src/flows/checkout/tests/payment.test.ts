/**
 * Goal: whatever bank, buyer and time do, a buyer ends with tickets or with the money back, and never pays twice.
 * Method: the demo bank over HTTP and a real database; each test plays one story and then looks at the order, the
 * bank's own books and every promise at once.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { claimGuestOrders, expireOrder } from '#modules/orders/server/door.ts'
import { readBalance } from '#modules/wallet/server/door.ts'
import { completeOrder } from '../server/complete-order.ts'
import { expirePayingOrders } from '../server/expire-paying-orders.ts'
import { pollPayments } from '../server/poll-payments.ts'
import { retryOrder } from '../server/retry-order.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenPromises } from './promises.ts'
import {
  afterCallback,
  asked,
  begin,
  held,
  openStories,
  pay,
  runRefunds,
  stateOf,
  ticketCount,
  world,
} from './stories.ts'
import { paymentsOf } from './world.ts'

beforeAll(openStories)

afterAll(() => world.close())

afterEach(async () => {
  world.bank.reset()
  expect(await findBrokenPromises(world.context)).toEqual([])
})

test('paid: the callback alone brings order, tickets and books to their end', async () => {
  const story = await begin()
  const payId = await pay(story)
  expect(held(payId).requestedMinor).toBe(asked)
  expect(await stateOf(story.order)).toBe('PaymentPending')
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  expect(await stateOf(story.order)).toBe('Processed')
  expect(await ticketCount(story.order)).toBe(2)
  expect(await readBalance(world.context, `order:${story.order.orderKey}`, 'GEL')).toBe(0)
  expect(await paymentsOf(world.context, story.order.orderKey)).toMatchObject([
    { state: 'captured', captured: { amount: asked, currency: 'GEL' }, nextPollAt: null },
  ])
})

test('the session of the bank ends before the hold does', async () => {
  const story = await begin()
  const payId = await pay(story)
  const [payment] = await paymentsOf(world.context, story.order.orderKey)
  expect(payment?.expiresAt.getTime()).toBeLessThan(story.order.deadlineAt.getTime())
  expect(held(payId).expiresAt - held(payId).createdAt).toBe(12 * 60_000)
})

test('a free order completes without a bank', async () => {
  const story = await begin({ places: [1] })
  await world.context.db
    .updateTable('order_line')
    .set({ unit_price_minor: 0, amount_minor: 0 })
    .where('order_id', '=', story.order.id)
    .execute()
  await world.context.db
    .updateTable('orders')
    .set({ total_minor: 0 })
    .where('id', '=', story.order.id)
    .execute()
  const { orderKey } = story.order
  expect(await startPayment(story.buyer, world.ports, { orderKey, provider: 2 })).toMatchObject({
    code: 'OrderStatusNotAllowed',
  })
  expect(await completeOrder(story.buyer, world.ports, orderKey)).toMatchObject({ ok: true })
  expect(await stateOf(story.order)).toBe('Processed')
  expect(await ticketCount(story.order)).toBe(1)
})

/** Letters of this kind in the queue: after how many seconds of the shop's clock each is to be written. */
async function lettersWaiting(name: string, about: object): Promise<number[]> {
  const { rows } = await sql<{ startAfter: Date }>`
    select start_after as "startAfter" from pgboss.job
    where name = ${name} and data @> ${JSON.stringify(about)}::jsonb`.execute(world.context.db)
  const now = world.clock.now().getTime()
  return rows.map(({ startAfter }) => Math.round((startAfter.getTime() - now) / 1_000))
}

test('declined, then paid on the second try: one order failed, the repeat has the places', async () => {
  const story = await begin()
  const payId = await pay(story)
  world.bank.pay(payId, { kind: 'decline', resultCode: 'decline_not_sufficient_funds' })
  await afterCallback(payId)
  expect(await stateOf(story.order)).toBe('Failed')
  expect(await paymentsOf(world.context, story.order.orderKey)).toMatchObject([
    { state: 'declined', failureCode: 'decline_not_sufficient_funds' },
  ])
  const { id: orderId } = story.order
  expect(await lettersWaiting('unpaid-letter', { orderId })).toEqual([120])
  const repeated = await retryOrder(story.buyer, story.order.orderKey)
  if (!repeated.ok) throw new Error(repeated.code)
  const second = await pay({ buyer: story.buyer, order: repeated.value })
  world.bank.pay(second, { kind: 'approve' })
  await afterCallback(second)
  expect(await stateOf(repeated.value)).toBe('Processed')
  expect(await ticketCount(repeated.value)).toBe(2)
  expect(await ticketCount(story.order)).toBe(0)
})

test('declined and repeated, then captured after all: the repeat keeps the places, the money goes back', async () => {
  const story = await begin()
  const payId = await pay(story)
  world.bank.pay(payId, { kind: 'decline', resultCode: 'decline_general' })
  await afterCallback(payId)
  const repeated = await retryOrder(story.buyer, story.order.orderKey)
  if (!repeated.ok) throw new Error(repeated.code)
  world.bank.pay(payId, { kind: 'approve' }, { force: true })
  await afterCallback(payId, 2)
  await runRefunds()
  expect(held(payId).returnedMinor).toBe(asked)
  const { rows } = await sql<{ id: string }>`
    select r.id from refund r join payment p on p.id = r.payment_id
    where p.order_key = ${story.order.orderKey}`.execute(world.context.db)
  expect(await lettersWaiting('refund-done-letter', { refundId: rows[0]?.id })).toHaveLength(1)
  expect(await stateOf(story.order)).toBe('Failed')
  const second = await pay({ buyer: story.buyer, order: repeated.value })
  world.bank.pay(second, { kind: 'approve' })
  await afterCallback(second)
  expect(await stateOf(repeated.value)).toBe('Processed')
})

test('abandoned: at the deadline the order times out and the places are free', async () => {
  const story = await begin()
  await pay(story)
  world.clock.advance(901)
  await expirePayingOrders(world.context, world.ports)
  expect(await stateOf(story.order)).toBe('Timeout')
  expect(await lettersWaiting('unpaid-letter', { orderId: story.order.id })).toHaveLength(1)
  const other = await world.guest()
  const again = await world.order(other, { offeringId: story.offeringId, places: [1, 2] })
  expect(again.status).toBe(orderStatus.Checkout)
})

test('expired at the bank with time left: the buyer may try once more', async () => {
  const story = await begin()
  const payId = await pay(story)
  world.bank.pay(payId, { kind: 'expire' })
  await afterCallback(payId)
  expect(await stateOf(story.order)).toBe('PaymentPending')
  const second = await pay(story)
  expect(second).not.toBe(payId)
  world.bank.pay(second, { kind: 'approve' })
  await afterCallback(second)
  expect(await stateOf(story.order)).toBe('Processed')
})

test('callbacks twenty times over and settlements at once: one capture, one set of tickets', async () => {
  const story = await begin()
  world.bank.misbehave({ callbackCopies: 20 })
  const payId = await pay(story)
  const [payment] = await paymentsOf(world.context, story.order.orderKey)
  world.bank.pay(payId, { kind: 'approve' })
  await Promise.all(
    Array.from({ length: 12 }, () => settlePayment(world.context, world.ports, payment?.id ?? '')),
  )
  await afterCallback(payId, 20)
  expect(await ticketCount(story.order)).toBe(2)
  const transfers = await world.context.db
    .selectFrom('ledger_transfer')
    .select('kind')
    .where('reference', '=', story.order.orderKey)
    .execute()
  expect(transfers.map((transfer) => transfer.kind).toSorted()).toEqual(['capture', 'sale'])
})

test('a forged callback pays for nothing, and strange ids are answered like known ones', async () => {
  const story = await begin()
  const payId = await pay(story)
  const address = `${world.origin}/payments/tpay/callback`
  const answers = await Promise.all(
    [payId, 'unheardof'].map(async (PaymentId) => {
      const reply = await fetch(`${address}?key=guessed`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ PaymentId, status: 'Succeeded' }),
      })
      return { status: reply.status, body: await reply.text() }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.status).toBe(200)
  await pollPayments(world.context, world.ports)
  expect(await stateOf(story.order)).toBe('PaymentPending')
  expect(await ticketCount(story.order)).toBe(0)
})

test.each([
  '',
  '{}',
  '[]',
  '{"PaymentId":5}',
  '{"PaymentId":""}',
  `{"PaymentId":"${'x'.repeat(101)}"}`,
])('a callback with the body %j is refused', async (body) => {
  const reply = await fetch(`${world.origin}/payments/tpay/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(reply.status).toBe(400)
})

test('a lost callback: polling finds the money, with growing pauses', async () => {
  const story = await begin()
  world.bank.misbehave({ callbackLost: true })
  const payId = await pay(story)
  const [payment] = await paymentsOf(world.context, story.order.orderKey)
  for (let second = 0; second < 60; second += 1) {
    world.clock.advance(1)
    await pollPayments(world.context, world.ports)
  }
  const polled = await world.context.db
    .selectFrom('payment')
    .select('poll_count')
    .where('id', '=', payment?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(polled.poll_count).toBe(4)
  world.bank.pay(payId, { kind: 'approve' })
  world.clock.advance(300)
  await pollPayments(world.context, world.ports)
  expect(await stateOf(story.order)).toBe('Processed')
})

test('create without an answer: no second one, and a callback still finds the payment', async () => {
  const story = await begin()
  const { orderKey } = story.order
  const before = world.bank.calls.create
  world.bank.misbehave({ createLostCalls: 1 })
  const options = { orderKey, provider: 2 }
  expect(await startPayment(story.buyer, world.ports, options)).toMatchObject({
    code: 'PaymentProviderFailed',
  })
  expect(await startPayment(story.buyer, world.ports, options)).toMatchObject({
    code: 'PaymentInProgress',
  })
  expect(world.bank.calls.create - before).toBe(1)
  const [payment] = await paymentsOf(world.context, orderKey)
  expect(payment).toMatchObject({ state: 'unknown', externalId: null })
  const payId = world.bank.payments().find((each) => each.merchantPaymentId === payment?.id)?.payId
  world.bank.pay(payId ?? '', { kind: 'approve' })
  await afterCallback(payId ?? '')
  expect(await stateOf(story.order)).toBe('Processed')
})

test('create without an answer and never paid: given up after its session, not before', async () => {
  const story = await begin()
  const { orderKey } = story.order
  world.bank.misbehave({ createLostCalls: 1, callbackLost: true })
  await startPayment(story.buyer, world.ports, { orderKey, provider: 2 })
  world.clock.advance(12 * 60)
  await pollPayments(world.context, world.ports)
  expect(await paymentsOf(world.context, orderKey)).toMatchObject([{ state: 'unknown' }])
  world.clock.advance(5 * 60)
  await pollPayments(world.context, world.ports)
  expect(await paymentsOf(world.context, orderKey)).toMatchObject([{ state: 'expired' }])
})

test('the bank refuses to open a session: nothing is charged and the buyer may try again', async () => {
  const story = await begin()
  const { orderKey } = story.order
  world.bank.misbehave({ tokenErrorCalls: 1 })
  await fetch(`${world.bank.url}/__control/revoke-tokens`, { method: 'POST' })
  // The first refusal is for the revoked token, the second because no new one could be had.
  expect(await startPayment(story.buyer, world.ports, { orderKey, provider: 2 })).toMatchObject({
    code: 'PaymentProviderFailed',
  })
  expect(await paymentsOf(world.context, orderKey)).toMatchObject([{ state: 'canceled' }])
  const payId = await pay(story)
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  expect(await stateOf(story.order)).toBe('Processed')
})

test('the status cannot be had: unknown, asked for again, and no verdict until the bank gives one', async () => {
  const story = await begin()
  world.bank.misbehave({ callbackLost: true })
  const payId = await pay(story)
  world.bank.misbehave({ statusTimeoutCalls: 1, statusErrorCalls: 1 }, payId)
  world.bank.pay(payId, { kind: 'approve' })
  const [payment] = await paymentsOf(world.context, story.order.orderKey)
  const id = payment?.id ?? ''
  expect(await settlePayment(world.context, world.ports, id)).toMatchObject({ state: 'unknown' })
  expect(await settlePayment(world.context, world.ports, id)).toMatchObject({ state: 'unknown' })
  expect(await settlePayment(world.context, world.ports, id)).toMatchObject({ state: 'captured' })
  expect(await stateOf(story.order)).toBe('Processed')
})

test('pay clicked ten times at once: one payment, one session, the same page for all', async () => {
  const story = await begin()
  const before = world.bank.calls.create
  const { orderKey } = story.order
  const started = await Promise.all(
    Array.from({ length: 10 }, () =>
      startPayment(story.buyer, world.ports, { orderKey, provider: 2 }),
    ),
  )
  const pages = new Set(started.map((each) => (each.ok ? each.value.approvalUrl : each.code)))
  expect(pages.size).toBe(1)
  expect([...pages][0]).toContain('/pay/')
  expect(world.bank.calls.create - before).toBe(1)
})

test("another's order cannot be paid, completed or repeated", async () => {
  const story = await begin()
  const stranger = await world.guest()
  const { orderKey } = story.order
  const notFound = { ok: false, code: 'OrderNotFound' }
  expect(await startPayment(stranger, world.ports, { orderKey, provider: 2 })).toMatchObject(
    notFound,
  )
  expect(await completeOrder(stranger, world.ports, orderKey)).toMatchObject(notFound)
  expect(await retryOrder(stranger, orderKey)).toMatchObject(notFound)
  expect(await stateOf(story.order)).toBe('Checkout')
})

test('a signed-in buyer keeps an order begun as a guest while it is being paid', async () => {
  const story = await begin()
  const payId = await pay(story)
  const customerId = world.context.random.uuid()
  await world.context.db
    .insertInto('customer')
    .values({ id: customerId, email: `${customerId}@example.com` })
    .execute()
  const { actor } = story.buyer
  await claimGuestOrders(world.context, 'sessionId' in actor ? actor.sessionId : '', customerId)
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  expect(await stateOf(story.order)).toBe('Processed')
})

test('return addresses off our own origin are refused before anything is written', async () => {
  const story = await begin()
  const { orderKey } = story.order
  for (const continueUrl of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil',
    'javascript:1',
  ]) {
    const options = { orderKey, provider: 2, continueUrl }
    expect(await startPayment(story.buyer, world.ports, options)).toMatchObject({
      code: 'ContinueAddressNotAllowed',
    })
  }
  expect(await stateOf(story.order)).toBe('Checkout')
  const options = { orderKey, provider: 2, continueUrl: '/en/checkout/done?a=b' }
  const started = await startPayment(story.buyer, world.ports, options)
  if (!started.ok) throw new Error(started.code)
  const returnUrl = new URL(held(started.value.externalId ?? '').returnUrl)
  expect(returnUrl.origin).toBe(world.origin)
  expect(returnUrl.pathname).toBe('/en/checkout/done')
  expect(returnUrl.searchParams.get('paymentId')).toBe(started.value.id)
})

test('an order whose time has run out is not payable', async () => {
  const story = await begin()
  const { orderKey } = story.order
  world.clock.advance(901)
  expect(await startPayment(story.buyer, world.ports, { orderKey, provider: 2 })).toMatchObject({
    code: 'OrderExpired',
  })
  expect(await stateOf(story.order)).toBe('Timeout')
  await expireOrder(world.context, orderKey)
})
