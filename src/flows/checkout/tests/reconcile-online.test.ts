/**
 * Goal: the statements of the online services match our records when all went well, also where a buyer sent too
 * little or sent more later; unknown captures are applied; missing ones are reported. Method: both fakes and a real
 * database, one day.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createCityPay,
  createEpoint,
  dayAgo,
  readDay,
} from '#modules/payments/server/public-api.ts'
import { startCityPay, type CityPayFake } from '../../../../fakes/citypay/start.ts'
import { startEpoint, type EpointFake } from '../../../../fakes/epoint/start.ts'
import { testClock } from '../../../../tests/support/context.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { cardProviders, reconcileDay } from '../server/reconcile.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { openTestEnv, orderOf, type TestEnv } from './test-env.ts'

let env: TestEnv
let epoint: EpointFake
let citypay: CityPayFake

beforeAll(async () => {
  epoint = await startEpoint({ port: 0, silenceMs: 200, tickMs: 20 })
  citypay = await startCityPay({ port: 0, silenceMs: 200, tickMs: 20, confirmAfterMs: 0 })
  const clock = testClock(new Date())
  const services = [
    createEpoint({ url: epoint.url, ...epoint.keys, timeoutMs: 5_000 }),
    createCityPay({ url: citypay.url, ...citypay.access, timeoutMs: 5_000 }),
  ]
  env = await openTestEnv(services, undefined, clock)
  epoint.misbehave({ callbackLost: true })
  citypay.misbehave({ callbackLost: true })
})

afterAll(async () => {
  await env.close()
  await Promise.all([epoint.stop(), citypay.stop()])
})

async function begin(provider: 3 | 4) {
  const buyer = await env.guest()
  const order = await env.order(buyer, { offeringId: await env.offering(2), places: [1] })
  const { orderKey } = order
  const started = await startPayment(buyer, env.ports, { orderKey, provider })
  if (!started.ok) throw new Error(started.code)
  return { orderKey, paymentId: started.value.id, externalId: started.value.externalId ?? '' }
}

const settle = (paymentId: string) => settlePayment(env.context, env.ports, paymentId)

async function look() {
  const today = dayAgo(env.clock.now(), 0)
  await reconcileDay(env.context, env.ports, today)
  return readDay(env.context, today, cardProviders(env.ports))
}

test('a day at both services agrees; one line too few on their side is named', async () => {
  const paid = await begin(3)
  epoint.pay(paid.externalId, 'approve')
  await settle(paid.paymentId)
  const unsynced = await begin(3)
  epoint.pay(unsynced.externalId, 'approve')
  const coins = await begin(4)
  citypay.act(coins.externalId, 'send')
  await settle(coins.paymentId)
  const short = await begin(4)
  citypay.act(short.externalId, 'send-less')
  citypay.act(short.externalId, 'expire')
  await settle(short.paymentId)
  // The remainder is sent after the deadline: a separate payment here, the same line at the service.
  citypay.act(short.externalId, 'send-rest', { force: true })
  await settle(short.paymentId)
  await executeRefunds(env.context, env.ports)
  const day = await look()
  expect(day.differences).toEqual([])
  expect((await orderOf(env.context, unsynced.orderKey)).status).toBe(1)
  const online = day.providers.filter(({ name }) => name === 'epoint' || name === 'citypay')
  expect(online.map(({ state }) => state)).toEqual(['agreed', 'agreed'])
  expect(online.map(({ theirs }) => theirs[0]?.count)).toEqual([2, 2])
  epoint.misbehave({ reportOmits: paid.externalId })
  citypay.misbehave({ reportOmits: coins.externalId })
  expect((await look()).differences).toMatchObject([
    { kind: 'missing-there', externalId: paid.externalId },
    { kind: 'missing-there', externalId: coins.externalId },
  ])
  epoint.misbehave({ reportErrorCalls: 5 })
  expect((await look()).providers.find(({ name }) => name === 'epoint')?.state).toBe('unanswered')
})
