import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEvent, makeMerchant, makeTicketType, type MadeEvent } from './factories.ts'
import { openShop, type Reply, type Shop, type ShopAnswer } from '../../../../tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

function choose(body: unknown, token?: string): Promise<ShopAnswer> {
  return shop.post('/v2/Booking/choose-seat', body, token)
}

function seats(event: MadeEvent, zone: string, ...placeIds: number[]) {
  const ticketTypeId = event.seatTypes[zone]?.ticketTypeId ?? 0
  return placeIds.map((placeId) => ({ ticketTypeId, placeId }))
}

function floor(event: MadeEvent, quantity: number) {
  return [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId ?? 0, quantity }]
}

function expectError(answer: ShopAnswer, code: string, number?: number): void {
  expect({ code: answer.body.error?.code, number: answer.body.error?.number }).toEqual({
    code,
    number,
  })
}

describe('choosing places', () => {
  test('opens a session and an order, holds the seats and prices them with fees', async () => {
    // Goal: a visitor holds places with a single call. Method: two seats of 52.00 at 5 % + 1.00.
    const event = await makeEvent(shop.context, {
      zonePricesMinor: { a: 5_200 },
      feeFixedMinor: 100,
    })
    const { status, body } = await choose({
      eventId: event.eventId,
      seats: seats(event, 'a', 3, 4),
    })
    expect(status).toBe(200)
    expect(body.accessToken).toMatch(/^.{40,}$/)
    expect(body.statusName).toBe('Draft')
    expect(body.totals).toEqual({
      tickets: { amount: 10_400, currency: 'GEL' },
      fees: { amount: 720, currency: 'GEL' },
      takenOff: { amount: 0, currency: 'GEL' },
      total: { amount: 11_120, currency: 'GEL' },
    })
    expect(body.lines.map((line: Reply) => [line.kind, line.quantity, line.price.amount])).toEqual([
      ['Ticket', 1, 5_200],
      ['Ticket', 1, 5_200],
      ['Service', 2, 360],
    ])
    expect(body.lines[0]).toMatchObject({ placeId: 3, row: '1', seat: '3', section: 'Stalls' })
    expect(body.event).toMatchObject({ eventId: event.eventId, name: 'Test concert' })
    expect(Date.parse(body.deadlineAt) - Date.parse(body.serverNow)).toBe(900_000)
    const read = await shop.get(`/v2/orders/details?orderKey=${body.orderKey}`, body.accessToken)
    const { accessToken: _, ...order } = body
    expect(read.body).toEqual(order)
  })

  test('takes every price from the database, whatever the client sends', async () => {
    // Goal: clients cannot set prices. Method: prices, fees and totals in every likely place.
    const event = await makeEvent(shop.context)
    const [seat] = seats(event, 'a', 1)
    const { body } = await choose({
      eventId: event.eventId,
      price: 1,
      total: { amount: 1, currency: 'GEL' },
      fees: [],
      currency: 'USD',
      seats: [{ ...seat, price: 1, unitPriceMinor: 1, fee: 0, quantity: -5 }],
    })
    expect(body.totals.total).toEqual({ amount: 5_250, currency: 'GEL' })
  })

  test('answers in the language of the request', async () => {
    // Goal: descriptions follow the reader. Method: the same order read in Georgian.
    const event = await makeEvent(shop.context)
    const { body } = await choose({ eventId: event.eventId, seats: seats(event, 'a', 1) })
    const read = await shop.send({
      method: 'GET',
      path: `/v2/orders/details?orderKey=${body.orderKey}`,
      token: body.accessToken,
      locale: 'ka',
    })
    expect(read.body.event.name).toBe('საცდელი კონცერტი')
    expect(read.body.lines[0].section).toBe('პარტერი')
    expect(read.body.lines[1].description).toBe('მომსახურების საკომისიო')
  })

  test('changes nothing when the same seats are chosen again', async () => {
    // Goal: a repeated request changes nothing. Method: the same choice twice, then with one seat more.
    const event = await makeEvent(shop.context)
    const request = { eventId: event.eventId, seats: seats(event, 'a', 5, 6) }
    const first = await choose(request)
    const { orderKey, accessToken } = first.body
    shop.context.clock.advance(60)
    const again = await choose({ ...request, orderKey }, accessToken)
    expect(again.status).toBe(200)
    expect(again.body.lines).toEqual(first.body.lines)
    expect(again.body.deadlineAt).toBe(first.body.deadlineAt)
    const more = await choose(
      { ...request, orderKey, seats: seats(event, 'a', 5, 6, 7) },
      accessToken,
    )
    expect(more.body.totals.total.amount).toBe(3 * 5_250)
    expect(more.body.deadlineAt).toBe(first.body.deadlineAt)
    expect(more.body.lines.filter((line: Reply) => line.kind === 'Ticket')).toHaveLength(3)
  })

  test('changes the price when a held seat gets another ticket type', async () => {
    // Goal: adult becomes child without losing the seat. Method: a second, cheaper type of the zone.
    const event = await makeEvent(shop.context)
    const { eventId, merchantId } = event
    const child = await makeTicketType(shop.context, {
      eventId,
      merchantId,
      zone: 'a',
      priceMinor: 2_000,
    })
    const first = await choose({ eventId, seats: seats(event, 'a', 8, 9) })
    const { orderKey, accessToken } = first.body
    const changed = await choose(
      { eventId, orderKey, seats: [{ ticketTypeId: child, placeId: 8 }] },
      accessToken,
    )
    expect(changed.body.totals.tickets.amount).toBe(7_000)
    expect(changed.body.totals.fees.amount).toBe(350)
    expect(changed.body.totals.total.amount).toBe(7_350)
  })

  test('takes unnumbered places from the pool until it is empty', async () => {
    // Goal: pools are counted. Method: fill a pool of fifty in tens, then ask for one more.
    const event = await makeEvent(shop.context, { placesPerOrderMax: 50 })
    const { eventId } = event
    const first = await choose({ eventId, places: floor(event, 30) })
    expect(first.body.lines[0]).toMatchObject({ quantity: 30, section: 'Floor', placeId: null })
    expectError(await choose({ eventId, places: floor(event, 21) }), 'SeatNotAvailable', 14)
    expect((await choose({ eventId, places: floor(event, 20) })).status).toBe(200)
    expectError(await choose({ eventId, places: floor(event, 1) }), 'SeatNotAvailable', 14)
  })

  test('charges no fee for a free seat', async () => {
    // Goal: no fee on free tickets. Method: a zone that costs nothing under a rule with a fixed fee.
    const event = await makeEvent(shop.context, { zonePricesMinor: { a: 0 }, feeFixedMinor: 100 })
    const { body } = await choose({ eventId: event.eventId, seats: seats(event, 'a', 1) })
    expect(body.totals.total.amount).toBe(0)
    expect(body.lines).toHaveLength(1)
  })
})

