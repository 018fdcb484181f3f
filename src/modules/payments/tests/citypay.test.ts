/**
 * Goal: the adapter follows CityPay's protocol: the amount received counts, even if it is less or more, once nothing
 * more is expected. Method: the fake, first correct and then misbehaving.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCityPay, type CityPayFake } from '../../../../fakes/citypay/start.ts'
import { createCityPay } from '../server/citypay/adapter.ts'
import { supportsRefund } from '../server/provider-facts.ts'
import type { CreateRequest, PaymentProvider } from '../server/provider.ts'

let service: CityPayFake
let provider: PaymentProvider
/** Gives up soon, for calls that are never answered. */
let impatient: PaymentProvider

beforeEach(async () => {
  service = await startCityPay({ port: 0, tickMs: 20, confirmAfterMs: 0 })
  provider = createCityPay({ url: service.url, ...service.access, timeoutMs: 1_000 })
  impatient = createCityPay({ url: service.url, ...service.access, timeoutMs: 400 })
})

afterEach(() => service.stop())

const request: CreateRequest = {
  paymentId: '0192f0c1-0000-7000-8000-000000000002',
  amount: { amount: 10_500, currency: 'GEL' },
  returnUrl: 'http://localhost:3000/return',
  callbackUrl: 'http://127.0.0.1:9/callback',
  sessionMinutes: 7,
  locale: 'en',
  description: 'Order ABC',
  saveCard: false,
}
const token = request.paymentId

test('an order carries our own id as its token and waits for money', async () => {
  expect(await provider.create(request)).toEqual({
    kind: 'answered',
    value: { externalId: token, approvalUrl: `${service.url}/pay/${token}` },
  })
  expect(service.orders()).toMatchObject([
    { token, amountMinor: 10_500, language: 'EN', successUrl: request.returnUrl },
  ])
  expect(await provider.read(token)).toMatchObject({ value: { state: 'pending' } })
  // This provider has no refunds, which the rules also declare.
  expect(provider.refund).toBeNull()
  expect(supportsRefund(provider.number)).toBe(false)
})

test.each([
  { name: 'exactly', acts: ['send'], state: 'captured', capturedMinor: 10_500 },
  { name: 'too much', acts: ['send-more'], state: 'captured', capturedMinor: 12_600 },
  {
    name: 'in two parts',
    acts: ['send-less', 'send-rest'],
    state: 'captured',
    capturedMinor: 10_500,
  },
  { name: 'a part so far', acts: ['send-less'], state: 'pending', capturedMinor: 0 },
  {
    name: 'a part, then no more',
    acts: ['send-less', 'expire'],
    state: 'captured',
    capturedMinor: 6_300,
  },
  {
    name: 'a part, then left',
    acts: ['send-less', 'cancel'],
    state: 'captured',
    capturedMinor: 6_300,
  },
  { name: 'nothing', acts: ['expire'], state: 'expired', capturedMinor: 0 },
  { name: 'left', acts: ['cancel'], state: 'canceled', capturedMinor: 0 },
] as const)('sent $name: $state', async ({ acts, state, capturedMinor }) => {
  await provider.create(request)
  for (const act of acts) service.act(token, act)
  expect(await provider.read(token)).toMatchObject({
    kind: 'answered',
    value: { state, capturedMinor, currency: 'GEL', returnedMinor: 0, paymentId: token },
  })
})

test('a create without an answer is unknown, is not sent twice, and is found by our own id', async () => {
  service.misbehave({ createLostCalls: 1 })
  expect(await impatient.create(request)).toMatchObject({ kind: 'unknown' })
  expect(service.calls.create).toBe(1)
  expect(await provider.readOwn?.(token)).toMatchObject({ value: { externalId: token } })
  expect(await provider.readOwn?.('nobody')).toMatchObject({ kind: 'refused', code: 'http-404' })
})

test('an error or a time-out is unknown, a refusal is refused', async () => {
  await provider.create(request)
  service.misbehave({ statusErrorCalls: 1 })
  expect(await provider.read(token)).toMatchObject({ kind: 'unknown' })
  service.misbehave({ statusTimeoutCalls: 1 })
  expect(await impatient.read(token)).toMatchObject({ kind: 'unknown' })
  service.misbehave({ createErrorCalls: 1 })
  expect(await provider.create(request)).toMatchObject({ kind: 'unknown' })
  const stranger = createCityPay({ url: service.url, ...service.access, accessToken: 'wrong' })
  expect(await stranger.create(request)).toMatchObject({ kind: 'refused', code: 'http-401' })
})
