/**
 * Goal: places reserved for holders of a code are sold to nobody else, and a code never sells more than its number
 * of tickets, even to concurrent callers. Method: the calls over HTTP on a real database, with rules and codes
 * inserted before.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findOrder,
  orderAllocations,
  releaseOrderPlaces,
  sweepOverdueOrders,
  takeOffer,
} from '#modules/orders/server/public-api.ts'
import { readPoolUse, returnPlaces, sellPlaces } from '#modules/inventory/server/public-api.ts'
import { makeCode, makeRule } from '#modules/sale-rules/tests/factories.ts'
import type { AccessCode } from '#modules/sale-rules/server/public-api.ts'
import { readSnapshot } from '#seatmap/availability.ts'
import { openShop, type Reply, type Shop, type ShopAnswer } from '../../../../tests/support/shop.ts'
import { eventSource } from '../server/event-source.ts'
import { makeEvent, makeGuest, makeTicketType, smallLayout, type MadeEvent } from './factories.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: Shop
let number = 0

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** A new code for each test, because codes and rules are cached for a second. */
const fresh = () => `FAN-${(number += 1)}-CLUB`

const choose = (body: unknown, token?: string): Promise<ShopAnswer> =>
  shop.post('/v2/Booking/choose-seat', body, token)

/** The process caches the rules for a second. */
const rulesSeen = () => expireCaches(1_050)

function seats(event: MadeEvent, zone: string, ...placeIds: number[]) {
  const ticketTypeId = event.seatTypes[zone]?.ticketTypeId ?? 0
  return placeIds.map((placeId) => ({ ticketTypeId, placeId }))
}

function floor(event: MadeEvent, quantity: number) {
  return [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId ?? 0, quantity }]
}

async function codeOnlyEvent(options: Parameters<typeof makeEvent>[1] = {}): Promise<MadeEvent> {
  const event = await makeEvent(shop.context, options)
  await shop.context.db
    .updateTable('show')
    .set({ access: 2 })
    .where('id', '=', event.showId)
    .execute()
  return event
}

async function useOf(code: AccessCode) {
  return (await readPoolUse(shop.context, [code.offeringId], 1)).get(code.offeringId)
}

function expectError(answer: ShopAnswer, code: string, errorNumber?: number): void {
  expect({ code: answer.body.error?.code, number: answer.body.error?.number }).toEqual({
    code,
    number: errorNumber,
  })
}

