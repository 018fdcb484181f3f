/**
 * Goal: whatever the bank and the buyer do and when, a buyer ends with tickets or a refund, and never pays twice.
 * Method: the demo bank over HTTP and a real database; each test plays one scenario and then checks the order, the
 * bank's own statement and all invariants.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { claimGuestOrders, expireOrder } from '#modules/orders/server/public-api.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { completeOrder } from '../server/complete-order.ts'
import { expirePayingOrders } from '../server/expire-paying-orders.ts'
import { pollPayments } from '../server/poll-payments.ts'
import { retryOrder } from '../server/retry-order.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import {
  afterCallback,
  asked,
  begin,
  held,
  openScenarios,
  pay,
  runRefunds,
  stateOf,
  ticketCount,
  env,
} from './scenarios.ts'
import { paymentsOf } from './test-env.ts'

beforeAll(openScenarios)

afterAll(() => env.close())

afterEach(async () => {
  env.bank.reset()
  expect(await findBrokenInvariants(env.context)).toEqual([])
})

test('paid: the callback alone brings order, tickets and books to their end', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  expect(held(payId).requestedMinor).toBe(asked)
  expect(await stateOf(scenario.order)).toBe('PaymentPending')
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  expect(await stateOf(scenario.order)).toBe('Processed')
  expect(await ticketCount(scenario.order)).toBe(2)
  expect(await readBalance(env.context, `order:${scenario.order.orderKey}`, 'GEL')).toBe(0)
  expect(await paymentsOf(env.context, scenario.order.orderKey)).toMatchObject([
    { state: 'captured', captured: { amount: asked, currency: 'GEL' }, nextPollAt: null },
  ])
})

test('the session of the bank ends before the hold does', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  const [payment] = await paymentsOf(env.context, scenario.order.orderKey)
  expect(payment?.expiresAt.getTime()).toBeLessThan(scenario.order.deadlineAt.getTime())
  expect(held(payId).expiresAt - held(payId).createdAt).toBe(12 * 60_000)
})

test('a free order completes without a bank', async () => {
  const scenario = await begin({ places: [1] })
  await env.context.db
    .updateTable('order_line')
    .set({ unit_price_minor: 0, amount_minor: 0 })
    .where('order_id', '=', scenario.order.id)
    .execute()
  await env.context.db
    .updateTable('orders')
    .set({ total_minor: 0 })
    .where('id', '=', scenario.order.id)
    .execute()
  const { orderKey } = scenario.order
  expect(await startPayment(scenario.buyer, env.ports, { orderKey, provider: 2 })).toMatchObject({
    code: 'OrderStatusNotAllowed',
  })
  expect(await completeOrder(scenario.buyer, env.ports, orderKey)).toMatchObject({ ok: true })
  expect(await stateOf(scenario.order)).toBe('Processed')
  expect(await ticketCount(scenario.order)).toBe(1)
})

/** Emails of this kind in the queue: after how many seconds of the shop's clock each is to be written. */
async function lettersWaiting(name: string, about: object): Promise<number[]> {
  const { rows } = await sql<{ startAfter: Date }>`
    select start_after as "startAfter" from pgboss.job
    where name = ${name} and data @> ${JSON.stringify(about)}::jsonb`.execute(env.context.db)
  const now = env.clock.now().getTime()
  return rows.map(({ startAfter }) => Math.round((startAfter.getTime() - now) / 1_000))
}

test('declined, then paid on the second try: one order failed, the repeat has the places', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.pay(payId, { kind: 'decline', resultCode: 'decline_not_sufficient_funds' })
  await afterCallback(payId)
  expect(await stateOf(scenario.order)).toBe('Failed')
  expect(await paymentsOf(env.context, scenario.order.orderKey)).toMatchObject([
    { state: 'declined', failureCode: 'decline_not_sufficient_funds' },
  ])
  const { id: orderId } = scenario.order
  expect(await lettersWaiting('unpaid-letter', { orderId })).toEqual([120])
  const repeated = await retryOrder(scenario.buyer, scenario.order.orderKey)
  if (!repeated.ok) throw new Error(repeated.code)
  const second = await pay({ buyer: scenario.buyer, order: repeated.value })
  env.bank.pay(second, { kind: 'approve' })
  await afterCallback(second)
  expect(await stateOf(repeated.value)).toBe('Processed')
  expect(await ticketCount(repeated.value)).toBe(2)
  expect(await ticketCount(scenario.order)).toBe(0)
})

