/**
 * Goal: the adapter follows Epoint's protocol, distinguishes refused from unknown, and accepts signed messages only.
 * Method: the fake, first correct and then misbehaving; messages altered after signing.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEpoint, type EpointFake } from '../../../../fakes/epoint/start.ts'
import { createEpoint } from '../server/epoint/adapter.ts'
import { sign } from '../server/epoint/signature.ts'
import type { CreateRequest, PaymentProvider } from '../server/provider.ts'

let service: EpointFake
let provider: PaymentProvider
/** Gives up soon, for calls that are never answered. */
let impatient: PaymentProvider

beforeEach(async () => {
  service = await startEpoint({ port: 0, tickMs: 20 })
  provider = createEpoint({ url: service.url, ...service.keys, timeoutMs: 1_000 })
  impatient = createEpoint({ url: service.url, ...service.keys, timeoutMs: 400 })
})

afterEach(() => service.stop())

const request: CreateRequest = {
  paymentId: '0192f0c1-0000-7000-8000-000000000001',
  amount: { amount: 5_250, currency: 'GEL' },
  returnUrl: 'http://localhost:3000/return',
  callbackUrl: 'http://127.0.0.1:9/callback',
  sessionMinutes: 7,
  locale: 'ka',
  description: 'Order ABC',
  saveCard: false,
}

async function createOne(overrides: Partial<CreateRequest> = {}): Promise<string> {
  const answer = await provider.create({ ...request, ...overrides })
  if (answer.kind !== 'answered') throw new Error(`not created: ${answer.detail}`)
  expect(answer.value.approvalUrl).toBe(`${service.url}/pay/${answer.value.externalId}`)
  return answer.value.externalId
}

test('create, read, return a part and then the rest: the service and we mean the same', async () => {
  const externalId = await createOne({ saveCard: true })
  expect(service.payments()).toMatchObject([
    {
      orderId: request.paymentId,
      requestedMinor: 5_250,
      currency: 'GEL',
      language: 'KA',
      successUrl: request.returnUrl,
      errorUrl: request.returnUrl,
      callbackUrl: request.callbackUrl,
    },
  ])
  expect(await provider.read(externalId)).toMatchObject({ value: { state: 'pending' } })
  service.pay(externalId, 'approve')
  expect(await provider.read(externalId)).toEqual({
    kind: 'answered',
    value: {
      externalId,
      paymentId: request.paymentId,
      state: 'captured',
      currency: 'GEL',
      capturedMinor: 5_250,
      returnedMinor: 0,
      isReturning: false,
      failureCode: null,
      card: {
        token: service.payments()[0]?.cardId,
        mask: '400000******0001',
        goodUntil: null,
      },
    },
  })
  expect(await provider.refund?.(externalId, 1_005, false)).toMatchObject({ kind: 'answered' })
  expect(await provider.read(externalId)).toMatchObject({ value: { returnedMinor: 1_005 } })
  expect(await provider.refund?.(externalId, 4_245, true)).toMatchObject({ kind: 'answered' })
  expect(await provider.read(externalId)).toMatchObject({
    value: { state: 'captured', returnedMinor: 5_250 },
  })
  expect(await provider.refund?.(externalId, 1, false)).toMatchObject({ kind: 'refused' })
})

test.each([
  ['insufficient-funds', 'decline_not_sufficient_funds'],
  ['decline', 'decline_general'],
] as const)('a card that is declined (%s) says why', async (outcome, failureCode) => {
  const externalId = await createOne()
  service.pay(externalId, outcome)
  expect(await provider.read(externalId)).toMatchObject({
    value: { state: 'declined', capturedMinor: 0, failureCode },
  })
})

test('a create without an answer is unknown, is not sent twice, and is found by our own id', async () => {
  service.misbehave({ createLostCalls: 1 })
  expect(await impatient.create(request)).toMatchObject({ kind: 'unknown' })
  expect(service.calls.request).toBe(1)
  const [held] = service.payments()
  expect(await provider.readOwn?.(request.paymentId)).toMatchObject({
    kind: 'answered',
    value: { externalId: held?.transaction, state: 'pending' },
  })
  const nobody = '0192f0c1-0000-7000-8000-00000000dead'
  expect(await provider.readOwn?.(nobody)).toMatchObject({ kind: 'refused' })
})

test('a saved card is charged, and a charge without an answer is looked up instead of repeated', async () => {
  const first = await createOne({ saveCard: true })
  service.pay(first, 'approve')
  const token = service.payments()[0]?.cardId ?? ''
  const { amount, callbackUrl, description } = request
  const charge = (paymentId: string, card = token, by = provider) =>
    by.charge?.({ paymentId, amount, token: card, callbackUrl, description })
  const second = '0192f0c1-0000-7000-8000-0000000000c2'
  expect(await charge(second)).toEqual({
    kind: 'answered',
    value: { externalId: service.payments()[1]?.transaction },
  })
  expect(await charge(second, 'ce0')).toMatchObject({ kind: 'refused' })
  service.misbehave({ executeLostCalls: 1 })
  const third = '0192f0c1-0000-7000-8000-0000000000c3'
  expect(await charge(third, token, impatient)).toMatchObject({ kind: 'unknown' })
  const { transaction = '' } = service.payments()[2] ?? {}
  const now = new Date()
  expect(await provider.find?.(third, now)).toEqual({ kind: 'answered', value: transaction })
  expect(await provider.read(transaction)).toMatchObject({ value: { capturedMinor: 5_250 } })
  const nobody = '0192f0c1-0000-7000-8000-00000000dead'
  expect(await provider.find?.(nobody, now)).toEqual({ kind: 'answered', value: null })
})

test('an error or a time-out is unknown, a refusal is refused', async () => {
  const externalId = await createOne()
  service.misbehave({ createErrorCalls: 1, statusErrorCalls: 1 })
  expect(await provider.create(request)).toMatchObject({ kind: 'unknown' })
  expect(await provider.read(externalId)).toMatchObject({ kind: 'unknown' })
  service.misbehave({ statusTimeoutCalls: 1 })
  expect(await impatient.read(externalId)).toMatchObject({ kind: 'unknown' })
  service.pay(externalId, 'approve')
  service.misbehave({ reverseLostCalls: 1 })
  expect(await impatient.refund?.(externalId, 5_250, true)).toMatchObject({ kind: 'unknown' })
  expect(await provider.read(externalId)).toMatchObject({ value: { returnedMinor: 5_250 } })
  const stranger = createEpoint({ url: service.url, ...service.keys, privateKey: 'wrong' })
  expect(await stranger.create(request)).toMatchObject({ kind: 'refused', code: 'epoint-error' })
})

test('a message holds only as it was signed', () => {
  const told = { order_id: request.paymentId, transaction: 'te1', status: 'success' }
  const genuine = sign(service.keys.privateKey, told)
  expect(provider.readSigned?.(genuine.data, genuine.signature)).toEqual({
    paymentId: request.paymentId,
    externalId: 'te1',
  })
  const forged = sign('another key', told)
  const other = sign(service.keys.privateKey, { ...told, transaction: 'te2' })
  for (const [data, signature] of [
    [genuine.data, forged.signature],
    [other.data, genuine.signature],
    [genuine.data, ''],
    [genuine.data, `${genuine.signature}=`],
    [`${genuine.data} `, genuine.signature],
  ] as const)
    expect(provider.readSigned?.(data, signature)).toBeNull()
  const noId = sign(service.keys.privateKey, { order_id: "' or 1=1", transaction: 'te1' })
  expect(provider.readSigned?.(noId.data, noId.signature)).toBeNull()
})
