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

/** All data that these calls could change, as one text. */
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

/** A valid body of each call that takes one, for another's order where it names an order. */
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
  test('answers 404 to every call for another’s order', async () => {
    // Goal: other visitors' data cannot be changed. Method: a valid request of each call with another visitor's
    // token.
    const before = await snapshot()
    for (const [path, body] of Object.entries(goodBodies())) {
      const answer = await shop.post(path, body, token)
      expect(answer.status, path).toBe(404)
      expect(answer.body.error.code, path).toBe('OrderNotFound')
    }
    expect(await snapshot()).toBe(before)
  })

  test('refuses every wrong value in every field with a code and changes nothing', async () => {
    // Goal: missing, mistyped, oversized and negative values. Method: each field of each body in turn is left out
    // or replaced; the order is another's, so that no value may have an effect.
    const before = await snapshot()
    for (const [path, body] of Object.entries(goodBodies())) {
      for (const field of Object.keys(body)) {
        // Without its order key a choice is a valid request of the visitor's own.
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

  test('refuses wrong places and types inside a choice and creates no order', async () => {
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
        // If a value happens to be a valid place, it is taken already.
        const answer = await shop.post('/v2/Booking/choose-seat', body, token)
        const label = JSON.stringify(choice).slice(0, 80)
        expect(answer.status, label).toBeGreaterThanOrEqual(400)
        expect(answer.status, label).toBeLessThan(500)
        expect(isErrorCode(answer.body.error.code), label).toBe(true)
      }
    }
    expect(await snapshot()).toBe(before)
  })

  test('refuses wrong values in queries and paths', async () => {
    // Goal: reading calls answer coded errors too. Method: wrong text in each query and path parameter.
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
        // A list may end with a comma, and an empty list is valid.
        if (path.endsWith('=1,') && text === '') continue
        const answer = await shop.get(`${path}${encodeURIComponent(text)}`, token)
        expect(answer.status, `${path}${text}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${path}${text}`).toBeLessThan(500)
        expect(isErrorCode(answer.body.error.code), `${path}${text}`).toBe(true)
      }
    }
  })

  test('answers the router’s own errors in the same shape', async () => {
    // Goal: all errors have one shape. Method: an invalid escape and an overlong parameter.
    for (const text of ['%zz', 'x'.repeat(1_000)]) {
      const answer = await shop.get(`/groot/Orders/details/${text}`, token)
      expect(answer.body.error.code).toBe('BadRequest')
    }
  })

  test('refuses bodies that are not JSON, too large or of another type', async () => {
    // Goal: body parsing of each writing call. Method: raw payloads.
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

  test('refuses an invalid token', async () => {
    // Goal: an invalid credential is reported, not replaced by a new session. Method: an invented token.
    const before = await snapshot()
    for (const [path, body] of Object.entries(goodBodies())) {
      const answer = await shop.post(path, body, 'made-up')
      expect(answer.body.error.code, path).toBe('Unauthenticated')
    }
    expect(await snapshot()).toBe(before)
  })

  test('declares the codes of every call', () => {
    // Goal: documents and code agree. Method: each declared code exists in the table.
    for (const value of [...Object.values(orderCalls), ...Object.values(eventCalls)]) {
      if (!('errors' in value) || !Array.isArray(value.errors)) continue
      for (const code of value.errors as string[]) expect(isErrorCode(code)).toBe(true)
    }
  })
})