test('declined and repeated, then captured after all: the repeat keeps the places, the money goes back', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.pay(payId, { kind: 'decline', resultCode: 'decline_general' })
  await afterCallback(payId)
  const repeated = await retryOrder(scenario.buyer, scenario.order.orderKey)
  if (!repeated.ok) throw new Error(repeated.code)
  env.bank.pay(payId, { kind: 'approve' }, { force: true })
  await afterCallback(payId, 2)
  await runRefunds()
  expect(held(payId).returnedMinor).toBe(asked)
  const { rows } = await sql<{ id: string }>`
    select r.id from refund r join payment p on p.id = r.payment_id
    where p.order_key = ${scenario.order.orderKey}`.execute(env.context.db)
  expect(await lettersWaiting('refund-done-letter', { refundId: rows[0]?.id })).toHaveLength(1)
  expect(await stateOf(scenario.order)).toBe('Failed')
  const second = await pay({ buyer: scenario.buyer, order: repeated.value })
  env.bank.pay(second, { kind: 'approve' })
  await afterCallback(second)
  expect(await stateOf(repeated.value)).toBe('Processed')
})

test('abandoned: at the deadline the order times out and the places are free', async () => {
  const scenario = await begin()
  await pay(scenario)
  env.clock.advance(901)
  await expirePayingOrders(env.context, env.ports)
  expect(await stateOf(scenario.order)).toBe('Timeout')
  expect(await lettersWaiting('unpaid-letter', { orderId: scenario.order.id })).toHaveLength(1)
  const other = await env.guest()
  const again = await env.order(other, { offeringId: scenario.offeringId, places: [1, 2] })
  expect(again.status).toBe(orderStatus.Checkout)
})

test('expired at the bank with time left: the buyer may try once more', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.pay(payId, { kind: 'expire' })
  await afterCallback(payId)
  expect(await stateOf(scenario.order)).toBe('PaymentPending')
  const second = await pay(scenario)
  expect(second).not.toBe(payId)
  env.bank.pay(second, { kind: 'approve' })
  await afterCallback(second)
  expect(await stateOf(scenario.order)).toBe('Processed')
})

test('twenty repeated callbacks and concurrent settlements: one capture, one set of tickets', async () => {
  const scenario = await begin()
  env.bank.misbehave({ callbackCopies: 20 })
  const payId = await pay(scenario)
  const [payment] = await paymentsOf(env.context, scenario.order.orderKey)
  env.bank.pay(payId, { kind: 'approve' })
  await Promise.all(
    Array.from({ length: 12 }, () => settlePayment(env.context, env.ports, payment?.id ?? '')),
  )
  await afterCallback(payId, 20)
  expect(await ticketCount(scenario.order)).toBe(2)
  const transfers = await env.context.db
    .selectFrom('ledger_transfer')
    .select('kind')
    .where('reference', '=', scenario.order.orderKey)
    .execute()
  expect(transfers.map((transfer) => transfer.kind).toSorted()).toEqual(['capture', 'sale'])
})

test('a forged callback pays for nothing, and strange ids are answered like known ones', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  const address = `${env.origin}/payments/tpay/callback`
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
  await pollPayments(env.context, env.ports)
  expect(await stateOf(scenario.order)).toBe('PaymentPending')
  expect(await ticketCount(scenario.order)).toBe(0)
})

