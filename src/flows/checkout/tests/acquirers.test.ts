/**
 * Goal: a buyer who pays by card is never sent to a bank that is down, and is never charged twice for it. Method: two
 * acquirers over HTTP, one cheaper than the other; the cheaper one is unreachable, refuses, or does not answer.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTpay, ProviderHealth } from '#modules/payments/server/public-api.ts'
import { leavePayment } from '../server/leave-payment.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import { begin, env, openScenarios, runRefunds, stateOf, ticketCount } from './scenarios.ts'
import type { CheckoutPorts } from '../server/ports.ts'
import { paymentsOf } from './test-env.ts'

beforeAll(openScenarios)
afterAll(() => env.close())
afterEach(async () => {
  env.bank.reset()
  expect(await findBrokenInvariants(env.context)).toEqual([])
})

/** No server listens there. */
const nowhere = createTpay({
  url: 'http://127.0.0.1:9',
  apiKey: 'key',
  clientId: 'id',
  clientSecret: 'secret',
  timeoutMs: 5_000,
})

/** The bank of the test as the more expensive acquirer, with a cheaper one before it. */
function joined(cheaper: CheckoutPorts['providers'][number] = nowhere): CheckoutPorts {
  const costs = new Map([
    ['gc', new Map([['*', 100]])],
    ['tpay', new Map([['*', 200]])],
  ])
  const first = { ...cheaper, number: 1, name: 'gc' }
  return {
    ...env.ports,
    providers: [...env.ports.providers, first],
    acquiring: { costs, health: new ProviderHealth() },
  }
}

test('the cheaper acquirer is away: the next one takes the card, and is asked first from then on', async () => {
  const ports = joined()
  const scenario = await begin()
  const { orderKey } = scenario.order
  const started = await startPayment(scenario.buyer, ports, { orderKey })
  expect(started).toMatchObject({ ok: true, value: { provider: 2, state: 'pending' } })
  const states = async (key: string) =>
    (await paymentsOf(env.context, key)).map(({ provider, state }) => [provider, state])
  expect((await states(orderKey)).toSorted()).toEqual([
    [1, 'canceled'],
    [2, 'pending'],
  ])
  // A repeated request leads to the same page.
  const again = await startPayment(scenario.buyer, ports, { orderKey })
  expect(again).toMatchObject({ ok: true, value: { id: started.ok && started.value.id } })

  const second = await begin()
  await startPayment(second.buyer, ports, { orderKey: second.order.orderKey })
  const third = await begin()
  await startPayment(third.buyer, ports, { orderKey: third.order.orderKey })
  expect(await states(third.order.orderKey)).toEqual([[2, 'pending']])
})

test('a silent acquirer that may have taken money without a page: nobody else is asked', async () => {
  const silent = {
    ...nowhere,
    opensPage: undefined,
    create: async () => ({ kind: 'unknown', detail: 'no answer' }) as const,
  }
  const ports = joined(silent)
  const scenario = await begin()
  const { orderKey } = scenario.order
  const first = await startPayment(scenario.buyer, ports, { orderKey })
  expect(first).toMatchObject({ code: 'PaymentProviderFailed' })
  expect(await startPayment(scenario.buyer, ports, { orderKey })).toMatchObject({
    code: 'PaymentInProgress',
  })
  expect(await leavePayment(scenario.buyer, ports, orderKey)).toMatchObject({
    code: 'PaymentInProgress',
  })
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([{ provider: 1, state: 'unknown' }])
})

test('nobody works: the buyer is told, and may try again', async () => {
  const ports = { ...joined(), providers: [{ ...nowhere, number: 1, name: 'gc' }] }
  const scenario = await begin()
  const { orderKey } = scenario.order
  const tried = await startPayment(scenario.buyer, ports, { orderKey })
  expect(tried).toMatchObject({ code: 'PaymentProviderFailed' })
  const again = await startPayment(scenario.buyer, joined(), { orderKey })
  expect(again).toMatchObject({ ok: true, value: { provider: 2 } })
})

test('left at the bank: the places go along to a new order; what is paid on the old page goes back', async () => {
  const scenario = await begin()
  const { orderKey } = scenario.order
  const started = await startPayment(scenario.buyer, env.ports, { orderKey })
  if (!started.ok) throw new Error(started.code)
  const left = await leavePayment(scenario.buyer, env.ports, orderKey)
  if (!left.ok) throw new Error(left.code)
  expect(left.value.orderKey).not.toBe(orderKey)
  expect(await stateOf(scenario.order)).toBe('Failed')
  expect(await stateOf(left.value)).toBe('Checkout')
  // A repeated call returns the same order.
  const again = await leavePayment(scenario.buyer, env.ports, orderKey)
  expect(again).toMatchObject({ ok: true, value: { orderKey: left.value.orderKey } })

  const second = await startPayment(scenario.buyer, env.ports, { orderKey: left.value.orderKey })
  if (!second.ok) throw new Error(second.code)
  env.bank.pay(second.value.externalId ?? '', { kind: 'approve' })
  await settlePayment(env.context, env.ports, second.value.id)
  expect(await ticketCount(left.value)).toBe(2)
  env.bank.pay(started.value.externalId ?? '', { kind: 'approve' })
  await settlePayment(env.context, env.ports, started.value.id)
  await runRefunds(3)
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([{ state: 'refunded' }])
  expect(await ticketCount(scenario.order)).toBe(0)
})

test('who has paid at the bank has not left it, and a stranger leaves nothing', async () => {
  const scenario = await begin()
  const { orderKey } = scenario.order
  const started = await startPayment(scenario.buyer, env.ports, { orderKey })
  if (!started.ok) throw new Error(started.code)
  expect(await leavePayment(await env.guest(), env.ports, orderKey)).toMatchObject({
    code: 'OrderNotFound',
  })
  env.bank.misbehave({ callbackLost: true })
  env.bank.pay(started.value.externalId ?? '', { kind: 'approve' })
  expect(await leavePayment(scenario.buyer, env.ports, orderKey)).toMatchObject({
    code: 'OrderStatusNotAllowed',
  })
  expect(await stateOf(scenario.order)).toBe('Processed')
})
