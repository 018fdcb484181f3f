/**
 * Goal: with the limits that the shop ships with, nobody takes a hall by choosing strings, and neither a mobile network nor
 * a partner's servers are refused. Method: calls over HTTP on a real database, pools and named places.
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, smallLayout, type MadeEvent } from '#modules/events/tests/factories.ts'
import { boundsOf } from '#platform/bounds.ts'
import { readConfig } from '#platform/config.ts'
import { leadingZeroBits } from '#platform/proof-of-work.ts'
import { openShop, type Reply, type Shop } from '../../../../tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  const defaults = boundsOf(readConfig({ LOG_LEVEL: 'silent' }))
  shop = await openShop({
    HELD_PLACES_PER_SESSION_MAX: String(defaults.heldPlacesPerSession),
    HELD_PLACES_PER_NETWORK_MAX: String(defaults.heldPlacesPerNetwork),
    HELD_SHARE_PER_NETWORK_PERCENT: String(defaults.heldSharePerNetwork),
    HELD_PLACES_PER_PARTNER_MAX: String(defaults.heldPlacesPerPartner),
    UNPAID_ORDERS_PER_PHONE_MAX: String(defaults.unpaidOrdersPerPhone),
    TRUST_PROXY: 'true',
  })
  const { db } = shop.context
  const keys = ['other-partner', 'third-partner', 'app-of-partner'].map((key) => ({
    key_hash: createHash('sha256').update(key).digest(),
    name: key,
    channel: 'partner',
    is_secret: key !== 'app-of-partner',
  }))
  await db.insertInto('api_key').values(keys).execute()
})
afterAll(() => shop.close())

interface Sender {
  readonly address: string
  readonly agent?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function post(path: string, body: object, from: Sender, token?: string) {
  const response = await shop.app.inject({
    method: 'POST',
    url: `${path}?api_key=${from.key ?? 'demo-web'}`,
    headers: {
      'user-agent': from.agent ?? 'one browser',
      'x-forwarded-for': from.address,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...from.headers,
    },
    payload: body,
  })
  return {
    status: response.statusCode,
    body: response.json() as Reply,
    retryAfter: response.headers['retry-after'],
  }
}

function standing(event: MadeEvent, quantity: number) {
  const places = [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId, quantity }]
  return { eventId: event.eventId, places }
}

const choose = (event: MadeEvent, quantity: number, from: Sender) =>
  post('/v2/Booking/choose-seat', standing(event, quantity), from)

/** Chooses eight places again and again, each time as a new visitor; returns how many were held. */
async function hoard(event: MadeEvent, quantity: number, address: string) {
  let held = 0
  for (let turn = 0; turn < 200; turn += 1) {
    const answer = await choose(event, quantity, { address, agent: `browser ${turn}` })
    if (answer.status !== 200) return { held, answer }
    held += quantity
  }
  throw new Error('nothing was refused')
}

function solve(error: Reply): string {
  expect(error.code).toBe('HoldWorkNeeded')
  const { challenge, bits } = error.detail
  for (let nonce = 0; ; nonce += 1) {
    const proof = `${challenge}:${nonce}`
    if (leadingZeroBits(createHash('sha256').update(proof).digest()) >= bits) return proof
  }
}

test('one shopper takes a fifth of a pool without work and half of it with work, whatever browsers are named', async () => {
  const event = await makeEvent(shop.context, { layout: smallLayout({ poolCapacity: 144 }) })
  const address = '198.51.100.7'
  const { held, answer } = await hoard(event, 8, address)
  expect(held).toBe(24)
  expect(answer).toMatchObject({ status: 428, body: { error: { code: 'HoldWorkNeeded' } } })
  const proof = solve(answer.body.error)
  const withProof = (from: string, work = proof) =>
    choose(event, 8, { address: from, headers: { 'work-proof': work } })
  expect((await withProof(address, `${proof}0`)).status).toBe(428)
  expect((await withProof(address)).status).toBe(200)
  // The same proof covers one request more, and then no further ones.
  expect((await withProof(address)).status).toBe(200)
  expect((await withProof(address)).status).toBe(428)
  // As if the network had proved work for all up to half of the pool.
  await shop.context.db
    .updateTable('order_line')
    .set({ quantity: 40, unit_price_minor: 1, amount_minor: 40 })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('order_line')
        .select((line) => line.fn.max('id').as('id'))
        .where('offering_id', '=', event.offeringId),
    )
    .execute()
  const last = await withProof(address, '')
  expect(last).toMatchObject({ status: 429, body: { error: { code: 'TooMuchHeld' } } })
  expect(Number(last.retryAfter)).toBeGreaterThan(0)
  // Another network has a share of its own, and other halls are free.
  expect((await choose(event, 8, { address: '198.51.100.8' })).status).toBe(200)
  const elsewhere = await makeEvent(shop.context)
  expect((await choose(elsewhere, 8, { address })).status).toBe(200)
})

