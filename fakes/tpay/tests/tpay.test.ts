/**
 * Goal: the fake bank implements tpay as documented, applies faults exactly as configured, and its totals
 * are consistent. Method: a real server on a free port, called over HTTP like a shop and a browser do, and
 * a small server that receives the shop's callbacks.
 */
import { mkdtempSync, rmSync, appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { TpayFake, TpayOptions } from '../start.ts'
import { startTpay } from '../start.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

async function openBank(options: Partial<TpayOptions> = {}): Promise<TpayFake> {
  const bank = await startTpay({ port: 0, callbackRetryDelaysMs: [20, 20], tickMs: 20, ...options })
  cleanups.push(() => bank.stop())
  return bank
}

/** The callback endpoint of a shop: records requests and answers with the configured status. */
async function openShop() {
  const shop = { told: [] as string[], status: 200, url: '' }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      shop.told.push((JSON.parse(body) as { PaymentId: string }).PaymentId)
      response.writeHead(shop.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(
    () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  )
  shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`
  return shop
}

async function signIn(bank: TpayFake): Promise<Record<string, string>> {
  const answer = await fetch(`${bank.url}/v1/tpay/access-token`, {
    method: 'POST',
    headers: { apikey: bank.credentials.apiKey },
    body: new URLSearchParams({
      client_Id: bank.credentials.clientId,
      client_secret: bank.credentials.clientSecret,
    }),
  })
  const token = (await answer.json()) as {
    access_token: string
    token_type: string
    expires_in: number
  }
  expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 86_400 })
  return { apikey: bank.credentials.apiKey, authorization: `Bearer ${token.access_token}` }
}

type Answer = { status: number; body: Record<string, unknown> }

async function call(
  bank: TpayFake,
  headers: Record<string, string>,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(`${bank.url}/v1/tpay/payments${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined || body === null ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const order = {
  amount: { currency: 'GEL', total: 52.5 },
  returnurl: 'http://shop.example/back?order=1',
  merchantPaymentId: 'order-1',
  language: 'EN',
}

async function create(bank: TpayFake, headers: Record<string, string>, more: object = {}) {
  const answer = await call(bank, headers, '', { ...order, ...more })
  expect(answer.status).toBe(200)
  return String(answer.body.payId)
}

test('refuses calls without a valid API key or token, and revoked tokens', async () => {
  const bank = await openBank()
  const headers = await signIn(bank)
  expect((await call(bank, {}, '/x')).status).toBe(401)
  expect((await call(bank, { apikey: bank.credentials.apiKey }, '/x')).status).toBe(401)
  const forged = headers.authorization!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect((await call(bank, { ...headers, authorization: forged }, '/x')).status).toBe(401)
  expect((await call(bank, headers, '/x')).status).toBe(404)
  await fetch(`${bank.url}/__control/revoke-tokens`, { method: 'POST' })
  expect((await call(bank, headers, '/x')).status).toBe(401)
  expect((await call(bank, await signIn(bank), '/x')).status).toBe(404)
})

test('creates and approves a payment, sends the callback and reports it', async () => {
  const [bank, shop] = [await openBank(), await openShop()]
  const headers = await signIn(bank)
  const made = await call(bank, headers, '', { ...order, callbackUrl: shop.url })
  expect(made.body).toMatchObject({ status: 'Created', currency: 'GEL', amount: 52.5 })
  const payId = String(made.body.payId)
  expect(made.body.links).toContainEqual({
    uri: `${bank.url}/pay/${payId}`,
    method: 'REDIRECT',
    rel: 'approval_url',
  })
  bank.pay(payId, { kind: 'approve' })
  await vi.waitFor(() => expect(shop.told).toEqual([payId]))
  const details = await call(bank, headers, `/${payId}`)
  expect(details.body).toMatchObject({
    status: 'Succeeded',
    resultCode: 'approved',
    confirmedAmount: 52.5,
    returnedAmount: 0,
    paymentMethod: 5,
  })
})

test.each([
  ['no amount', { amount: { currency: 'GEL', total: 0 } }],
  ['a negative amount', { amount: { currency: 'GEL', total: -1 } }],
  ['a third decimal', { amount: { currency: 'GEL', total: 1.005 } }],
  ['an unknown currency', { amount: { currency: 'AMD', total: 1 } }],
  ['a script as return address', { returnurl: 'javascript:alert(1)' }],
  ['a description over 30 signs', { description: 'x'.repeat(31) }],
  ['Georgian in extra', { extra: 'ბილეთი' }],
])('refuses to create a payment with %s', async (_what, wrong) => {
  const bank = await openBank()
  const answer = await call(bank, await signIn(bank), '', { ...order, ...wrong })
  expect(answer.status).toBe(400)
  expect(bank.payments()).toHaveLength(0)
})

test('creates a separate payment for each create call, also with the same merchantPaymentId', async () => {
  const bank = await openBank()
  const headers = await signIn(bank)
  expect(await create(bank, headers)).not.toBe(await create(bank, headers))
})

test('refunds in full, or once in part on the day of the payment', async () => {
  const bank = await openBank()
  const headers = await signIn(bank)
  const whole = await create(bank, headers)
  const part = await create(bank, headers)
  expect((await call(bank, headers, `/${whole}/cancel`, {})).status).toBe(400)
  bank.pay(whole, { kind: 'approve' })
  bank.pay(part, { kind: 'approve' })
  expect((await call(bank, headers, `/${whole}/cancel`, null)).status).toBe(200)
  expect((await call(bank, headers, `/${whole}/cancel`, {})).status).toBe(400)
  expect((await call(bank, headers, `/${part}/cancel`, { amount: 52.51 })).status).toBe(400)
  expect((await call(bank, headers, `/${part}/cancel`, { amount: 12.5 })).status).toBe(200)
  expect((await call(bank, headers, `/${part}/cancel`, { amount: 1 })).status).toBe(400)
  expect((await call(bank, headers, `/${whole}`)).body.status).toBe('Returned')
  expect((await call(bank, headers, `/${part}`)).body).toMatchObject({
    status: 'PartialReturned',
    returnedAmount: 12.5,
  })
  expect(bank.totals()).toEqual({ GEL: { captured: 10_500, returned: 6_500, net: 4_000 } })
})

test('refunds once for ten concurrent cancel calls', async () => {
  const bank = await openBank()
  const headers = await signIn(bank)
  const payId = await create(bank, headers)
  bank.pay(payId, { kind: 'approve' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call(bank, headers, `/${payId}/cancel`, {})),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(bank.totals().GEL).toEqual({ captured: 5_250, returned: 5_250, net: 0 })
})

test('completes a pre-authorised payment in part, and charges a saved card again', async () => {
  const bank = await openBank()
  const headers = await signIn(bank)
  const payId = await create(bank, headers, { preAuth: true, saveCard: true })
  bank.pay(payId, { kind: 'approve' })
  const waiting = (await call(bank, headers, `/${payId}`)).body
  expect(waiting).toMatchObject({ status: 'WaitingConfirm', confirmedAmount: 0, preAuth: true })
  const completed = await call(bank, headers, `/${payId}/completion`, { amount: 40 })
  expect(completed.body).toMatchObject({ status: 'Succeeded', amount: 52.5, confirmedAmount: 40 })
  const { recId } = waiting.recurringCard as { recId: string }
  const again = { recId, money: { amount: 10, currency: 'GEL' } }
  expect((await call(bank, headers, '/execution', again)).body.status).toBe('Succeeded')
  expect((await call(bank, headers, `/${recId}/delete`, {})).status).toBe(200)
  expect((await call(bank, headers, '/execution', again)).status).toBe(400)
  expect(bank.totals().GEL?.captured).toBe(5_000)
})

test('repeats a refused callback, never sends a lost one, and sends a duplicated one three times', async () => {
  const [bank, shop] = [await openBank(), await openShop()]
  const headers = await signIn(bank)
  const more = { callbackUrl: shop.url }
  const [refused, lost, tripled] = [
    await create(bank, headers, more),
    await create(bank, headers, more),
    await create(bank, headers, more),
  ]
  shop.status = 500
  bank.pay(refused, { kind: 'approve' })
  await vi.waitFor(() => expect(shop.told).toEqual([refused, refused, refused]))
  await vi.waitFor(() => expect(heldBy(bank, refused)?.callback).toBe('given-up'))
  shop.status = 200
  shop.told.length = 0
  bank.misbehave({ callbackLost: true }, lost)
  bank.pay(lost, { kind: 'approve' })
  expect(heldBy(bank, lost)).toMatchObject({ status: 'Succeeded', callback: 'lost' })
  bank.misbehave({ callbackCopies: 3 }, tripled)
  bank.pay(tripled, { kind: 'approve' })
  await vi.waitFor(() => expect(shop.told).toEqual([tripled, tripled, tripled]))
})

function heldBy(bank: TpayFake, payId: string) {
  return bank.payments().find((payment) => payment.payId === payId)
}

test('reports a false failure after the success once, and keeps the money', async () => {
  const [bank, shop] = [await openBank(), await openShop()]
  const headers = await signIn(bank)
  const payId = await create(bank, headers, { callbackUrl: shop.url })
  bank.misbehave({ failureAfterSuccess: true }, payId)
  bank.pay(payId, { kind: 'approve' })
  await vi.waitFor(() => expect(shop.told).toEqual([payId, payId]))
  expect((await call(bank, headers, `/${payId}`)).body.status).toBe('Failed')
  expect((await call(bank, headers, `/${payId}`)).body.status).toBe('Succeeded')
  expect(bank.totals().GEL?.captured).toBe(5_250)
})

test('can charge another amount and another currency', async () => {
  const bank = await openBank()
  const headers = await signIn(bank)
  const payId = await create(bank, headers)
  bank.misbehave({ approveAmountMinor: 1, approveCurrency: 'USD' }, payId)
  bank.pay(payId, { kind: 'approve' })
  expect((await call(bank, headers, `/${payId}`)).body).toMatchObject({
    status: 'Succeeded',
    amount: 0.01,
    currency: 'USD',
  })
})

test('fails or leaves unanswered the configured number of calls, with or without effect', async () => {
  const bank = await openBank({ silenceMs: 50 })
  const headers = await signIn(bank)
  bank.misbehave({ createErrorCalls: 1 })
  expect((await call(bank, headers, '', order)).status).toBe(500)
  expect(bank.payments()).toHaveLength(0)
  bank.misbehave({ createLostCalls: 1 })
  await expect(call(bank, headers, '', order)).rejects.toThrow()
  expect(bank.payments()).toHaveLength(1)
  const payId = await create(bank, headers)
  bank.pay(payId, { kind: 'approve' })
  bank.misbehave({ statusErrorCalls: 1, statusTimeoutCalls: 1 }, payId)
  await expect(call(bank, headers, `/${payId}`)).rejects.toThrow()
  expect((await call(bank, headers, `/${payId}`)).status).toBe(500)
  expect((await call(bank, headers, `/${payId}`)).status).toBe(200)
  bank.misbehave({ cancelErrorCalls: 1, cancelLostCalls: 1 }, payId)
  expect((await call(bank, headers, `/${payId}/cancel`, {})).status).toBe(500)
  expect(bank.totals().GEL?.returned).toBe(0)
  await expect(call(bank, headers, `/${payId}/cancel`, {})).rejects.toThrow()
  expect(bank.totals().GEL?.returned).toBe(5_250)
})

test('expires an unpaid session with a callback; a late approval needs force', async () => {
  const [bank, shop] = [await openBank(), await openShop()]
  const headers = await signIn(bank)
  const payId = await create(bank, headers, { callbackUrl: shop.url })
  bank.pay(payId, { kind: 'expire' })
  await vi.waitFor(() => expect(shop.told).toEqual([payId]))
  expect((await call(bank, headers, `/${payId}`)).body.status).toBe('Expired')
  expect(() => bank.pay(payId, { kind: 'approve' })).toThrow()
  bank.pay(payId, { kind: 'approve' }, { force: true })
  await vi.waitFor(() => expect(shop.told).toEqual([payId, payId]))
})

test('a slow payment is Processing and then succeeds, also across a restart', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'tpay-'))
  cleanups.push(() => rmSync(stateDir, { recursive: true }))
  const shop = await openShop()
  const first = await openBank({ stateDir })
  const headers = await signIn(first)
  const payId = await create(first, headers, { callbackUrl: shop.url })
  const paid = await create(first, headers)
  first.pay(paid, { kind: 'approve' })
  first.pay(payId, { kind: 'slow', settlesAfterMs: 200 })
  expect((await call(first, headers, `/${payId}`)).body.status).toBe('Processing')
  await first.stop()
  appendFileSync(join(stateDir, 'payments.jsonl'), '{"payId":"torn","sta')
  const second = await openBank({ stateDir })
  expect(second.payments()).toHaveLength(2)
  expect(heldBy(second, paid)?.status).toBe('Succeeded')
  await vi.waitFor(() => expect(shop.told).toEqual([payId]))
  expect((await call(second, headers, `/${payId}`)).body.status).toBe('Succeeded')
})

test('sends a pending callback after a restart', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'tpay-'))
  cleanups.push(() => rmSync(stateDir, { recursive: true }))
  const shop = await openShop()
  const first = await openBank({ stateDir })
  const payId = await create(first, await signIn(first), { callbackUrl: shop.url })
  first.misbehave({ callbackDelayMs: 60_000 })
  first.pay(payId, { kind: 'approve' })
  await first.stop()
  await openBank({ stateDir })
  await vi.waitFor(() => expect(shop.told).toEqual([payId]))
})

