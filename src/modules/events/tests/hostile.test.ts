import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { isErrorCode } from '#contract/errors.ts'
import * as eventCalls from '#modules/events/contract.ts'
import * as orderCalls from '#modules/orders/contract.ts'
import { makeEvent, type MadeEvent } from './factories.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

let shop: Shop
let event: MadeEvent
let victim: { orderKey: string; orderNumber: string; lineIds: number[] }
let token: string

beforeAll(async () => {
  shop = await openShop()
  event = await makeEvent(shop.context)
  const { body } = await shop.post('/v2/Booking/choose-seat', {
    eventId: event.eventId,
    seats: [{ ticketTypeId: event.seatTypes['a']?.ticketTypeId, placeId: 1 }],
  })
  const lineIds = body.lines.map((line: { lineId: number }) => line.lineId)
  victim = { orderKey: body.orderKey, orderNumber: body.orderNumber, lineIds }
  token = await shop.openGuest()
})
afterAll(() => shop.close())

/** All that these calls could change, as one text. */
async function snapshot(): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select concat(
      (select jsonb_agg(to_jsonb(o) order by id) from orders o),
      (select jsonb_agg(to_jsonb(l) order by id) from order_line l),
      (select jsonb_agg(to_jsonb(p) order by place_id) from place_leg p where state <> 0),
      (select jsonb_agg(to_jsonb(p)) from pool_leg p where taken <> 0)) as state
  `.execute(shop.context.db)
  return rows[0]?.state ?? ''
}

const buyer = { name: 'Nino Beridze', email: 'nino@example.com', phone: '+995555123456' }

/** A good body of each call that takes one, aimed at another's order where it names an order. */
function goodBodies(): Record<string, Record<string, unknown>> {
  const { orderKey } = victim
  const seats = [{ ticketTypeId: event.seatTypes['a']?.ticketTypeId, placeId: 2 }]
  const choice = { eventId: event.eventId, orderKey, seats }
  return {
    '/v2/Booking/choose-seat': choice,
    '/v2/orders/reserve': choice,
    '/v2/orders/reserve/permanent': { orderKey },
    '/v2/orders/unreserve': { orderKey, lineIds: victim.lineIds, cancel: true },
    '/groot/Orders/unreserve': { orderKey, cancel: true },
    '/v2/orders/checkout': { orderKey, buyer, acceptTerms: true },
    '/groot/Orders/checkout': { orderKey, buyer, acceptTerms: true },
    '/groot/Orders/checkout-new': { ...choice, buyer, acceptTerms: true },
  }
}

const wrongValues: readonly unknown[] = [
  null,
  '',
  'x'.repeat(5_000),
  -1,
  0,
  1.5,
  1e9,
  1e300,
  '1e9',
  '1; drop table orders',
  '<script>alert(1)</script>',
  '\u0000',
  [],
  [[]],
  {},
  { $gt: '' },
  true,
  Array.from({ length: 1_001 }, () => ({ ticketTypeId: 1, placeId: 1 })),
]

describe('hostile input', () => {
  test('another’s order answers 404 to every call that names it', async () => {
    // Goal: foreign values change nothing. Method: a good request of each call with a stranger's bearer.
    const before = await snapshot()
    for (const [path, body] of Object.entries(goodBodies())) {
      const answer = await shop.post(path, body, token)
      expect(answer.status, path).toBe(404)
      expect(answer.body.error.code, path).toBe('OrderNotFound')
    }
    expect(await snapshot()).toBe(before)
  })

  test('every field with every wrong value is refused with a code and changes nothing', async () => {
    // Goal: missing, mistyped, oversized and negative values. Method: each field of each body in turn is
    // left out or replaced; the order named is another's, so that nothing may come of it either way.
    const before = await snapshot()
    for (const [path, body] of Object.entries(goodBodies())) {
      for (const field of Object.keys(body)) {
        // Without its order key a choice is a good request of the visitor's own.
        if (field === 'orderKey' && 'seats' in body) continue
        const { [field]: _, ...rest } = body
        const variants = [rest, ...wrongValues.map((value) => ({ ...body, [field]: value }))]
        for (const variant of variants) {
          const answer = await shop.post(path, variant, token)
          const label = `${path} ${field} ${JSON.stringify(variant[field])?.slice(0, 60)}`
          expect(answer.status, label).toBeGreaterThanOrEqual(400)
          expect(answer.status, label).toBeLessThan(500)
          expect(isErrorCode(answer.body.error.code), label).toBe(true)
        }
      }
    }
    expect(await snapshot()).toBe(before)
  })

  test('wrong places and types inside a choice are refused and open no order', async () => {
    // Goal: the inner fields of a choice. Method: each value in each inner field, without an order key.
    const before = await snapshot()
    const ticketTypeId = event.seatTypes['a']?.ticketTypeId
    const pool = event.poolTypes[1]?.ticketTypeId
    for (const value of [...wrongValues, 2_147_483_647, -2_147_483_648, 99_999_999_999]) {
      for (const choice of [
        { seats: [{ ticketTypeId: value, placeId: 2 }] },
        { seats: [{ ticketTypeId, placeId: value }] },
        { places: [{ ticketTypeId: value, quantity: 1 }] },
        { places: [{ ticketTypeId: pool, quantity: value }] },
        { seats: value },
        { places: value },
      ]) {
        const body = { eventId: event.eventId, ...choice }
        // An occupied place is as good as a wrong one for a value that happens to be a place.
        const answer = await shop.post('/v2/Booking/choose-seat', body, token)
        const label = JSON.stringify(choice).slice(0, 80)
        expect(answer.status, label).toBeGreaterThanOrEqual(400)
        expect(answer.status, label).toBeLessThan(500)
        expect(isErrorCode(answer.body.error.code), label).toBe(true)
      }
    }
    expect(await snapshot()).toBe(before)
  })

  test('queries and paths with wrong values are refused', async () => {
    // Goal: reading calls answer codes too. Method: wrong text in each query name and path parameter.
    const texts = ['', ' ', '-1', '1.5', '1e9', 'x'.repeat(300), "' or 1=1", '%00', '999999999999']
    const paths = [
      '/v2/orders/details?orderKey=',
      '/v2/orders/details?orderNumber=',
      '/v2/orders/checkout/details?orderKey=',
      '/v2/orders/fees?eventId=',
      '/v2/Events/Map?eventId=',
      `/v2/Events/Map?eventId=${event.eventId}&orderKey=`,
      `/v2/Events/Map?eventId=${event.eventId}&ticketTypes=1,`,
      '/v2/orders?orderStatus=',
      '/v2/orders?eventDate=',
      '/groot/Orders/details/',
      '/groot/Orders/checkout/',
      '/groot/Orders/checkout-details/',
      '/v2/layouts/',
    ]
    for (const path of paths) {
      for (const text of texts) {
        // A list may end with a comma, and no number at all is then a fine list.
        if (path.endsWith('=1,') && text === '') continue
        const answer = await shop.get(`${path}${encodeURIComponent(text)}`, token)
        expect(answer.status, `${path}${text}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${path}${text}`).toBeLessThan(500)
        expect(isErrorCode(answer.body.error.code), `${path}${text}`).toBe(true)
      }
    }
  })

  test('what the router itself refuses has the same shape', async () => {
    // Goal: no answer leaves the one error shape. Method: a broken escape and an overlong parameter.
    for (const text of ['%zz', 'x'.repeat(1_000)]) {
      const answer = await shop.get(`/groot/Orders/details/${text}`, token)
      expect(answer.body.error.code).toBe('BadRequest')
    }
  })

  test('what is no JSON, too large or of another type is refused', async () => {
    // Goal: the edge of each writing call. Method: raw payloads.
    const send = (payload: string, type = 'application/json') =>
      shop.app.inject({
        method: 'POST',
        url: '/v2/Booking/choose-seat?api_key=demo-web',
        headers: { 'content-type': type, authorization: `Bearer ${token}` },
        payload,
      })
    expect((await send('{"eventId":')).json().error.code).toBe('BadRequest')
    expect((await send('[]')).json().error.code).toBe('BadRequest')
    expect((await send('"text"')).json().error.code).toBe('BadRequest')
    expect((await send(`{"a":"${'x'.repeat(70_000)}"}`)).json().error.code).toBe('PayloadTooLarge')
    expect((await send('<a/>', 'application/xml')).json().error.code).toBe('UnsupportedMediaType')
    expect((await send('{"__proto__":{"eventId":1},"eventId":1}')).statusCode).toBe(400)
  })

  test('a dead bearer opens nothing', async () => {
    // Goal: an invalid credential is told, not replaced by a fresh session. Method: a made-up bearer.
    const before = await snapshot()
    for (const [path, body] of Object.entries(goodBodies())) {
      const answer = await shop.post(path, body, 'made-up')
      expect(answer.body.error.code, path).toBe('Unauthenticated')
    }
    expect(await snapshot()).toBe(before)
  })

  test('every call declares the codes it answers', () => {
    // Goal: documents and code agree. Method: each declared code is one of the table.
    for (const value of [...Object.values(orderCalls), ...Object.values(eventCalls)]) {
      if (!('errors' in value) || !Array.isArray(value.errors)) continue
      for (const code of value.errors as string[]) expect(isErrorCode(code)).toBe(true)
    }
  })
})