test.each([
  '',
  '{}',
  '[]',
  '{"PaymentId":5}',
  '{"PaymentId":""}',
  `{"PaymentId":"${'x'.repeat(101)}"}`,
])('a callback with the body %j is refused', async (body) => {
  const reply = await fetch(`${env.origin}/payments/tpay/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(reply.status).toBe(400)
})

test('a lost callback: polling finds the money, with growing pauses', async () => {
  const scenario = await begin()
  env.bank.misbehave({ callbackLost: true })
  const payId = await pay(scenario)
  const [payment] = await paymentsOf(env.context, scenario.order.orderKey)
  for (let second = 0; second < 60; second += 1) {
    env.clock.advance(1)
    await pollPayments(env.context, env.ports)
  }
  const polled = await env.context.db
    .selectFrom('payment')
    .select('poll_count')
    .where('id', '=', payment?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(polled.poll_count).toBe(4)
  env.bank.pay(payId, { kind: 'approve' })
  env.clock.advance(300)
  await pollPayments(env.context, env.ports)
  expect(await stateOf(scenario.order)).toBe('Processed')
})

test('create without an answer: a callback still finds the payment', async () => {
  const scenario = await begin()
  const { orderKey } = scenario.order
  env.bank.misbehave({ createLostCalls: 1 })
  const options = { orderKey, provider: 2 }
  expect(await startPayment(scenario.buyer, env.ports, options)).toMatchObject({
    code: 'PaymentProviderFailed',
  })
  const [payment] = await paymentsOf(env.context, orderKey)
  expect(payment).toMatchObject({ state: 'unknown', externalId: null })
  const payId = env.bank.payments().find((each) => each.merchantPaymentId === payment?.id)?.payId
  env.bank.pay(payId ?? '', { kind: 'approve' })
  await afterCallback(payId ?? '')
  expect(await stateOf(scenario.order)).toBe('Processed')
})

test('create without an answer and never paid: given up after its session, not before', async () => {
  const scenario = await begin()
  const { orderKey } = scenario.order
  env.bank.misbehave({ createLostCalls: 1, callbackLost: true })
  await startPayment(scenario.buyer, env.ports, { orderKey, provider: 2 })
  env.clock.advance(12 * 60)
  await pollPayments(env.context, env.ports)
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([{ state: 'unknown' }])
  env.clock.advance(5 * 60)
  await pollPayments(env.context, env.ports)
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([{ state: 'expired' }])
})

test('the bank refuses to open a session: nothing is charged and the buyer may try again', async () => {
  const scenario = await begin()
  const { orderKey } = scenario.order
  env.bank.misbehave({ tokenErrorCalls: 1 })
  await fetch(`${env.bank.url}/__control/revoke-tokens`, { method: 'POST' })
  // The first refusal is for the revoked token, the second because no new one could be had.
  expect(await startPayment(scenario.buyer, env.ports, { orderKey, provider: 2 })).toMatchObject({
    code: 'PaymentProviderFailed',
  })
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([{ state: 'canceled' }])
  const payId = await pay(scenario)
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  expect(await stateOf(scenario.order)).toBe('Processed')
})

test('the status is unavailable: unknown, queried again, and no outcome until the bank reports one', async () => {
  const scenario = await begin()
  env.bank.misbehave({ callbackLost: true })
  const payId = await pay(scenario)
  env.bank.misbehave({ statusTimeoutCalls: 1, statusErrorCalls: 1 }, payId)
  env.bank.pay(payId, { kind: 'approve' })
  const [payment] = await paymentsOf(env.context, scenario.order.orderKey)
  const id = payment?.id ?? ''
  expect(await settlePayment(env.context, env.ports, id)).toMatchObject({ state: 'unknown' })
  expect(await settlePayment(env.context, env.ports, id)).toMatchObject({ state: 'unknown' })
  expect(await settlePayment(env.context, env.ports, id)).toMatchObject({ state: 'captured' })
  expect(await stateOf(scenario.order)).toBe('Processed')
})

test('ten concurrent clicks on pay: one payment, one session, the same page for all', async () => {
  const scenario = await begin()
  const before = env.bank.calls.create
  const { orderKey } = scenario.order
  const started = await Promise.all(
    Array.from({ length: 10 }, () =>
      startPayment(scenario.buyer, env.ports, { orderKey, provider: 2 }),
    ),
  )
  const pages = new Set(started.map((each) => (each.ok ? each.value.approvalUrl : each.code)))
  expect(pages.size).toBe(1)
  expect([...pages][0]).toContain('/pay/')
  expect(env.bank.calls.create - before).toBe(1)
})

test("another's order cannot be paid, completed or repeated", async () => {
  const scenario = await begin()
  const stranger = await env.guest()
  const { orderKey } = scenario.order
  const notFound = { ok: false, code: 'OrderNotFound' }
  expect(await startPayment(stranger, env.ports, { orderKey, provider: 2 })).toMatchObject(notFound)
  expect(await completeOrder(stranger, env.ports, orderKey)).toMatchObject(notFound)
  expect(await retryOrder(stranger, orderKey)).toMatchObject(notFound)
  expect(await stateOf(scenario.order)).toBe('Checkout')
})

test('a signed-in buyer keeps an order begun as a guest while it is being paid', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  const customerId = env.context.random.uuid()
  await env.context.db
    .insertInto('customer')
    .values({ id: customerId, email: `${customerId}@example.com` })
    .execute()
  const { actor } = scenario.buyer
  await claimGuestOrders(env.context, 'sessionId' in actor ? actor.sessionId : '', customerId)
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  expect(await stateOf(scenario.order)).toBe('Processed')
})

test('return addresses off our own origin are refused before anything is written', async () => {
  const scenario = await begin()
  const { orderKey } = scenario.order
  for (const continueUrl of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil',
    'javascript:1',
  ]) {
    const options = { orderKey, provider: 2, continueUrl }
    expect(await startPayment(scenario.buyer, env.ports, options)).toMatchObject({
      code: 'ContinueAddressNotAllowed',
    })
  }
  expect(await stateOf(scenario.order)).toBe('Checkout')
  const options = { orderKey, provider: 2, continueUrl: '/en/checkout/done?a=b' }
  const started = await startPayment(scenario.buyer, env.ports, options)
  if (!started.ok) throw new Error(started.code)
  const returnUrl = new URL(held(started.value.externalId ?? '').returnUrl)
  expect(returnUrl.origin).toBe(env.origin)
  expect(returnUrl.pathname).toBe('/en/checkout/done')
  expect(returnUrl.searchParams.get('paymentId')).toBe(started.value.id)
})

test('an order whose time has run out is not payable', async () => {
  const scenario = await begin()
  const { orderKey } = scenario.order
  env.clock.advance(901)
  expect(await startPayment(scenario.buyer, env.ports, { orderKey, provider: 2 })).toMatchObject({
    code: 'OrderExpired',
  })
  expect(await stateOf(scenario.order)).toBe('Timeout')
  await expireOrder(env.context, orderKey)
})
