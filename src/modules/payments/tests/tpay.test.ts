/**
 * Goal: the adapter follows the bank's protocol and distinguishes refused from unknown. Method: the fake bank, first
 * correct and then misbehaving; a port without a listener.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTpay, type TpayFake } from '../../../../fakes/tpay/start.ts'
import type { CreateRequest, PaymentProvider } from '../server/provider.ts'
import { createTpay } from '../server/tpay/adapter.ts'

let bank: TpayFake
let provider: PaymentProvider
/** Gives up soon, for calls that are never answered. */
let impatient: PaymentProvider

beforeEach(async () => {
  bank = await startTpay({ port: 0, tickMs: 20 })
  provider = createTpay({ url: bank.url, ...bank.credentials, timeoutMs: 1_000 })
  impatient = createTpay({ url: bank.url, ...bank.credentials, timeoutMs: 400 })
})

afterEach(() => bank.stop())

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

async function createOne(): Promise<string> {
  const answer = await provider.create(request)
  if (answer.kind !== 'answered') throw new Error(`not created: ${answer.detail}`)
  return answer.value.externalId
}

test('create, read, refund: the bank and we mean the same', async () => {
  const externalId = await createOne()
  const [held] = bank.payments()
  expect(held).toMatchObject({
    payId: externalId,
    requestedMinor: 5_250,
    requestedCurrency: 'GEL',
    merchantPaymentId: request.paymentId,
    returnUrl: request.returnUrl,
    callbackUrl: request.callbackUrl,
    language: 'KA',
  })
  expect((held?.expiresAt ?? 0) - (held?.createdAt ?? 0)).toBe(7 * 60_000)
  expect(await provider.read(externalId)).toMatchObject({ value: { state: 'pending' } })
  bank.pay(externalId, { kind: 'approve' })
  expect(await provider.read(externalId)).toEqual({
    kind: 'answered',
    value: {
      state: 'captured',
      currency: 'GEL',
      capturedMinor: 5_250,
      returnedMinor: 0,
      isReturning: false,
      failureCode: null,
      card: null,
      paymentId: null,
    },
  })
  expect(await provider.refund?.(externalId, 1_005, false)).toMatchObject({ kind: 'answered' })
  expect(await provider.read(externalId)).toMatchObject({
    value: { state: 'captured', capturedMinor: 5_250, returnedMinor: 1_005 },
  })
  expect(bank.calls.token).toBe(1)
})

test('a decline and an expiry are distinguished', async () => {
  const declined = await createOne()
  bank.pay(declined, { kind: 'decline', resultCode: 'decline_not_sufficient_funds' })
  expect(await provider.read(declined)).toMatchObject({
    value: { state: 'declined', failureCode: 'decline_not_sufficient_funds', capturedMinor: 0 },
  })
  const expired = await createOne()
  bank.pay(expired, { kind: 'expire' })
  expect(await provider.read(expired)).toMatchObject({ value: { state: 'expired' } })
})

test('a create without an answer is unknown and is not sent twice', async () => {
  bank.misbehave({ createLostCalls: 1 })
  expect(await impatient.create(request)).toMatchObject({ kind: 'unknown' })
  expect(bank.calls.create).toBe(1)
  expect(bank.payments()).toHaveLength(1)
  bank.misbehave({ createErrorCalls: 1 })
  expect(await provider.create(request)).toMatchObject({ kind: 'unknown' })
  expect(bank.calls.create).toBe(2)
})

test('a status call that breaks or hangs is unknown, one about a strange id is refused', async () => {
  const externalId = await createOne()
  bank.misbehave({ statusErrorCalls: 1 }, externalId)
  expect(await provider.read(externalId)).toMatchObject({ kind: 'unknown' })
  bank.misbehave({ statusTimeoutCalls: 1 }, externalId)
  expect(await impatient.read(externalId)).toMatchObject({ kind: 'unknown' })
  expect(await provider.read('nosuchpayment')).toMatchObject({ kind: 'refused', code: 'http-404' })
})

test('without a token nothing was sent: refused, not unknown', async () => {
  bank.misbehave({ tokenErrorCalls: 1 })
  expect(await provider.create(request)).toMatchObject({
    kind: 'refused',
    code: 'no-access-token',
  })
  const wrong = createTpay({ url: bank.url, ...bank.credentials, clientSecret: 'wrong' })
  expect(await wrong.create(request)).toMatchObject({ kind: 'refused' })
  expect(bank.calls.create).toBe(0)
})

test('a token that was revoked is renewed once, and many calls share one renewal', async () => {
  const externalId = await createOne()
  await fetch(`${bank.url}/__control/revoke-tokens`, { method: 'POST' })
  expect(await provider.read(externalId)).toMatchObject({ kind: 'answered' })
  const fresh = createTpay({ url: bank.url, ...bank.credentials })
  const before = bank.calls.token
  await Promise.all(Array.from({ length: 10 }, () => fresh.read(externalId)))
  expect(bank.calls.token).toBe(before + 1)
})

test('an unreachable bank is refused: the connection was never made', async () => {
  const nowhere = createTpay({ url: 'http://127.0.0.1:9', ...bank.credentials })
  expect(await nowhere.create(request)).toMatchObject({ kind: 'refused' })
})

test('a saved card is charged once; a charge without an answer is found in the report', async () => {
  const saving = await provider.create({ ...request, saveCard: true })
  if (saving.kind !== 'answered') throw new Error(saving.detail)
  bank.pay(saving.value.externalId, { kind: 'approve' })
  const kept = await provider.read(saving.value.externalId)
  const token = kept.kind === 'answered' ? (kept.value.card?.token ?? '') : ''
  const charge = {
    paymentId: '0192f0c1-0000-7000-8000-000000000002',
    amount: request.amount,
    token,
    callbackUrl: request.callbackUrl,
    description: request.description,
  }
  bank.misbehave({ executionLostCalls: 1 })
  const before = new Date()
  expect(await impatient.charge?.(charge)).toMatchObject({ kind: 'unknown' })
  const found = await provider.find?.(charge.paymentId, before)
  expect(found).toMatchObject({ kind: 'answered', value: expect.any(String) })
  expect(await provider.find?.('nobody', before)).toEqual({ kind: 'answered', value: null })
  expect(await provider.charge?.({ ...charge, token: 'strange' })).toMatchObject({
    kind: 'refused',
  })
  const externalId = found?.kind === 'answered' ? (found.value ?? '') : ''
  await provider.refund?.(externalId, 1_000, false)
  const from = new Date(before.getTime() - 1_000)
  const report = await provider.report?.(from, new Date(Date.now() + 1_000))
  expect(report).toMatchObject({
    kind: 'answered',
    value: [
      { externalId: saving.value.externalId, capturedMinor: 5_250, returnedMinor: 0 },
      {
        externalId,
        paymentId: charge.paymentId,
        currency: 'GEL',
        capturedMinor: 5_250,
        returnedMinor: 1_000,
      },
    ],
  })
  bank.misbehave({ reportErrorCalls: 1 })
  expect(await provider.report?.(from, new Date())).toMatchObject({ kind: 'unknown' })
})
