/**
 * Goal: a callback that is sent again and again does not make the shop ask the bank again and again, and none is lost.
 * Method: two callbacks with the right key every four seconds for ten minutes; the queries of the poller are counted.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hintPayment, pollSoon } from '#modules/payments/server/public-api.ts'
import { pollPayments } from '../server/poll-payments.ts'
import { begin, env, openScenarios, pay, stateOf } from './scenarios.ts'
import { paymentsOf } from './test-env.ts'

beforeAll(openScenarios)
afterAll(() => env.close())

test.each(['with the key of its address', 'signed'])('a replayed callback %s', async (kind) => {
  const scenario = await begin()
  env.bank.misbehave({ callbackLost: true })
  const externalId = await pay(scenario)
  const [payment] = await paymentsOf(env.context, scenario.order.orderKey)
  const { id = '', callbackKey = '' } = payment ?? {}
  const hint = () =>
    kind === 'signed'
      ? pollSoon(env.context, id)
      : hintPayment(env.context, { provider: 2, externalId, callbackKey })
  let queries = 0
  const poll = async () => void (queries += await pollPayments(env.context, env.ports))
  await hint()
  await poll()
  expect(queries).toBe(1)
  for (let second = 0; second < 600; second += 4) {
    env.clock.advance(4)
    await Promise.all([hint(), hint()])
    await poll()
  }
  // A handful at once, then one for each growing pause, besides the poller's own.
  expect(queries).toBeLessThan(25)
  env.bank.pay(externalId, { kind: 'approve' })
  await hint()
  env.clock.advance(300)
  await poll()
  expect(await stateOf(scenario.order)).toBe('Processed')
  // Polling has ended; a callback after an hour of silence is heard at once.
  env.clock.advance(7_200)
  const before = queries
  await hint()
  await poll()
  expect(queries).toBe(before + 1)
})