describe('every numbered refusal', () => {
  test('the request itself: 1, 4, 5, 11', async () => {
    // Goal: each malformed choice has its own code. Method: one request for each.
    const event = await makeEvent(shop.context)
    const { eventId } = event
    expectError(await choose(undefined), 'BadRequest', 1)
    expectError(await choose({ seats: seats(event, 'a', 1) }), 'BadRequest', 1)
    expectError(
      await choose({ eventId, places: floor(event, 0) }),
      'QuantityMustBeGreaterThanZero',
      4,
    )
    expectError(
      await choose({ eventId, places: floor(event, -1) }),
      'QuantityMustBeGreaterThanZero',
      4,
    )
    expectError(await choose({ eventId, places: floor(event, 1.5) }), 'BadRequest', 1)
    expectError(await choose({ eventId }), 'SeatsNotPassed', 5)
    expectError(await choose({ eventId, seats: [], places: [] }), 'SeatsNotPassed', 5)
    expectError(await choose({ eventId, seats: seats(event, 'a', 1, 1) }), 'BadRequest', 1)
    expectError(
      await choose({ eventId, seats: seats(event, 'a', 1), places: floor(event, 1) }),
      'SeatAndNonSeatPlacesAreMixed',
      11,
    )
    const asPlace = seats(event, 'a', 1).map(({ ticketTypeId }) => ({ ticketTypeId, quantity: 1 }))
    expectError(await choose({ eventId, places: asPlace }), 'SeatAndNonSeatPlacesAreMixed', 11)
  })

  test('ticket types: 6, 7, 9, 10', async () => {
    // Goal: a type sells only where and when it may. Method: types that violate one rule each.
    const event = await makeEvent(shop.context)
    const other = await makeEvent(shop.context)
    const { eventId, merchantId } = event
    const base = { eventId, merchantId, zone: 'a', priceMinor: 1_000 }
    const inactive = await makeTicketType(shop.context, { ...base, status: 'Inactive' })
    const partner = await makeTicketType(shop.context, { ...base, channels: ['partner'] })
    const foreign = await makeTicketType(shop.context, {
      ...base,
      merchantId: await makeMerchant(shop.context),
    })
    const seat = (ticketTypeId: number, placeId = 1) => ({ ticketTypeId, placeId })
    expectError(await choose({ eventId, seats: [seat(inactive)] }), 'TicketTypeNotActive', 6)
    expectError(await choose({ eventId, seats: seats(other, 'a', 1) }), 'TicketTypeNotFound', 7)
    // An expensive seat cannot be bought with the type of a cheaper zone.
    expectError(await choose({ eventId, seats: seats(event, 'b', 1) }), 'TicketTypeNotFound', 7)
    expectError(
      await choose({ eventId, seats: [seat(partner)] }),
      'TicketTypeBadIntegrationChannel',
      9,
    )
    expectError(
      await choose({ eventId, seats: [seat(foreign, 1), ...seats(event, 'a', 2)] }),
      'TicketTypesMerchantsNotMet',
      10,
    )
    const own = await choose({ eventId, seats: seats(event, 'a', 2) })
    const { orderKey, accessToken } = own.body
    expectError(
      await choose({ eventId, orderKey, seats: [seat(foreign, 3)] }, accessToken),
      'TicketTypesMerchantsNotMet',
      10,
    )
  })

  test('the event: 8', async () => {
    // Goal: nothing sells outside its time. Method: events that violate one rule each.
    const now = shop.context.clock.now().getTime()
    const hour = 3_600_000
    const closed = [
      { status: 3 },
      { isOnSale: false },
      { salesOpenAt: new Date(now + hour) },
      { salesCloseAt: new Date(now - hour) },
      { startsAt: new Date(now - hour) },
    ]
    for (const options of closed) {
      const event = await makeEvent(shop.context, options)
      const answer = await choose({ eventId: event.eventId, seats: seats(event, 'a', 1) })
      expectError(answer, 'EventNotActive', 8)
    }
    expectError(
      await choose({ eventId: 2_000_000_000, seats: [{ ticketTypeId: 1, placeId: 1 }] }),
      'EventNotActive',
      8,
    )
  })

  test('the channel and the order: 2, 3', async () => {
    // Goal: an unknown key and another's order give no access. Method: an invalid key; another visitor's token.
    const event = await makeEvent(shop.context)
    const request = { eventId: event.eventId, seats: seats(event, 'a', 1) }
    expectError(
      await shop.post('/v2/Booking/choose-seat?api_key=nobody-knows', request),
      'IntegrationChannelNotFound',
      2,
    )
    const own = await choose(request)
    const stranger = await shop.openGuest()
    const { orderKey } = own.body
    const more = { ...request, orderKey, seats: seats(event, 'a', 2) }
    expectError(await choose(more, stranger), 'OrderNotFound', 3)
    expectError(await choose(more), 'OrderNotFound', 3)
    const nobodys = { ...more, orderKey: '019aa000-0000-7000-8000-000000000000' }
    expectError(await choose(nobodys, own.body.accessToken), 'OrderNotFound', 3)
    expect((await choose(more, own.body.accessToken)).status).toBe(200)
  })

  test('limits of an order: 13', async () => {
    // Goal: limits count the whole order. Method: fill it in two steps; one type has its own limit.
    const event = await makeEvent(shop.context, { placesPerOrderMax: 3 })
    const { eventId } = event
    const first = await choose({ eventId, seats: seats(event, 'a', 1, 2) })
    const { orderKey, accessToken } = first.body
    const two = { eventId, orderKey, seats: seats(event, 'a', 3, 4) }
    expectError(await choose(two, accessToken), 'TotalCountIsInvalid', 13)
    expectError(await choose({ eventId, places: floor(event, 1e9) }), 'TotalCountIsInvalid', 13)
    const one = { eventId, orderKey, places: floor(event, 1) }
    expect((await choose(one, accessToken)).status).toBe(200)
    expectError(await choose(one, accessToken), 'TotalCountIsInvalid', 13)

    const strict = await makeEvent(shop.context, { perOrderMax: 1 })
    const answer = await choose({ eventId: strict.eventId, seats: seats(strict, 'a', 1, 2) })
    expectError(answer, 'TotalCountIsInvalid', 13)
    expect(answer.body.error.detail).toMatchObject({ max: 1 })
  })

  test('taken, blocked and unknown places: 14', async () => {
    // Goal: unavailable places are listed. Method: one held by another, one withheld, and one that does not exist.
    const event = await makeEvent(shop.context, { blockedPlaces: [10] })
    const { eventId } = event
    await choose({ eventId, seats: seats(event, 'a', 1) })
    const both = await choose({ eventId, seats: seats(event, 'a', 1, 2) })
    expectError(both, 'SeatNotAvailable', 14)
    expect(both.body.error.detail.placeIds).toEqual([1])
    // All or nothing: the other place stayed free.
    expect((await choose({ eventId, seats: seats(event, 'a', 2) })).status).toBe(200)
    expectError(await choose({ eventId, seats: seats(event, 'a', 10) }), 'SeatNotAvailable', 14)
    expectError(await choose({ eventId, seats: seats(event, 'a', 99_999) }), 'SeatNotAvailable', 14)
  })
})