describe('a show that requires a code', () => {
  test('sells nothing without a valid code, and like any other show with one', async () => {
    const event = await codeOnlyEvent()
    const { eventId, showId } = event
    const stranger = await makeEvent(shop.context)
    const soon = new Date(shop.context.clock.now().getTime() + 60_000)
    const past = new Date(shop.context.clock.now().getTime() - 60_000)
    const about = { showId }
    const good = await makeCode(shop.context, about, { code: fresh(), quantity: 5 })
    const bad = [
      (await makeCode(shop.context, { showId: stranger.showId }, { code: fresh() })).code,
      (await makeCode(shop.context, about, { code: fresh(), isActive: false })).code,
      (await makeCode(shop.context, about, { code: fresh(), validFrom: soon })).code,
      (await makeCode(shop.context, about, { code: fresh(), validUntil: past })).code,
      'NO-SUCH-CODE',
    ]
    const request = { eventId, seats: seats(event, 'a', 1) }
    expectError(await choose(request), 'InvalidAccessCode', 15)
    for (const accessCode of bad)
      expectError(await choose({ ...request, accessCode }), 'InvalidAccessCode', 15)
    const typed = ` ${good.code.toLowerCase().replace('FAN', 'fan-')} `
    const taken = await choose({ ...request, accessCode: typed })
    expect(taken.status).toBe(200)
    expect(await useOf(good)).toMatchObject({ held: 1, sold: 0 })
    expect(JSON.stringify(taken.body)).not.toContain('counter')
  })

  test('requires the code in every call that holds places', async () => {
    const event = await codeOnlyEvent()
    const { eventId } = event
    const { code } = await makeCode(shop.context, { eventId }, { code: fresh() })
    const buyer = { name: 'Nino', email: 'nino@example.com', phone: '+995555000000' }
    const token = await shop.openGuest()
    const started = await shop.post(
      '/v2/orders/InitializeOrder',
      { eventId, quantity: 2, ticketTypeId: event.seatTypes['a']?.ticketTypeId },
      token,
    )
    const { orderKey } = started.body
    const request = { eventId, seats: seats(event, 'b', 21) }
    const calls: readonly [string, object, string][] = [
      ['/v2/orders/reserverandom', {}, 'demo-web'],
      ['/v2/orders/reserve', { ...request, orderKey }, 'demo-web'],
      [
        '/groot/Orders/checkout-new',
        { ...request, orderKey, buyer, acceptTerms: true },
        'demo-web',
      ],
      [
        '/groot/Orders/integration-check-out',
        {
          eventId,
          seats: seats(event, 'b', 22),
          buyer,
          acceptTerms: true,
          externalReference: 'P-1',
        },
        'demo-partner',
      ],
    ]
    for (const [path, body, key] of calls) {
      const address = `${path}?api_key=${key}`
      expectError(await shop.post(address, body, token), 'InvalidAccessCode', 15)
      const answer = await shop.post(address, { ...body, accessCode: code }, token)
      expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    }
  })

  test('reports the specified result of a code check', async () => {
    const event = await codeOnlyEvent()
    const { eventId, showId } = event
    const past = new Date(shop.context.clock.now().getTime() - 60_000)
    const about = { showId }
    const validate = (body: object) => shop.post('/v2/Events/ValidateAccessCode', body)
    const good = await makeCode(shop.context, about, { code: fresh(), quantity: 2, perOrderMax: 2 })
    const off = await makeCode(shop.context, about, { code: fresh(), isActive: false })
    const over = await makeCode(shop.context, about, { code: fresh(), validUntil: past })
    const result = async (body: object) => (await validate(body)).body.result
    expect(await result({ accessCode: good.code })).toBe('None')
    expect(await result({ accessCode: good.code, eventId })).toBe('None')
    expect(await result({ accessCode: good.code, eventId: 1 })).toBe('NotFound')
    expect(await result({ accessCode: good.code, eventId, showId })).toBe('None')
    expect(await result({ accessCode: good.code, eventId, showId: showId + 1 })).toBe('NotFound')
    expect(await result({ accessCode: 'nothing' })).toBe('NotFound')
    expect(await result({ accessCode: off.code })).toBe('NotActive')
    expect(await result({ accessCode: over.code, showId })).toBe('Expired')
    expectError(await validate({ accessCode: good.code, quantity: 3 }), 'TotalCountIsInvalid', 13)
    await choose({ eventId, seats: seats(event, 'a', 1), accessCode: good.code })
    expect(await result({ accessCode: good.code, quantity: 2 })).toBe('QuantityOut')
    expect(await result({ accessCode: good.code, quantity: 1 })).toBe('None')
  })
})

