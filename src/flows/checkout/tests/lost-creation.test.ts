/**
 * Goal: when the reply to the creation of a payment is lost, the buyer goes on at once, and never pays twice.
 * Method: the demo bank over HTTP and a real database; the bank has made the payment, or has not.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import { afterCallback, begin, env, openScenarios, runRefunds, stateOf } from './scenarios.ts'
import { paymentsOf } from './test-env.ts'

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