test('a proof is of one network, one hall and two minutes', async () => {
  const address = '198.51.100.20'
  const event = await makeEvent(shop.context, { layout: smallLayout({ poolCapacity: 100 }) })
  const { answer } = await hoard(event, 7, address)
  const headers = { 'work-proof': solve(answer.body.error) }
  const other = await makeEvent(shop.context, { layout: smallLayout({ poolCapacity: 100 }) })
  await hoard(other, 7, address)
  expect((await choose(other, 7, { address, headers })).status).toBe(428)
  const neighbour = '198.51.100.21'
  await hoard(event, 7, neighbour)
  expect((await choose(event, 7, { address: neighbour, headers })).status).toBe(428)
  shop.context.clock.advance(121)
  expect((await choose(event, 7, { address, headers })).status).toBe(428)
})

test('a refused request is answered anew with its idempotency key and a proof', async () => {
  const address = '198.51.100.30'
  const event = await makeEvent(shop.context)
  const { answer } = await hoard(event, 3, address)
  const key = { 'idempotency-key': 'a-key-that-is-long-enough' }
  const refused = await choose(event, 3, { address, headers: key })
  expect(refused.status).toBe(428)
  const headers = { ...key, 'work-proof': solve(answer.body.error) }
  expect((await choose(event, 3, { address, headers })).status).toBe(200)
})

test('in a small hall a whole order is no excess; named places and pools are counted apart', async () => {
  const address = '198.51.100.40'
  const event = await makeEvent(shop.context, { layout: smallLayout({ poolCapacity: 12 }) })
  expect((await choose(event, 10, { address })).status).toBe(200)
  expect((await choose(event, 1, { address })).status).toBe(429)
  const seats = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((placeId) => ({
    ticketTypeId: event.seatTypes['a']?.ticketTypeId,
    placeId,
  }))
  const { eventId } = event
  expect((await post('/v2/Booking/choose-seat', { eventId, seats }, { address })).status).toBe(200)
  const more = [{ ticketTypeId: event.seatTypes['a']?.ticketTypeId, placeId: 11 }]
  const answer = await post('/v2/Booking/choose-seat', { eventId, seats: more }, { address })
  expect(answer.status).toBe(428)
})

test('sixty phones of one mobile network buy two tickets each in a large hall', async () => {
  const event = await makeEvent(shop.context, { layout: smallLayout({ poolCapacity: 1_000 }) })
  const from = { address: '203.0.113.9', agent: 'the common browser' }
  for (let phone = 0; phone < 60; phone += 1) {
    const made = await choose(event, 2, from)
    expect(made.status).toBe(200)
    const buyer = {
      name: 'Nino',
      email: `n${phone}@example.com`,
      phone: `+9955550${10_000 + phone}`,
    }
    const details = { orderKey: made.body.orderKey, buyer, acceptTerms: true }
    const out = await post('/v2/orders/checkout', details, from, made.body.accessToken)
    expect(out.status).toBe(200)
  }
})

test('a partner’s servers order through one address under a limit of their key', async () => {
  const event = await makeEvent(shop.context, { layout: smallLayout({ poolCapacity: 500 }) })
  const from = { address: '203.0.113.77', agent: 'partner/1.0', key: 'demo-partner' }
  const order = (index: number, sender: Sender) =>
    post(
      '/groot/Orders/integration-check-out',
      {
        ...standing(event, 2),
        buyer: { name: 'Nino', email: `p${index}@example.com`, phone: `+9955551${10_000 + index}` },
        acceptTerms: true,
        externalReference: `${sender.key}-${index}`,
      },
      sender,
    )
  for (let index = 0; index < 100; index += 1) expect((await order(index, from)).status).toBe(200)
  // Neither another partner nor a shopper at the same address is affected.
  for (let index = 100; index < 110; index += 1)
    expect((await order(index, { ...from, key: 'other-partner' })).status).toBe(200)
  expect((await choose(event, 8, { address: from.address })).status).toBe(200)
  // A key that anybody can read in an app is limited as its users are.
  const app = { ...from, key: 'app-of-partner' }
  const statuses: number[] = []
  for (let turn = 0; turn < 60; turn += 1) statuses.push((await choose(event, 8, app)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(11)
})

test('a partner has a limit too', async () => {
  const { db } = shop.context
  const event = await makeEvent(shop.context, { layout: smallLayout({ poolCapacity: 5_000 }) })
  const from = { address: '203.0.113.78', key: 'third-partner' }
  expect((await choose(event, 10, from)).status).toBe(200)
  // As if the partner held 1,990 places already.
  await db
    .updateTable('order_line')
    .set({ quantity: 1_990, unit_price_minor: 1, amount_minor: 1_990 })
    .where('offering_id', '=', event.offeringId)
    .execute()
  expect((await choose(event, 10, from)).status).toBe(200)
  expect((await choose(event, 1, from)).body.error.code).toBe('TooMuchHeld')
  expect((await choose(event, 1, { ...from, key: 'demo-partner' })).status).toBe(200)
})