describe('uses of a code', () => {
  test('redeems a code exactly as often as allowed in a thousand concurrent requests', async () => {
    // Method: batched holds for otherwise unused seats, directly in the pipeline, from a hundred sessions.
    const layout = smallLayout({ poolCapacity: 5_000 })
    const event = await codeOnlyEvent({ layout, placesPerOrderMax: 10 })
    const { eventId } = event
    const code = await makeCode(shop.context, { eventId }, { code: fresh(), quantity: 137 })
    const guests = await Promise.all(Array.from({ length: 100 }, () => makeGuest(shop.context)))
    const request = { eventId, places: floor(event, 1), accessCode: code.code }
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => {
        const actor = guests[index % guests.length]
        return takeOffer(shop.context.as(actor ?? { kind: 'visitor' }), eventSource, { request })
      }),
    )
    const refusals = new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.code])))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(137)
    expect([...refusals]).toEqual(['UsedAccessCode'])
    expect(await useOf(code)).toMatchObject({ held: 137, sold: 0, capacity: 137 })
    const floorUse = await readPoolUse(shop.context, [event.offeringId], 1)
    expect(floorUse.get(event.offeringId)).toMatchObject({ held: 137 })
  })

  test('are restored when the place is released, expired, swept or refunded, and kept when it is sold', async () => {
    const event = await codeOnlyEvent()
    const { eventId } = event
    const code = await makeCode(shop.context, { eventId }, { code: fresh(), quantity: 2 })
    const accessCode = code.code
    const take = (...placeIds: number[]) =>
      choose({ eventId, seats: seats(event, 'a', ...placeIds), accessCode })
    const first = await take(1, 2)
    expectError(await take(3), 'UsedAccessCode', 16)
    // Released: one line of two.
    const { orderKey, accessToken, lines } = first.body
    const lineIds = [lines.find((line: Reply) => line.placeId === 1).lineId]
    await shop.post('/v2/orders/unreserve', { orderKey, lineIds }, accessToken)
    expect(await useOf(code)).toMatchObject({ held: 1 })
    expect((await take(3)).status).toBe(200)
    expectError(await take(4), 'UsedAccessCode', 16)
    // Expired: the next caller gets both the seat and the use, without a sweep.
    shop.context.clock.advance(901)
    const second = await take(2, 3)
    expect(second.status).toBe(200)
    await sweepOverdueOrders(shop.context, 100)
    expect(await useOf(code)).toMatchObject({ held: 2, sold: 0 })
    // Sold: the use stays.
    const order = await findOrder(shop.context, { orderKey: second.body.orderKey })
    const allocations = orderAllocations(order?.lines ?? [])
    expect((await sellPlaces(shop.context, allocations)).ok).toBe(true)
    shop.context.clock.advance(901)
    expectError(await take(5), 'UsedAccessCode', 16)
    expect(await useOf(code)).toMatchObject({ held: 0, sold: 2 })
    await releaseOrderPlaces(shop.context, order ? [order] : [])
    expect(await useOf(code)).toMatchObject({ sold: 2 })
    // Refunded.
    await returnPlaces(shop.context, allocations, { asResale: false })
    expect((await take(5, 6)).status).toBe(200)
  })

  test('takes no use for a taken seat, and holds no seat for a used-up code', async () => {
    const event = await codeOnlyEvent()
    const { eventId } = event
    const code = await makeCode(shop.context, { eventId }, { code: fresh(), quantity: 1 })
    const rich = await makeCode(shop.context, { eventId }, { code: fresh() })
    const take = (accessCode: string, ...placeIds: number[]) =>
      choose({ eventId, seats: seats(event, 'a', ...placeIds), accessCode })
    await take(rich.code, 1)
    expectError(await take(code.code, 1), 'SeatNotAvailable', 14)
    expect(await useOf(code)).toMatchObject({ held: 0 })
    expect((await take(code.code, 2)).status).toBe(200)
    expectError(await take(code.code, 3), 'UsedAccessCode', 16)
    expect((await take(rich.code, 3)).status).toBe(200)
  })

  test('limits one order to the uses of a code, also in several steps', async () => {
    const event = await codeOnlyEvent()
    const { eventId } = event
    const { code } = await makeCode(shop.context, { eventId }, { code: fresh(), perOrderMax: 2 })
    const take = (body: object, token?: string) =>
      choose({ eventId, accessCode: code, ...body }, token)
    const first = await take({ seats: seats(event, 'a', 1) })
    const { orderKey, accessToken } = first.body
    const more = { orderKey, seats: seats(event, 'a', 2, 3) }
    expectError(await take(more, accessToken), 'TotalCountIsInvalid', 13)
    const one = { orderKey, seats: seats(event, 'a', 1, 2) }
    expect((await take(one, accessToken)).status).toBe(200)
  })
})