test('pays, sets faults, forges, lists and resets by control calls', async () => {
  const [bank, shop] = [await openBank(), await openShop()]
  const headers = await signIn(bank)
  const payId = await create(bank, headers, { callbackUrl: shop.url })
  const control = async (path: string, body?: unknown, more: Record<string, string> = {}) => {
    const answer = await fetch(`${bank.url}/__control/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  expect((await control('misbehave', { nonsense: 1 })).status).toBe(400)
  expect((await control('payments', undefined, { 'x-forwarded-for': '10.0.0.1' })).status).toBe(403)
  expect((await control('reset', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  await control('forge', { url: shop.url, paymentId: 'made-up' })
  expect(shop.told).toEqual(['made-up'])
  expect((await control('pay', { payId, outcome: 'insufficient-funds' })).body).toMatchObject({
    status: 'Failed',
    resultCode: 'decline_not_sufficient_funds',
  })
  expect((await control('pay', { payId, outcome: 'approve' })).status).toBe(409)
  await control('notify', { payId, times: 2 })
  await vi.waitFor(() => expect(shop.told).toEqual(['made-up', payId, payId, payId]))
  const list = await control('payments?merchantPaymentId=order-1')
  expect(list.body).toMatchObject({ count: 1, totals: { GEL: { captured: 0 } } })
  await control('misbehave', { payId, statusErrorCalls: 2 })
  expect((await control('reset', { payments: true })).body).toEqual({ global: {}, payments: {} })
  expect(bank.payments()).toHaveLength(0)
})
