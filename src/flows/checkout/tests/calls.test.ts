/**
 * Goal: the calls of checkout answer as declared, and any invalid input is a coded error that changes nothing.
 * Method: the calls over HTTP on a real database, replies validated.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatusName } from '#contract/enumerations.ts'
import { releaseOrder, type Order } from '#modules/orders/server/public-api.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { openTestEnv, orderOf, paymentsOf, type TestEnv } from './test-env.ts'

let env: TestEnv

beforeAll(async () => {
  env = await openTestEnv()
})

afterAll(() => env.close())

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown> & { readonly error?: { readonly code: string } }
}

async function send(path: string, body?: unknown, token?: string): Promise<Answer> {
  const reply = await fetch(`${env.origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Answer['body'] }
}

function tokenOf({ actor }: CallContext): string {
  return 'sessionId' in actor ? actor.sessionId : ''
}

async function begin(): Promise<{ order: Order; token: string }> {
  const buyer = await env.guest()
  const offeringId = await env.offering(5)
  const order = await env.order(buyer, { offeringId, places: [1, 2] })
  return { order, token: tokenOf(buyer) }
}

const payIdOf = (answer: Answer): string => String(answer.body.redirectUrl).split('/').at(-1) ?? ''

test('from create-payment to a processed order, in the words of the calls', async () => {
  const { order, token } = await begin()
  const { orderKey } = order
  const created = await send('/groot/Orders/create-payment', { orderKey, provider: 2 }, token)
  expect(created).toMatchObject({
    status: 200,
    body: { state: 'pending', amount: { amount: 10_500, currency: 'GEL' }, isFinal: false },
  })
  const again = await send('/groot/Orders/create-payment', { orderKey, provider: 2 }, token)
  expect(again.body.paymentId).toBe(created.body.paymentId)
  const { paymentId } = created.body
  for (const path of [
    `/groot/Orders/payment-status/${orderKey}/${String(paymentId)}`,
    `/v2/payments/status?transactionId=${String(paymentId)}`,
    `/v2/payments/status?orderKey=${orderKey}`,
  ]) {
    expect(await send(path, undefined, token)).toMatchObject({ status: 200, body: { paymentId } })
  }
  env.bank.pay(payIdOf(created), { kind: 'approve' })
  const finished = await send('/v2/payments/tpay/finish', { paymentId }, token)
  expect(finished).toMatchObject({
    status: 200,
    body: { state: 'captured', orderStatusName: 'Processed', isFinal: true, redirectUrl: null },
  })
  for (const path of ['/v2/orders/complete', '/groot/Orders/order/complete']) {
    expect(await send(path, { orderKey }, token)).toMatchObject({
      status: 200,
      body: { statusName: 'Processed', payment: { paymentId } },
    })
  }
})

test('a declined payment states the reason and may be retried, which returns the new order', async () => {
  const { order, token } = await begin()
  const { orderKey } = order
  const created = await send('/groot/Orders/create-payment', { orderKey, provider: 2 }, token)
  env.bank.pay(payIdOf(created), {
    kind: 'decline',
    resultCode: 'decline_not_sufficient_funds',
  })
  expect(await send('/v2/payments/tpay/finish', { orderKey }, token)).toMatchObject({
    body: { state: 'declined', failureCode: 'decline_not_sufficient_funds', canRetry: true },
  })
  const repeated = await send('/v2/orders/retry', { orderKey }, token)
  expect(repeated).toMatchObject({ status: 200, body: { statusName: 'Checkout' } })
  expect(repeated.body.orderKey).not.toBe(orderKey)
  expect((await send('/v2/orders/retry', { orderKey }, token)).body.orderKey).toBe(
    repeated.body.orderKey,
  )
})

test('a retry that has failed is retried in turn, and one that was cancelled is refused', async () => {
  const { order, token } = await begin()
  const retry = () => send('/v2/orders/retry', { orderKey: order.orderKey }, token)
  const decline = async (orderKey: string) => {
    const created = await send('/groot/Orders/create-payment', { orderKey, provider: 2 }, token)
    env.bank.pay(payIdOf(created), { kind: 'decline', resultCode: 'decline_general' })
    await send('/v2/payments/tpay/finish', { orderKey }, token)
  }
  const canRetry = async (orderKey: string) =>
    (await send('/v2/orders/complete', { orderKey }, token)).body.canRetry
  await decline(order.orderKey)
  expect(await canRetry(order.orderKey)).toBe(true)
  const second = String((await retry()).body.orderKey)
  await decline(second)
  expect(await canRetry(order.orderKey)).toBe(true)
  const third = await retry()
  expect(third).toMatchObject({ status: 200, body: { statusName: 'Checkout' } })
  expect([order.orderKey, second]).not.toContain(third.body.orderKey)
  const orderKey = String(third.body.orderKey)
  expect((await send('/v2/orders/retry', { orderKey: second }, token)).body.orderKey).toBe(orderKey)
  await releaseOrder({ ...env.context, actor: { kind: 'system' } }, { orderKey, cancel: true })
  for (const ended of [order.orderKey, second, orderKey])
    expect(await send('/v2/orders/retry', { orderKey: ended }, token)).toMatchObject({
      status: 409,
      body: { error: { code: 'OrderStatusNotAllowed' } },
    })
  for (const ended of [order.orderKey, second, orderKey]) expect(await canRetry(ended)).toBe(false)
})

const bodyCalls = [
  '/groot/Orders/create-payment',
  '/v2/orders/complete',
  '/groot/Orders/order/complete',
  '/v2/orders/retry',
] as const

const badBodies = [
  {},
  [],
  'text',
  null,
  { orderKey: 5, provider: 2 },
  { orderKey: 'not-a-key', provider: 2 },
  { orderKey: "' or 1=1 --", provider: 2 },
  { orderKey: { $ne: null }, provider: 2 },
]

test.each(bodyCalls.flatMap((path) => badBodies.map((body) => [path, body] as const)))(
  '%s refuses %j',
  async (path, body) => {
    const { token } = await begin()
    expect(await send(path, body, token)).toMatchObject({
      status: 400,
      body: { error: { code: 'BadRequest' } },
    })
  },
)

test.each([
  [{ provider: 0 }, 400, 'BadRequest'],
  [{ provider: -2 }, 400, 'BadRequest'],
  [{ provider: 1e9 }, 400, 'BadRequest'],
  [{ provider: 2.5 }, 400, 'BadRequest'],
  [{ provider: 3 }, 409, 'PaymentProviderNotAvailable'],
  [{ provider: 2, continueUrl: '//evil.example' }, 400, 'ContinueAddressNotAllowed'],
  [{ provider: 2, continueUrl: `/${'a'.repeat(3_000)}` }, 400, 'BadRequest'],
])('create-payment with %j changes nothing', async (part, status, code) => {
  const { order, token } = await begin()
  const body = { orderKey: order.orderKey, ...part }
  expect(await send('/groot/Orders/create-payment', body, token)).toMatchObject({
    status,
    body: { error: { code } },
  })
  expect(await paymentsOf(env.context, order.orderKey)).toEqual([])
  expect(orderStatusName((await orderOf(env.context, order.orderKey)).status)).toBe('Checkout')
})

test('amounts and states sent by a client are not read', async () => {
  const { order, token } = await begin()
  const body = {
    orderKey: order.orderKey,
    provider: 2,
    amount: 1,
    currency: 'USD',
    state: 'captured',
  }
  expect(await send('/groot/Orders/create-payment', body, token)).toMatchObject({
    body: { amount: { amount: 10_500, currency: 'GEL' }, state: 'pending' },
  })
})

test("a stranger and a visitor find neither another's order nor its payment", async () => {
  const { order, token } = await begin()
  const { orderKey } = order
  const created = await send('/groot/Orders/create-payment', { orderKey, provider: 2 }, token)
  const paymentId = String(created.body.paymentId)
  const stranger = tokenOf(await env.guest())
  for (const bearer of [stranger, undefined]) {
    for (const path of bodyCalls) {
      const answer = await send(path, { orderKey, provider: 2 }, bearer)
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 404, 'OrderNotFound'])
    }
    const reads = [
      [`/groot/Orders/payment-status/${orderKey}/${paymentId}`, 'OrderNotFound'],
      [`/v2/payments/status?transactionId=${paymentId}`, 'PaymentNotFound'],
      [`/v2/payments/status?orderKey=${orderKey}`, 'OrderNotFound'],
    ] as const
    for (const [path, code] of reads) {
      expect(await send(path, undefined, bearer)).toMatchObject({
        status: 404,
        body: { error: { code } },
      })
    }
    expect(await send('/v2/payments/tpay/finish', { paymentId }, bearer)).toMatchObject({
      status: 404,
      body: { error: { code: 'PaymentNotFound' } },
    })
  }
})

test("one's own order does not open another's payment", async () => {
  const mine = await begin()
  const theirs = await begin()
  const body = { orderKey: theirs.order.orderKey, provider: 2 }
  const { paymentId } = (await send('/groot/Orders/create-payment', body, theirs.token)).body
  const path = `/groot/Orders/payment-status/${mine.order.orderKey}/${String(paymentId)}`
  expect(await send(path, undefined, mine.token)).toMatchObject({
    status: 404,
    body: { error: { code: 'PaymentNotFound' } },
  })
  const both = { orderKey: mine.order.orderKey, paymentId }
  expect(await send('/v2/payments/tpay/finish', both, mine.token)).toMatchObject({ status: 404 })
})

test.each([
  ['/v2/payments/tpay/finish', {}],
  ['/v2/payments/tpay/finish', { paymentId: 'x' }],
  ['/v2/payments/status', undefined],
  ['/v2/payments/status?transactionId=1', undefined],
  ['/groot/Orders/payment-status/x/y', undefined],
])('%s with %j is a bad request', async (path, body) => {
  const { token } = await begin()
  expect(await send(path, body, token)).toMatchObject({
    status: 400,
    body: { error: { code: 'BadRequest' } },
  })
})

test('a draft, an unpaid and a repeated order cannot be completed or repeated out of turn', async () => {
  const { order, token } = await begin()
  const { orderKey } = order
  expect(await send('/v2/orders/complete', { orderKey }, token)).toMatchObject({
    status: 409,
    body: { error: { code: 'OrderStatusNotAllowed' } },
  })
  expect(await send('/v2/orders/retry', { orderKey }, token)).toMatchObject({
    status: 409,
    body: { error: { code: 'OrderStatusNotAllowed' } },
  })
  expect(orderStatusName((await orderOf(env.context, orderKey)).status)).toBe('Checkout')
})
