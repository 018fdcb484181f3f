import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeAvailability } from '#seatmap/availability.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { makeRule } from '#modules/sale-rules/tests/factories.ts'
import { makeEvent, makeTicketType, type MadeEvent } from './factories.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

function seats(event: MadeEvent, zone: string, ...placeIds: number[]) {
  const ticketTypeId = event.seatTypes[zone]?.ticketTypeId ?? 0
  return placeIds.map((placeId) => ({ ticketTypeId, placeId }))
}

function map(event: MadeEvent, query = '', token?: string) {
  return shop.get(`/v2/Events/Map?eventId=${event.eventId}${query}`, token)
}

describe('the event map', () => {
  test('returns prices with fees, availability, and the layout’s address', async () => {
    // Goal: one reply contains all that a map page needs. Method: one seat held, one blocked, one pool used.
    const event = await makeEvent(shop.context, {
      zonePricesMinor: { a: 8_000, b: 4_000 },
      blockedPlaces: [40],
    })
    const { eventId } = event
    const held = await shop.post('/v2/Booking/choose-seat', {
      eventId,
      seats: seats(event, 'a', 3),
    })
    const pool = event.poolTypes[1]?.ticketTypeId
    await shop.post('/v2/Booking/choose-seat', {
      eventId,
      places: [{ ticketTypeId: pool, quantity: 7 }],
    })
    const { status, body } = await map(event)
    expect(status).toBe(200)
    expect(body).toMatchObject({ eventId, isOnSale: true, placesPerOrderMax: 10, holdSeconds: 900 })
    const states = decodeAvailability(body.availability)
    expect(states).toHaveLength(41)
    expect([states[1], states[3], states[40]]).toEqual([0, 1, 1])
    expect(
      [...decodeAvailability(body.held).keys()].filter((id) => decodeAvailability(body.held)[id]),
    ).toEqual([3])
    expect(body.yours).toEqual([])
    expect(body.pools).toEqual([{ poolId: 1, left: 43 }])
    expect(body.zones).toEqual([
      {
        zone: 'a',
        ticketTypeIds: [event.seatTypes['a']?.ticketTypeId],
        from: { amount: 8_400, currency: 'GEL' },
      },
      {
        zone: 'b',
        ticketTypeIds: [event.seatTypes['b']?.ticketTypeId],
        from: { amount: 4_200, currency: 'GEL' },
      },
    ])
    expect(body.ticketTypes[0]).toMatchObject({
      price: { amount: 8_000 },
      fee: { amount: 400 },
      total: { amount: 8_400 },
      isActive: true,
    })

    const own = await map(event, `&orderKey=${held.body.orderKey}`, held.body.accessToken)
    expect(decodeAvailability(own.body.availability)[3]).toBe(1)
    expect(own.body).toMatchObject({ yours: [3], held: '' })

    const layout = await shop.get(body.layout.url)
    expect(layout.body).toEqual(event.layout)
    const older = await shop.get(`/v2/events/map?eventId=${eventId}`)
    expect(older.body).toEqual(body)
  })

  test('lists the checkout’s requirements and enforces the limit per person', async () => {
    // Goal: no order that could not be paid. Method: a rule of the event, its map, and one seat too many.
    const event = await makeEvent(shop.context)
    const { eventId } = event
    expect((await map(event)).body.asks).toEqual({
      phoneCode: false,
      ticketsPerPersonMax: null,
      details: [],
    })
    const about = { eventId }
    const checks = { phone: true, ticketsPerPersonMax: 2 }
    await makeRule(shop.context, 'buyer-checks', about, checks)
    const label = { ka: 'პასპორტი', en: 'Passport' }
    const field = { per: 'ticket', kind: 'passport', isOnTicket: false, label } as const
    await makeRule(shop.context, 'extra-fields', about, {
      fields: [
        { ...field, key: 'passport', isRequired: true },
        { ...field, key: 'other', isRequired: false },
      ],
    })
    // Rules and maps are cached briefly.
    await expireCaches(2_100)
    const { body } = await map(event)
    expect(body.asks).toEqual({ phoneCode: true, ticketsPerPersonMax: 2, details: ['Passport'] })
    expect(body.placesPerOrderMax).toBe(2)
    const chosen = await shop.post('/v2/Booking/choose-seat', {
      eventId,
      seats: seats(event, 'a', 1, 2, 3),
    })
    expect(chosen.body.error?.code).toBe('TotalCountIsInvalid')
  })

  test('lets layouts be cached for ever, and maps only with revalidation', async () => {
    // Goal: immutable data is fetched once, unchanged data is not sent again, and personal data is not cached.
    // Method: the headers, and the map requested again before and after a choice.
    const event = await makeEvent(shop.context)
    const layout = await shop.app.inject(`/v2/layouts/${event.layoutDigest}`)
    expect(layout.headers['cache-control']).toBe('public, max-age=31536000')
    const live = await shop.app.inject(`/v2/Events/Map?eventId=${event.eventId}&api_key=demo-web`)
    expect(live.headers['cache-control']).toBe('no-cache')
    const again = (etag: string | undefined, url = `/v2/Events/Map?eventId=${event.eventId}`) =>
      shop.app.inject({ url: `${url}&api_key=demo-web`, headers: { 'if-none-match': etag } })
    const same = await again(live.headers.etag)
    expect([same.statusCode, same.body]).toEqual([304, ''])
    const held = await shop.post('/v2/Booking/choose-seat', {
      eventId: event.eventId,
      seats: seats(event, 'a', 3),
    })
    // Shared answers are up to a second old.
    await expireCaches(1_100)
    expect((await again(live.headers.etag)).statusCode).toBe(200)
    const own = await shop.app.inject({
      url: `/v2/Events/Map?eventId=${event.eventId}&orderKey=${held.body.orderKey}&api_key=demo-web`,
      headers: { authorization: `Bearer ${held.body.accessToken}` },
    })
    expect([own.headers['cache-control'], own.headers.etag]).toEqual(['no-store', undefined])
    const english = await shop.app.inject({
      url: `/v2/Events/Map?eventId=${event.eventId}&api_key=demo-web`,
      headers: { 'accept-language': 'en' },
    })
    expect(english.json().ticketTypes[0].name).toMatch(/^Ticket/)
  })

  test('filters by section and ticket types and shows the rest as blocked', async () => {
    // Goal: the query's two filters. Method: a section of zone b, then the types of zone a.
    const event = await makeEvent(shop.context)
    const section = decodeAvailability((await map(event, '&sectionId=2')).body.availability)
    expect([section[1], section[21]]).toEqual([1, 0])
    const standing = await map(event, '&sectionId=3')
    expect(standing.body.pools).toEqual([{ poolId: 1, left: 50 }])
    const typeId = event.seatTypes['a']?.ticketTypeId
    const typed = await map(event, `&ticketTypes=${typeId}`)
    const states = decodeAvailability(typed.body.availability)
    expect([states[1], states[21]]).toEqual([0, 1])
    expect(typed.body.ticketTypes).toHaveLength(1)
    expect(typed.body.pools).toEqual([])
  })

  test('hides types of other channels and marks stopped ones', async () => {
    // Goal: buyers see what their channel sells. Method: a partner's type and an inactive one.
    const event = await makeEvent(shop.context)
    const base = {
      eventId: event.eventId,
      merchantId: event.merchantId,
      zone: 'a',
      priceMinor: 100,
    }
    await makeTicketType(shop.context, { ...base, channels: ['partner'] })
    const stopped = await makeTicketType(shop.context, { ...base, status: 'Inactive' })
    const { body } = await map(event)
    expect(body.ticketTypes).toHaveLength(4)
    expect(body.zones[0].from.amount).toBe(5_250)
    expect(
      body.ticketTypes.find((type: { ticketTypeId: number }) => type.ticketTypeId === stopped)
        .isActive,
    ).toBe(false)
    const partner = await shop.get(`/v2/Events/Map?api_key=demo-partner&eventId=${event.eventId}`)
    expect(partner.body.ticketTypes).toHaveLength(5)
  })

  test('answers coded errors', async () => {
    // Goal: clear refusals. Method: an unknown event, another event's map, no key, no event.
    const event = await makeEvent(shop.context)
    const code = async (path: string) => (await shop.get(path)).body.error.code
    expect(await code('/v2/Events/Map?eventId=2000000000')).toBe('NotFound')
    expect(await code(`/v2/Events/Map?eventId=${event.eventId}&mapId=1`)).toBe('NotFound')
    expect(await code('/v2/Events/Map')).toBe('BadRequest')
    expect(await code(`/v2/Events/Map?eventId=${event.eventId}&api_key=wrong`)).toBe(
      'ApiKeyInvalid',
    )
    expect(await code('/v2/layouts/0123456789abcdef0123456789abcdef')).toBe('NotFound')
    expect(await code('/v2/layouts/short')).toBe('BadRequest')
  })

  test('lists fees by ticket type', async () => {
    // Goal: orders/fees. Method: 5 % and 50 tetri on 30.00 of the pool.
    const event = await makeEvent(shop.context, { feeFixedMinor: 50 })
    const { body } = await shop.get(`/v2/orders/fees?eventId=${event.eventId}`)
    const pool = body.ticketTypes.find((type: { poolId: number | null }) => type.poolId === 1)
    expect(pool).toMatchObject({ price: { amount: 3_000 }, fee: { amount: 200 } })
    const missing = await shop.get('/v2/orders/fees?eventId=2000000000')
    expect(missing.body.error.code).toBe('NotFound')
  })
})

describe('briefly cached answers', () => {
  test('share one read, do not cache failures, and are bounded', async () => {
    // Goal: the short-lived cache of the hot path. Method: count the reads.
    let reads = 0
    const cached = createTtlCache<number, number>({
      milliseconds: 60_000,
      most: 2,
      read: async (_context, key) => {
        reads += 1
        if (key === 13) throw new Error('unlucky')
        return key * 2
      },
    })
    const { context } = shop
    expect(await Promise.all([1, 1, 1].map((key) => cached(context, key)))).toEqual([2, 2, 2])
    expect(reads).toBe(1)
    await expect(cached(context, 13)).rejects.toThrow('unlucky')
    await expect(cached(context, 13)).rejects.toThrow('unlucky')
    expect(reads).toBe(3)
    await cached(context, 2)
    await cached(context, 3)
    expect(reads).toBe(5)
    await cached(context, 1)
    expect(reads).toBe(6)
  })
})
