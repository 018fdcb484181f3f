/**
 * Goal: operators give partners' servers a key, limit and revoke it; nobody else does, and the key is nowhere but in the
 * reply. Method: the calls over HTTP, and requests with the key.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { postProven } from '../../../../tests/hostile/settlements.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'

const path = '/v2/operator/partner-keys'
let shop: HostileShop
let event: MadeEvent
let operator: string

beforeAll(async () => {
  shop = await openHostileShop({ LOG_LEVEL: 'error' })
  event = await shop.event()
  operator = await shop.operator()
})
afterAll(() => shop.close())

const make = (body: object) => postProven(shop, path, { name: 'Travel club', ...body }, operator)
const change = (body: object) => postProven(shop, `${path}/change`, body, operator)
/** A call that needs a key. */
const ask = (key: string) =>
  shop.app.inject({
    method: 'POST',
    url: `/v2/shows/queue?api_key=${key}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ showId: event.showId }),
  })

test('a key is shown once, works within its limit, and ends when it is revoked', async () => {
  const made = await expectOk(make({ channel: 'travel-club', requestsPerMinute: 2 }))
  const { key, keyId } = made
  expect(made).toMatchObject({ state: 'active', hint: key.slice(-4) })
  const listed = await shop.get(path, operator)
  expect(JSON.stringify(listed.body)).not.toContain(key)
  expect(listed.body.items).toContainEqual(expect.objectContaining({ keyId, name: 'Travel club' }))
  const logged = await shop.context.db.selectFrom('operator_log').selectAll().execute()
  expect(JSON.stringify(logged)).not.toContain(key)

  const first = await ask(key)
  expect(first.headers['x-ratelimit-remaining']).toBe('1')
  expect(first.statusCode).toBe(200)
  await ask(key)
  expect((await ask(key)).json().error.code).toBe('TooManyRequests')

  expect(await expectOk(change({ keyId, requestsPerMinute: 100 }))).toMatchObject({
    requestsPerMinute: 100,
  })
  shop.context.clock.advance(61)
  expect((await ask(key)).headers['x-ratelimit-limit']).toBe('100')

  expect(await expectOk(change({ keyId, isRevoked: true }))).toMatchObject({ state: 'revoked' })
  // A revoked key stays revoked.
  expect(await expectOk(change({ keyId, requestsPerMinute: 5 }))).toMatchObject({
    state: 'revoked',
    requestsPerMinute: 100,
  })
  shop.context.clock.advance(31)
  expect((await ask(key)).json().error.code).toBe('ApiKeyInvalid')
})

test('the key may come in a header, which goes before the query, and its last use is shown', async () => {
  const { key, keyId, lastUsedAt } = await expectOk(make({ channel: 'header-club' }))
  expect(lastUsedAt).toBeNull()
  const send = (headers: Readonly<Record<string, string>>, query = '') =>
    shop.app.inject({ method: 'GET', url: `/v2/Categories${query}`, headers })
  expect((await send({ 'x-api-key': key })).statusCode).toBe(200)
  expect((await send({ 'x-api-key': key }, '?api_key=unknown')).statusCode).toBe(200)
  for (const refused of [
    await send({ 'x-api-key': 'unknown' }),
    await send({ 'x-api-key': 'unknown' }, `?api_key=${key}`),
    await send({ 'x-api-key': '' }),
    await send({}, '?api_key='),
    await send({}, `?api_key=${key}&api_key=${key}`),
  ]) {
    expect(refused.statusCode).toBe(401)
    expect(refused.json().error.code).toBe('ApiKeyInvalid')
  }
  const { items } = (await shop.get(path, operator)).body
  const listed = items.find((one: { keyId: string }) => one.keyId === keyId)
  expect(listed.lastUsedAt).toBe(shop.context.clock.now().toISOString())
})

/** Calls that need no key are refused with an unknown one as well: they would sell for another channel than was meant. */
test('an unknown key is refused by every call', async () => {
  const requests = [
    ['GET', '/v2/orders/checkout/details?orderKey=x', 'ApiKeyInvalid'],
    ['POST', '/groot/Orders/create-payment', 'ApiKeyInvalid'],
    ['GET', '/groot/Wallet/balance', 'ApiKeyInvalid'],
    ['GET', '/v2/operator/partner-keys', 'ApiKeyInvalid'],
    ['POST', '/v2/Booking/choose-seat', 'IntegrationChannelNotFound'],
    ['POST', '/groot/Orders/integration-check-out', 'IntegrationChannelNotFound'],
  ] as const
  for (const [method, url, code] of requests) {
    const headers = { 'x-api-key': 'unknown', authorization: `Bearer ${operator}` }
    const reply = await shop.app.inject({
      method,
      url,
      headers,
      ...(method === 'POST' && { payload: {} }),
    })
    expect(`${url} ${reply.statusCode} ${reply.json().error.code}`).toBe(`${url} 401 ${code}`)
  }
})

test('a key with an end is refused from then on', async () => {
  const { key } = await expectOk(make({ channel: 'summer-club', expiresInDays: 1 }))
  expect((await ask(key)).statusCode).toBe(200)
  shop.context.clock.advance(86_401)
  expect((await ask(key)).statusCode).toBe(401)
})

test('channels of the shop’s own, keys of pages, and callers without a proof', async () => {
  for (const channel of ['web', 'box-office'])
    expect((await make({ channel })).body.error.code).toBe('ChannelTaken')
  const ofPages = await shop.context.db
    .selectFrom('api_key')
    .select('id')
    .where('is_secret', '=', false)
    .execute()
  // Keys of pages are not revoked here.
  expect(ofPages.length).toBeGreaterThan(0)
  for (const { id } of ofPages)
    expect((await change({ keyId: id, isRevoked: true })).body.error.code).toBe('NotFound')
  const body = { name: 'Travel club', channel: 'other-club' }
  expect((await shop.post(path, body, operator)).body.error.code).toBe('StepUpRequired')
  expect((await shop.post(path, body)).status).toBe(401)
})