describe('concurrent choices', () => {
  test('give one seat to exactly one of many, and others their own seats', async () => {
    // Goal: batched choices are decided independently. Method: 60 parallel requests, 30 of them for one seat.
    const event = await makeEvent(shop.context)
    const { eventId } = event
    const token = await shop.openGuest()
    const wanted = Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? 1 : 1 + (index % 18),
    )
    const answers = await Promise.all(
      wanted.map((placeId) => choose({ eventId, seats: seats(event, 'a', placeId) }, token)),
    )
    const winners = new Map<number, number>()
    answers.forEach((answer, index) => {
      const placeId = wanted[index] as number
      if (answer.status === 200) winners.set(placeId, (winners.get(placeId) ?? 0) + 1)
      else expectError(answer, 'SeatNotAvailable', 14)
    })
    expect([...winners.keys()].toSorted((a, b) => a - b)).toEqual(
      [...new Set(wanted)].toSorted((a, b) => a - b),
    )
    expect([...winners.values()].every((count) => count === 1)).toBe(true)
  })

  test('share the limit of one order', async () => {
    // Goal: the limit of an order holds under parallel clicks. Method: 10 requests for 2 seats, limit 6.
    const event = await makeEvent(shop.context, { placesPerOrderMax: 6 })
    const { eventId } = event
    const token = await shop.openGuest()
    const opened = await shop.post('/v2/orders/InitializeOrder', { eventId }, token)
    const { orderKey } = opened.body
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        choose(
          { eventId, orderKey, seats: seats(event, 'a', 2 * index + 1, 2 * index + 2) },
          token,
        ),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
    const read = await shop.get(`/v2/orders/details?orderKey=${orderKey}`, token)
    expect(read.body.totals.total.amount).toBe(6 * 5_250)
  })

  test('isolate a choice that breaks the shared statement', async () => {
    // Goal: one bad request does not affect others in its batch. Method: one caller's session row is deleted while
    // its token is still cached as valid, so inserting its order fails in the database.
    const event = await makeEvent(shop.context)
    const { eventId } = event
    const ghost = await shop.openGuest()
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ghost)))
    await shop.context.db.deleteFrom('session').where('token_hash', '=', hash).execute()
    const good = await shop.openGuest()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        choose({ eventId, seats: seats(event, 'a', index + 1) }, index === 5 ? ghost : good),
      ),
    )
    const codes = answers.map((answer) => answer.body.error?.code ?? 'ok')
    expect(codes[5]).not.toBe('ok')
    expect(codes.filter((code) => code === 'ok')).toHaveLength(11)
    expect((await choose({ eventId, seats: seats(event, 'a', 6) }, good)).status).toBe(200)
  })
})
