/**
 * Goal: who asks again and again how a payment stands does not make the shop ask the bank as often, on however many servers.
 * Method: every call that asks, twenty at once and again within seconds, over two connections to the database; the queries
 * that the bank counts.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { completeOrder } from '../server/complete-order.ts'
import { leavePayment } from '../server/leave-payment.ts'
import { pollPayments } from '../server/poll-payments.ts'
import { begin, env, openScenarios, pay, stateOf, type Scenario } from './scenarios.ts'

let other: TestContext
beforeAll(async () => {
  await openScenarios()
  other = await openTestContext(env.databaseUrl, env.clock)
})
afterAll(async () => {
  await other.close()
  await env.close()
})

afterEach(() => env.bank.reset())

/** The result page of an order, on either server. */
const look = ({ buyer, order }: Scenario, server: number) =>
  completeOrder(server % 2 === 0 ? buyer : { ...buyer, db: other.db }, env.ports, order.orderKey)

const finish = ({ buyer, order }: Scenario) => {
  const bearer = buyer.actor.kind === 'guest' ? buyer.actor.sessionId : ''
  return fetch(`${env.origin}/v2/payments/tpay/finish`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ orderKey: order.orderKey }),
  })
}

test('one query in three seconds, whoever asks and wherever; a callback is heard at once', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.misbehave({ callbackLost: true })
  const before = env.bank.calls.status
  const queries = () => env.bank.calls.status - before
  const told = await Promise.all(Array.from({ length: 20 }, (_, server) => look(scenario, server)))
  for (const each of told) expect(each).toMatchObject({ value: { payment: { state: 'pending' } } })
  expect(queries()).toBe(1)
  expect((await finish(scenario)).status).toBe(200)
  expect(queries()).toBe(1)
  env.bank.pay(payId, { kind: 'approve' })
  env.clock.advance(2)
  expect(await look(scenario, 1)).toMatchObject({ value: { payment: { state: 'pending' } } })
  expect(queries()).toBe(1)
  env.clock.advance(1)
  const after = await Promise.all(Array.from({ length: 20 }, (_, server) => look(scenario, server)))
  expect(queries()).toBe(2)
  expect(after.some((each) => each.ok && each.value.payment?.state === 'captured')).toBe(true)
  // The others are told the same as soon as it is known.
  expect(await look(scenario, 1)).toMatchObject({ value: { payment: { state: 'captured' } } })
  expect(await stateOf(scenario.order)).toBe('Processed')
})

test('a callback is heard at once, and the worker’s query counts too', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  await look(scenario, 0)
  env.clock.advance(1)
  env.bank.pay(payId, { kind: 'approve' })
  await expect
    .poll(() => env.bank.deliveries().some((each) => each.payId === payId && each.status === 200))
    .toBe(true)
  const before = env.bank.calls.status
  expect(await look(scenario, 1)).toMatchObject({ value: { payment: { state: 'captured' } } })
  expect(env.bank.calls.status - before).toBe(1)

  const second = await begin()
  await pay(second)
  env.clock.advance(120)
  expect(await pollPayments(env.context, env.ports)).toBeGreaterThan(0)
  const polled = env.bank.calls.status
  await look(second, 0)
  expect(env.bank.calls.status).toBe(polled)
})

test('an order is left, and an expired one closed, with one query', async () => {
  const scenario = await begin()
  await pay(scenario)
  await look(scenario, 0)
  const before = env.bank.calls.status
  expect(await leavePayment(scenario.buyer, env.ports, scenario.order.orderKey)).toMatchObject({
    ok: true,
  })
  expect(env.bank.calls.status).toBe(before)

  const late = await begin()
  await pay(late)
  env.clock.advance(3_600)
  const queries = env.bank.calls.status
  await Promise.all(Array.from({ length: 6 }, (_, server) => look(late, server)))
  expect(env.bank.calls.status - queries).toBe(1)
  expect(await stateOf(late.order)).toBe('Timeout')
})
