/**
 * Goal: a saved card is charged by its owner only, and once, even when the answer is lost. Method: the demo bank with
 * saved cards and a real database; ten concurrent requests, lost answers, cards of others; then the bank's own
 * statement.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderStatusName } from '#contract/enumerations.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import { testClock } from '../../../../tests/support/context.ts'
import { pollPayments } from '../server/poll-payments.ts'
import { startPayment } from '../server/start-payment.ts'
import { crashesDuring, crashStride } from './simulated-crash.ts'
import { findBrokenInvariants } from './invariants.ts'
import { openTestEnv, orderOf, paymentsOf, type TestEnv } from './test-env.ts'

let env: TestEnv
let who: Awaited<ReturnType<TestEnv['customer']>>
let cardId: string
beforeAll(async () => {
  env = await openTestEnv([], undefined, testClock(new Date()))
})
afterAll(() => env.close())
beforeEach(async () => {
  who = await env.customer()
  const order = await anOrder()
  const { orderKey } = order
  const started = await startPayment(who, env.ports, { orderKey, provider: 2, saveCard: true })
  if (!started.ok) throw new Error(started.code)
  env.bank.pay(started.value.externalId ?? '', { kind: 'approve' })
  await expect.poll(() => due().then(() => stateOf(order))).toBe('Processed')
  const kept = await env.context.db
    .selectFrom('saved_card')
    .select('id')
    .where('customer_id', '=', who.id)
    .executeTakeFirstOrThrow()
  cardId = kept.id
})
afterEach(async () => {
  env.bank.reset()
  expect(await findBrokenInvariants(env.context)).toEqual([])
})

const due = () => pollPayments(env.context, env.ports)

async function anOrder(buyer = who): Promise<Order> {
  return env.order(buyer, { offeringId: await env.offering(2), places: [1] })
}

async function stateOf(order: Order): Promise<string> {
  return orderStatusName((await orderOf(env.context, order.orderKey)).status)
}

/** Money the bank has taken for payments of this order. */
async function takenFor(order: Order): Promise<number> {
  const ours = new Set((await paymentsOf(env.context, order.orderKey)).map(({ id }) => id))
  return env.bank
    .payments()
    .filter(({ merchantPaymentId }) => ours.has(merchantPaymentId ?? ''))
    .reduce((sum, { capturedMinor }) => sum + capturedMinor, 0)
}

const pay = (order: Order, buyer = who) =>
  startPayment(buyer, env.ports, { orderKey: order.orderKey, provider: 2, cardId })

test('ten concurrent requests are one charge', async () => {
  const order = await anOrder()
  const before = env.bank.calls.execution
  const told = await Promise.all(Array.from({ length: 10 }, () => pay(order)))
  const ids = new Set(told.flatMap((each) => (each.ok ? [each.value.id] : [])))
  expect(ids.size).toBe(1)
  // A request after the capture finds a paid order.
  for (const each of told) if (!each.ok) expect(each.code).toBe('OrderStatusNotAllowed')
  expect(env.bank.calls.execution - before).toBe(1)
  expect(await takenFor(order)).toBe(order.totalMinor)
  expect(await stateOf(order)).toBe('Processed')
})

test("another's card does not exist, nor does any for a guest, nor a removed one", async () => {
  const stranger = await env.customer()
  const order = await anOrder(stranger)
  const before = env.bank.calls.execution
  expect(await pay(order, stranger)).toEqual({ ok: false, code: 'NotFound' })
  const guest = { ...(await env.guest()), id: '' }
  expect(await pay(await anOrder(guest), guest)).toEqual({ ok: false, code: 'NotFound' })
  await env.context.db
    .updateTable('saved_card')
    .set({ removed_at: env.clock.now() })
    .where('id', '=', cardId)
    .execute()
  expect(await pay(await anOrder())).toEqual({ ok: false, code: 'NotFound' })
  expect(env.bank.calls.execution).toBe(before)
  expect(await stateOf(order)).toBe('Checkout')
})

test('charged, but the answer lost: found by our id, never charged again', async () => {
  const order = await anOrder()
  const before = env.bank.calls.execution
  env.bank.misbehave({ executionLostCalls: 1, reportErrorCalls: 1 })
  expect(await pay(order)).toMatchObject({ ok: true, value: { state: 'unknown' } })
  // The next attempt asks the bank at once.
  expect(await pay(order)).toMatchObject({ ok: true, value: { state: 'captured' } })
  env.clock.advance(10)
  await due()
  expect(await stateOf(order)).toBe('Processed')
  expect(env.bank.calls.execution - before).toBe(1)
  expect(await takenFor(order)).toBe(order.totalMinor)
})

test('never charged and no answer: nothing is assumed for two minutes, then the order is payable again', async () => {
  const order = await anOrder()
  env.bank.misbehave({ executionErrorCalls: 1 })
  expect(await pay(order)).toMatchObject({ ok: true, value: { state: 'unknown' } })
  env.clock.advance(60)
  await due()
  expect(await paymentsOf(env.context, order.orderKey)).toMatchObject([{ state: 'unknown' }])
  env.clock.advance(300)
  await due()
  expect(await paymentsOf(env.context, order.orderKey)).toMatchObject([{ state: 'canceled' }])
  expect(await pay(order)).toMatchObject({ ok: true, value: { state: 'captured' } })
  expect(await takenFor(order)).toBe(order.totalMinor)
})

test('a declined saved card ends the order like any other card', async () => {
  const order = await anOrder()
  env.bank.misbehave({ executionDeclinedCalls: 1 })
  expect(await pay(order)).toMatchObject({
    ok: true,
    value: { state: 'declined', failureCode: 'decline_not_sufficient_funds' },
  })
  expect(await stateOf(order)).toBe('Failed')
})

test('the process dies before every statement of a charge, and the card pays once', async () => {
  const sums = { charged: 0, untouched: 0 }
  for (let statements = 0; ; statements += crashStride) {
    // The bank lists charges by its own clock.
    env.clock.set(new Date())
    const order = await anOrder()
    const before = env.bank.calls.execution
    const hasDied = await crashesDuring(who, statements, (dying) => pay(order, dying as typeof who))
    for (const seconds of [10, 300]) {
      env.clock.advance(seconds)
      await due()
    }
    const isCharged = (await takenFor(order)) > 0
    sums[isCharged ? 'charged' : 'untouched'] += 1
    if (isCharged) expect(await stateOf(order)).toBe('Processed')
    // An order whose charge never reached the bank is payable again, with the same card.
    else expect(await pay(order)).toMatchObject({ ok: true, value: { state: 'captured' } })
    expect(await takenFor(order)).toBe(order.totalMinor)
    expect(env.bank.calls.execution - before).toBe(1)
    if (!hasDied) break
  }
  expect(Math.min(sums.charged, sums.untouched) * crashStride).toBeGreaterThan(2)
})