describe('parts reserved for holders of a code', () => {
  test('shows reserved zones, sections and places as blocked until the code opens them', async () => {
    const event = await makeEvent(shop.context)
    const { eventId } = event
    await makeRule(
      shop.context,
      'access-code',
      { eventId },
      { keeps: 'parts', placeIds: [1, 2], sectionIds: [2, 3] },
    )
    const all = await makeCode(shop.context, { eventId }, { code: fresh() })
    const two = await makeCode(shop.context, { eventId }, { code: fresh(), placeIds: [1] })
    await rulesSeen()
    const map = async (query = '') => {
      const { body } = await shop.get(`/v2/Events/Map?eventId=${eventId}${query}`)
      const { states } = readSnapshot({ places: body.availability, pools: body.pools })
      const free = [...states.keys()].filter((placeId) => placeId > 0 && states[placeId] === 0)
      return { free, left: body.pools[0].left, access: body.access }
    }
    const range = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index)
    expect(await map()).toEqual({
      free: range(3, 20),
      left: 0,
      access: { keeps: 'parts', isOpened: false },
    })
    expect(await map(`&accessCode=${all.code}`)).toMatchObject({ free: range(1, 40), left: 50 })
    const only = await map(`&accessCode=${all.code}&onlyAccessCodeSeats=true`)
    expect(only).toMatchObject({ free: [1, 2, ...range(21, 40)], left: 50 })
    expect(await map(`&accessCode=${two.code}`)).toMatchObject({ free: [1, ...range(3, 20)] })
    expect((await map('&onlyAccessCodeSeats=true')).free).toEqual([])
    const wrong = await shop.get(`/v2/Events/Map?eventId=${eventId}&accessCode=WRONG`)
    expectError(wrong, 'InvalidAccessCode', 15)
    // Places that are not reserved are sold without a code, and do not count as uses.
    expect((await choose({ eventId, seats: seats(event, 'a', 3) })).status).toBe(200)
    expectError(await choose({ eventId, seats: seats(event, 'a', 1) }), 'InvalidAccessCode', 15)
    expectError(await choose({ eventId, places: floor(event, 1) }), 'InvalidAccessCode', 15)
    const kept = { eventId, seats: seats(event, 'a', 2) }
    expectError(await choose({ ...kept, accessCode: two.code }), 'InvalidAccessCode', 15)
    const mixed = { eventId, seats: seats(event, 'a', 1, 4), accessCode: two.code }
    expect((await choose(mixed)).status).toBe(200)
    expect(await useOf(two)).toMatchObject({ held: 1 })
  })

  test('counts ticket types for holders, also when a seat changes to one', async () => {
    const event = await makeEvent(shop.context)
    const { eventId, merchantId } = event
    const member = await makeTicketType(shop.context, {
      eventId,
      merchantId,
      zone: 'a',
      priceMinor: 1_000,
    })
    await makeRule(
      shop.context,
      'access-code',
      { eventId },
      { keeps: 'parts', ticketTypeIds: [member] },
    )
    const code = await makeCode(shop.context, { eventId }, { code: fresh(), quantity: 1 })
    await rulesSeen()
    const types = async (query = '') =>
      (await shop.get(`/v2/Events/Map?eventId=${eventId}${query}`)).body.ticketTypes.map(
        (type: Reply) => type.ticketTypeId,
      )
    expect(await types()).not.toContain(member)
    expect(await types(`&accessCode=${code.code}`)).toContain(member)
    const first = await choose({ eventId, seats: seats(event, 'a', 1, 2) })
    const { orderKey, accessToken } = first.body
    const retype = (placeId: number) =>
      choose(
        {
          eventId,
          orderKey,
          seats: [{ ticketTypeId: member, placeId }],
          accessCode: code.code,
        },
        accessToken,
      )
    expect((await retype(1)).status).toBe(200)
    expect(await useOf(code)).toMatchObject({ held: 1 })
    expectError(await retype(2), 'UsedAccessCode', 16)
    await shop.post('/v2/orders/unreserve', { orderKey }, accessToken)
    expect(await useOf(code)).toMatchObject({ held: 0 })
  })
})

test('limits wrong codes, and not buyers without a code', async () => {
  // Goal: choosing, reserving and reading the map allow no faster guessing than the code check. Method: forty-four
  // guesses.
  const event = await makeEvent(shop.context)
  const { eventId } = event
  const request = { eventId, seats: seats(event, 'a', 1) }
  const send = async (message: { url: string; payload?: object; token?: string }) => {
    const { url, payload, token } = message
    const query = `${url.includes('?') ? '&' : '?'}api_key=demo-web`
    const answer = await shop.app.inject({
      method: payload ? 'POST' : 'GET',
      url: url + query,
      remoteAddress: '198.51.100.7',
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      ...(payload && { payload }),
    })
    const { error, accessToken } = answer.json()
    return { status: answer.statusCode, code: error?.code, token: accessToken }
  }
  const codes: string[] = []
  // A draft stores its code, and the call that reserves from it sends none.
  const remembered = async (accessCode: string) => {
    const draft = { url: '/v2/orders/InitializeOrder', payload: { eventId, accessCode } }
    const { token } = await send(draft)
    return send({ url: '/v2/orders/reserverandom', payload: {}, token })
  }
  for (let guess = 0; guess < 44; guess += 1) {
    const accessCode = `GUESS-${guess}`
    const ways = [
      () => send({ url: '/v2/Booking/choose-seat', payload: { ...request, accessCode } }),
      () => send({ url: `/v2/Events/Map?eventId=${eventId}&accessCode=${accessCode}` }),
      () => remembered(accessCode),
      () => send({ url: `/v2/Events/Map/live?eventId=${eventId}&accessCode=${accessCode}` }),
    ]
    codes.push((await ways[guess % ways.length]?.())?.code)
  }
  expect(codes.slice(0, 20).every((code) => code === 'InvalidAccessCode')).toBe(true)
  expect(codes.slice(20).every((code) => code === 'TooManyRequests')).toBe(true)
  expect((await send({ url: '/v2/Booking/choose-seat', payload: request })).status).toBe(200)
})
