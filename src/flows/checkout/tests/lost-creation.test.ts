/**
 * Goal: when the reply to the creation of a payment is lost, the buyer goes on at once, and never pays twice.
 * Method: the demo bank over HTTP and a real database; the bank has made the payment, or has not.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settlePayment } from '../server/settle-payment.ts'
import { startTopUp } from '../server/start-own-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import { afterCallback, begin, env, openScenarios, runRefunds, stateOf } from './scenarios.ts'
import { orderOf, paymentsOf } from './test-env.ts'

beforeAll(openScenarios)

afterAll(() => env.close())

afterEach(async () => {
  env.bank.reset()
  expect(await findBrokenInvariants(env.context)).toEqual([])
})

const faults = [{ createLostCalls: 1 }, { createErrorCalls: 1 }]

test.each(faults)('the next attempt gets a page of its own: %o', async (fault) => {
  const scenario = await begin()
  const options = { orderKey: scenario.order.orderKey, provider: 2 }
  env.bank.misbehave({ ...fault, callbackLost: true })
  expect(await startPayment(scenario.buyer, env.ports, options)).toMatchObject({
    code: 'PaymentProviderFailed',
  })
  const again = await startPayment(scenario.buyer, env.ports, options)
  expect(again).toMatchObject({ ok: true, value: { state: 'pending' } })
  if (!again.ok) return
  env.bank.pay(again.value.externalId ?? '', { kind: 'approve' })
  await settlePayment(env.context, env.ports, again.value.id)
  expect(await stateOf(scenario.order)).toBe('Processed')
})

test('the places stay held for as long as the lost reply took', async () => {
  const scenario = await begin()
  const { orderKey } = scenario.order
  env.bank.misbehave({ createLostCalls: 1, callbackLost: true })
  await startPayment(scenario.buyer, env.ports, { orderKey, provider: 2 })
  env.clock.advance(9 * 60)
  const before = await orderOf(env.context, orderKey)
  const again = await startPayment(scenario.buyer, env.ports, { orderKey, provider: 2 })
  if (!again.ok) throw new Error(again.code)
  const after = await orderOf(env.context, orderKey)
  expect(after.deadlineAt.getTime() - before.deadlineAt.getTime()).toBeGreaterThanOrEqual(
    9 * 60_000,
  )
  expect(again.value.expiresAt.getTime() - env.clock.now().getTime()).toBe(12 * 60_000)
  const { rows } = await sql<{ held_until: Date }>`
    select distinct held_until from place_leg where hold_id in (
      select hold_id from order_line where order_id = ${after.id} and hold_id is not null)`.execute(
    env.context.db,
  )
  expect(rows.map(({ held_until }) => held_until.getTime())).toEqual([after.deadlineAt.getTime()])
  env.bank.pay(again.value.externalId ?? '', { kind: 'approve' })
  await settlePayment(env.context, env.ports, again.value.id)
  expect(await stateOf(scenario.order)).toBe('Processed')
})

test('a top-up whose reply was lost leaves room for the next one', async () => {
  const customer = await env.customer()
  const ask = () => startTopUp(customer, env.ports, { provider: 2, amountMinor: 900_000 })
  env.bank.misbehave({ createLostCalls: 1, callbackLost: true })
  expect(await ask()).toMatchObject({ code: 'PaymentProviderFailed' })
  const again = await ask()
  expect(again).toMatchObject({ ok: true, value: { state: 'pending' } })
  // One whose page is open still counts.
  expect(await ask()).toMatchObject({ code: 'BalanceLimitReached' })
})

test('attempts at the same moment begin one payment', async () => {
  const scenario = await begin()
  const options = { orderKey: scenario.order.orderKey, provider: 2 }
  env.bank.misbehave({ createLostCalls: 1, callbackLost: true })
  await startPayment(scenario.buyer, env.ports, options)
  const again = await Promise.all(
    Array.from({ length: 4 }, () => startPayment(scenario.buyer, env.ports, options)),
  )
  const ids = new Set(again.map((each) => (each.ok ? each.value.id : each.code)))
  expect(ids.size).toBe(1)
  const states = (await paymentsOf(env.context, scenario.order.orderKey)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['canceled', 'pending'])
})

test('money reported for the lost page as well goes back, and one payment pays the order', async () => {
  const scenario = await begin()
  const { orderKey } = scenario.order
  env.bank.misbehave({ createLostCalls: 1 })
  await startPayment(scenario.buyer, env.ports, { orderKey, provider: 2 })
  const [lost] = await paymentsOf(env.context, orderKey)
  const again = await startPayment(scenario.buyer, env.ports, { orderKey, provider: 2 })
  if (!again.ok) throw new Error(again.code)
  env.bank.pay(again.value.externalId ?? '', { kind: 'approve' })
  await afterCallback(again.value.externalId ?? '')
  const payId = env.bank.payments().find((each) => each.merchantPaymentId === lost?.id)?.payId
  env.bank.pay(payId ?? '', { kind: 'approve' })
  await afterCallback(payId ?? '')
  await runRefunds()
  const states = (await paymentsOf(env.context, orderKey)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['captured', 'refunded'])
  expect(await stateOf(scenario.order)).toBe('Processed')
})
