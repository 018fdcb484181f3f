import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { purchase, type Purchase } from './purchases.ts'
import { buyer, openHostileShop, type HostileShop } from './shop.ts'
import { unknownNames, withoutRequestId } from './stranger-requests.ts'

/**
 * Goal: the link of an email opens its own order only, and an idempotency key replays nothing to others. Method:
 * paid orders of two guests; their links with each other's and invented tokens; the same key from elsewhere.
 */
let shop: HostileShop
let event: MadeEvent
let victims: Purchase[]

beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event()
  victims = []
  for (const placeId of [1, 2])
    victims.push(
      await purchase(shop, {
        token: await shop.guest(),
        station: 'paid',
        request: { event, placeIds: [placeId] },
      }),
    )
})
afterAll(() => shop.close())

describe('the link of an email', () => {
  const addresses = (orderKey: string, token: string) => [
    `/v2/orders/guest/${orderKey}/${token}`,
    `/v2/tickets/pdf?orderKey=${orderKey}&token=${token}`,
    `/v2/tickets/calendar?orderKey=${orderKey}&token=${token}`,
  ]

  test('opens its own order without revealing the buyer’s address', async () => {
    const [victim] = victims.filter(({ station }) => station === 'paid')
    if (!victim) throw new Error('there is a paid order')
    for (const address of addresses(victim.orderKey, victim.linkToken)) {
      const answer = await shop.get(address)
      expect(answer.status, address).toBe(200)
      expect(answer.headers['cache-control'], address).toBe('no-store')
      expect(answer.text).not.toContain(buyer.email)
      expect(answer.text).not.toContain(buyer.phone)
    }
  })

  test('is refused with any other token', async () => {
    const [victim, other] = victims.filter(({ station }) => station === 'paid')
    if (!victim || !other) throw new Error('there are two paid orders')
    const { orderKey, linkToken } = victim
    const flipped = (linkToken.startsWith('A') ? 'B' : 'A') + linkToken.slice(1)
    const wrong = [
      other.linkToken,
      flipped,
      linkToken.slice(0, -1),
      `${linkToken}AA`,
      linkToken.toUpperCase(),
      'x',
      orderKey,
      '-',
      'null',
      'undefined',
    ]
    const unknown = withoutRequestId(
      await shop.get(`/v2/orders/guest/${unknownNames.orderKey}/${linkToken}`),
    )
    for (const token of wrong) {
      for (const address of addresses(orderKey, token)) {
        const answer = await shop.get(address)
        expect(withoutRequestId(answer), address).toBe(unknown)
        expect(answer.body.error.code).toBe('OrderNotFound')
      }
    }
    for (const address of addresses(other.orderKey, linkToken))
      expect((await shop.get(address)).body.error.code).toBe('OrderNotFound')
  })
})

describe('idempotency keys', () => {
  const key = '3f1c0b0e-8f4e-4a53-9df1-0d3a7c3f5b11'
  const ask = (token: string | undefined, address = '127.0.0.1') =>
    shop.send({
      method: 'POST',
      path: '/v2/orders/InitializeOrder',
      token,
      address,
      payload: JSON.stringify({ eventId: event.eventId }),
      headers: { 'idempotency-key': key },
    })

  test('of another session replay no response', async () => {
    const [first, second] = [await shop.guest(), await shop.guest()]
    const mine = await ask(first)
    const again = await ask(first)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.headers['cache-control']).toBe('no-store')
    expect(mine.headers['cache-control']).toBe('no-store')
    const theirs = await ask(second)
    expect(theirs.headers['idempotent-replayed']).toBeUndefined()
    expect(theirs.body.orderKey).not.toBe(mine.body.orderKey)
  })

  test('of a visitor replay no response to another address or to a session', async () => {
    const mine = await ask(undefined, '192.0.2.1')
    expect(mine.body.accessToken).toBeTypeOf('string')
    for (const theirs of [
      await ask(undefined, '192.0.2.2'),
      await ask(await shop.guest(), '192.0.2.1'),
    ]) {
      expect(theirs.headers['idempotent-replayed']).toBeUndefined()
      expect(theirs.body.accessToken).not.toBe(mine.body.accessToken)
      expect(theirs.body.orderKey).not.toBe(mine.body.orderKey)
    }
  })

  test('must be unguessable for visitors, because they alone protect the response', async () => {
    for (const guess of ['1', 'test', 'order-1', '1234567890']) {
      const answer = await shop.send({
        method: 'POST',
        path: '/v2/orders/InitializeOrder',
        payload: '{}',
        headers: { 'idempotency-key': guess },
      })
      expect(answer.body.error).toMatchObject({ code: 'BadRequest' })
    }
  })
})
