import { showStatus } from '#contract/enumerations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setCurrencyRates } from '#modules/rates/server/public-api.ts'
import { refreshSoldOut } from '../server/public-api.ts'
import { makeEvent, makeTicketType, type MadeEvent } from './factories.ts'
import { openShop, type Reply, type Shop, type ShopAnswer } from '../../../../tests/support/shop.ts'

/**
 * Goal: tables, packages and foreign prices use the same pipeline, and the displayed price is charged. Method: each
 * over HTTP on a real database; sums of lines compared with prices, places with the map.
 */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const choose = (body: unknown, token?: string): Promise<ShopAnswer> =>
  shop.post('/v2/Booking/choose-seat', body, token)

const typeOf = (map: Reply, ticketTypeId: number): Reply =>
  map.ticketTypes.find((type: Reply) => type.ticketTypeId === ticketTypeId)

async function mapOf(eventId: number): Promise<Reply> {
  return (await shop.get(`/v2/Events/Map?eventId=${eventId}`)).body
}

const codeOf = ({ body }: ShopAnswer): string => body.error?.code

/** Adds a type for the event's pool, in another currency or for whole tables. */
async function addType(
  event: MadeEvent,
  options: {
    priceMinor: number
    currency?: string
    zone?: string
    table?: { guestsMin: number; guestsMax: number; isPerGuest?: boolean }
  },
): Promise<number> {
  const { eventId, merchantId } = event
  const place = options.zone === undefined ? { poolId: 1 } : { zone: options.zone }
  const { priceMinor } = options
  const id = await makeTicketType(shop.context, { eventId, merchantId, priceMinor, ...place })
  const { db } = shop.context
  if (options.currency !== undefined)
    await db
      .updateTable('ticket_type')
      .set({ currency: options.currency })
      .where('id', '=', id)
      .execute()
  if (options.table)
    await db
      .insertInto('table_type')
      .values({
        ticket_type_id: id,
        guests_min: options.table.guestsMin,
        guests_max: options.table.guestsMax,
        is_per_guest: options.table.isPerGuest ?? false,
      })
      .execute()
  return id
}

async function setRates(ratedOn: string, rates: Record<string, number>): Promise<void> {
  const set = await setCurrencyRates(shop.context, { ratedOn, rates, source: 'test' })
  expect(set.ok).toBe(true)
}

describe('foreign prices', () => {
  test('are charged in lari at the rate of the day, and stored with the line', async () => {
    // Goal: 45.00 EUR at 3.15 is 141.75; a rate of tomorrow is not of today. Method: rates of three days.
    await setRates('2026-11-30', { EUR: 3_000_000 })
    await setRates('2026-12-01', { EUR: 3_150_000 })
    await setRates('2026-12-02', { EUR: 9_000_000 })
    const event = await makeEvent(shop.context, { feeBasisPoints: 0 })
    const euro = await addType(event, { priceMinor: 4_500, currency: 'EUR' })
    const map = await mapOf(event.eventId)
    expect(typeOf(map, euro)).toMatchObject({
      total: { amount: 14_175, currency: 'GEL' },
      foreign: { total: { amount: 4_500, currency: 'EUR' }, rate: '3.1500', ratedOn: '2026-12-01' },
      isActive: true,
    })
    const { body } = await choose({
      eventId: event.eventId,
      places: [{ ticketTypeId: euro, quantity: 3 }],
    })
    expect(body.totals.total).toEqual({ amount: 3 * 14_175, currency: 'GEL' })
    expect(body.lines[0].foreign).toEqual({
      price: { amount: 4_500, currency: 'EUR' },
      rate: '3.1500',
      ratedOn: '2026-12-01',
    })
    const kept = await shop.get(`/v2/orders/details?orderKey=${body.orderKey}`, body.accessToken)
    expect(kept.body.lines[0].foreign).toEqual(body.lines[0].foreign)
    const { body: list } = await shop.get(
      `/v2/events/international_ticket_types?eventId=${event.eventId}`,
    )
    expect(list.ticketTypes.map((type: Reply) => type.ticketTypeId)).toEqual([euro])
  })

  test('are not sold without a rate, or with one older than seven days', async () => {
    // Goal: a stale rate never prices a sale. Method: GBP without a rate; USD on its seventh and eighth day.
    const pound = await makeEvent(shop.context)
    const gbp = await addType(pound, { priceMinor: 1_000, currency: 'GBP' })
    const one = (eventId: number, ticketTypeId: number) =>
      choose({ eventId, places: [{ ticketTypeId, quantity: 1 }] })
    const refused = await one(pound.eventId, gbp)
    expect([codeOf(refused), refused.body.error.number]).toEqual(['TicketTypeNotActive', 6])
    expect(typeOf(await mapOf(pound.eventId), gbp)).toMatchObject({
      isActive: false,
      total: { amount: 1_050, currency: 'GBP' },
      foreign: { rate: null },
    })
    await setRates('2026-11-24', { USD: 2_700_000 })
    const fresh = await makeEvent(shop.context)
    const usd = await addType(fresh, { priceMinor: 1_000, currency: 'USD' })
    expect((await one(fresh.eventId, usd)).status).toBe(200)
    const start = shop.context.clock.now()
    shop.context.clock.advance(86_400)
    expect(codeOf(await one(fresh.eventId, usd))).toBe('TicketTypeNotActive')
    shop.context.clock.set(start)
  })
})

describe('tables', () => {
  test('priced per guest multiply price and fee by the guests', async () => {
    // Goal: a table for four with three guests costs three prices. Method: a named table, then more guests.
    const event = await makeEvent(shop.context)
    const table = { guestsMin: 2, guestsMax: 4, isPerGuest: true }
    const type = await addType(event, { priceMinor: 6_000, zone: 'a', table })
    const seat = (guests: number) => ({
      eventId: event.eventId,
      seats: [{ ticketTypeId: type, placeId: 3, guests }],
    })
    const { body } = await choose(seat(3))
    expect(body.totals).toMatchObject({ tickets: { amount: 18_000 }, fees: { amount: 900 } })
    expect(body.lines[0]).toMatchObject({ guests: 3, quantity: 1, placeId: 3 })
    const { orderKey, accessToken } = body
    const grown = await choose({ ...seat(4), orderKey }, accessToken)
    expect(grown.body.totals.total.amount).toBe(24_000 + 1_200)
    expect(grown.body.lines).toHaveLength(2)
    for (const guests of [1, 5])
      expect(codeOf(await choose({ ...seat(guests), orderKey }, accessToken))).toBe(
        'TotalCountIsInvalid',
      )
    const second = { ...seat(2), orderKey, seats: [{ ticketTypeId: type, placeId: 4, guests: 2 }] }
    expect(codeOf(await choose(second, accessToken))).toBe('TotalCountIsInvalid')
  })

  test('priced per table cost the same for any party, and sell out', async () => {
    // Goal: a table is one place. Method: a pool of fifty tables, ten at a time, then one too many.
    const event = await makeEvent(shop.context, { placesPerOrderMax: 50 })
    const table = { guestsMin: 1, guestsMax: 6 }
    const type = await addType(event, { priceMinor: 2_000, table })
    const take = (quantity: number, guests?: number) =>
      choose({ eventId: event.eventId, places: [{ ticketTypeId: type, quantity, guests }] })
    const { body } = await take(2, 5)
    expect(body.lines[0]).toMatchObject({ quantity: 2, guests: 5, amount: { amount: 4_000 } })
    expect((await take(48)).body.lines[0].guests).toBe(6)
    expect(codeOf(await take(1))).toBe('SeatNotAvailable')
  })
})

describe('packages', () => {
  /** Two events, and a package of two standing places of one and a seat of the other for 100.01. */
  async function makePackage(options: { poolCapacity?: number } = {}) {
    const floor = await makeEvent(shop.context, { poolPriceMinor: 3_000 })
    const seats = await makeEvent(shop.context, { zonePricesMinor: { a: 7_000 } })
    const event = await makeEvent(shop.context)
    const id = await addType(event, { priceMinor: 10_001 })
    const parts = [
      [floor.poolTypes[1]?.ticketTypeId ?? 0, 2],
      [seats.seatTypes['a']?.ticketTypeId ?? 0, 1],
    ] as const
    await shop.context.db
      .insertInto('package_part')
      .values(
        parts.map(([part_type_id, quantity], index) => ({
          package_type_id: id,
          position: index + 1,
          part_type_id,
          quantity,
        })),
      )
      .execute()
    if (options.poolCapacity !== undefined)
      await shop.context.db
        .updateTable('pool_leg')
        .set({ capacity: options.poolCapacity })
        .where('offering_id', '=', floor.offeringId)
        .execute()
    return { floor, seats, event, id }
  }
  const take = (made: { event: MadeEvent; id: number }, quantity = 1, more = {}, token?: string) =>
    choose(
      { eventId: made.event.eventId, places: [{ ticketTypeId: made.id, quantity }], ...more },
      token,
    )

  test('hold every part in one order at exactly the package’s price', async () => {
    // Goal: parts are lines of their events, and add up exactly. Method: 100.01 over 30, 30, 70.
    const made = await makePackage()
    const map = await mapOf(made.event.eventId)
    expect(typeOf(map, made.id).parts.map((part: Reply) => [part.eventId, part.quantity])).toEqual([
      [made.floor.eventId, 2],
      [made.seats.eventId, 1],
    ])
    expect(map.pools).toContainEqual({ poolId: 1, left: 20 })
    const { body, status } = await take(made)
    expect(status).toBe(200)
    expect(body.totals).toMatchObject({ total: { amount: 10_001 }, fees: { amount: 0 } })
    const lines = body.lines.map((line: Reply) => [line.eventId, line.quantity, line.amount.amount])
    expect(lines).toEqual([
      [made.floor.eventId, 2, 2 * 2_308],
      [made.seats.eventId, 1, 5_385],
    ])
    expect(new Set(body.lines.map((line: Reply) => line.package.key)).size).toBe(1)
    const seatMap = await mapOf(made.seats.eventId)
    expect(seatMap.availability).not.toBe('')
  })

  test('are held completely or not at all', async () => {
    // Goal: an unavailable package leaves no holds. Method: the pool has room for one of two.
    const made = await makePackage({ poolCapacity: 1 })
    const before = await holds()
    expect(codeOf(await take(made))).toBe('SeatNotAvailable')
    expect(await holds()).toEqual(before)
    expect((await mapOf(made.event.eventId)).pools).toContainEqual({ poolId: 1, left: 0 })
  })

  async function holds(): Promise<unknown> {
    const { db } = shop.context
    return {
      places: await db.selectFrom('place_leg').select('place_id').where('state', '=', 1).execute(),
      pools: await db.selectFrom('pool_hold').select('hold_id').execute(),
      orders: await db.selectFrom('orders').select('id').execute(),
    }
  }

  test('are released as a whole, and their seats keep the package’s price', async () => {
    // Goal: no part can be bought by itself at its share. Method: release one line of two packages; choose a seat
    // of a package again with a cheap type.
    const made = await makePackage()
    const cheap = await addType(made.seats, { priceMinor: 100, zone: 'a' })
    const { body } = await take(made, 2)
    expect(body.totals.total.amount).toBe(20_002)
    const { orderKey, accessToken } = body
    const seat = body.lines.find((line: Reply) => line.placeId !== null)
    const again = await choose(
      {
        eventId: made.seats.eventId,
        orderKey,
        seats: [{ ticketTypeId: cheap, placeId: seat.placeId }],
      },
      accessToken,
    )
    expect(again.body.totals.total.amount).toBe(20_002)
    const left = await shop.post(
      '/v2/orders/unreserve',
      { orderKey, lineIds: [seat.lineId] },
      accessToken,
    )
    expect(left.status).toBe(200)
    expect(left.body.totals.total.amount).toBe(10_001)
    expect(new Set(left.body.lines.map((line: Reply) => line.package.key)).size).toBe(1)
  })

  test('are sold out in lists when a part is', async () => {
    // Goal: lists offer no unavailable package. Method: a pool for one, where the package needs two.
    const gone = await makePackage({ poolCapacity: 1 })
    const there = await makePackage()
    // The event sells the package only.
    for (const { event, id } of [gone, there])
      await shop.context.db
        .deleteFrom('ticket_type')
        .where('event_id', '=', event.eventId)
        .where('id', '<>', id)
        .execute()
    await refreshSoldOut(shop.context)
    const flags = await shop.context.db
      .selectFrom('event')
      .select(['id', 'is_sold_out'])
      .where('id', 'in', [gone.event.eventId, there.event.eventId])
      .orderBy('id')
      .execute()
    expect(flags.map((row) => row.is_sold_out)).toEqual([true, false])
  })

  test('are refused together with a single ticket, and beyond the limit', async () => {
    // Goal: prices of packages and tickets are never mixed. Method: a package and a standing ticket of its own
    // event.
    const made = await makePackage()
    const places = [
      { ticketTypeId: made.id, quantity: 1 },
      { ticketTypeId: made.event.poolTypes[1]?.ticketTypeId, quantity: 1 },
    ]
    expect(codeOf(await choose({ eventId: made.event.eventId, places }))).toBe(
      'TicketTypeNotActive',
    )
    expect(codeOf(await take(made, 11))).toBe('TotalCountIsInvalid')
  })
})

describe('offers', () => {
  test('show the end of their validity wherever they are named', async () => {
    // Goal: the end of an offer is not presented as a start time. Method: its order.
    const event = await makeEvent(shop.context)
    const start = shop.context.clock.now()
    await shop.context.db
      .insertInto('offer_term')
      .values({
        event_id: event.eventId,
        valid_from: start,
        valid_until: new Date(start.getTime() + 86_400_000),
      })
      .execute()
    const places = [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId, quantity: 1 }]
    const { body } = await choose({ eventId: event.eventId, places })
    expect(body.event.name).toBe('Test concert · Valid until 31 December 2026')
  })
})

describe('private shows', () => {
  test('return no map, prices or places without their key', async () => {
    // Goal: nothing is revealed without the key. Method: every call without, with a wrong, and with the key.
    const event = await makeEvent(shop.context)
    await shop.context.db
      .updateTable('show')
      .set({ access: 1, preview_key: 'rehearsal' })
      .where('id', '=', event.showId)
      .execute()
    const { eventId } = event
    const map = (key: string) => shop.get(`/v2/Events/Map?eventId=${eventId}${key}`)
    for (const key of ['', '&accessCode=', '&accessCode=wrong'])
      expect(codeOf(await map(key))).toBe('NotFound')
    expect(codeOf(await shop.get(`/v2/events/map?eventId=${eventId}`))).toBe('NotFound')
    expect(
      codeOf(await shop.get(`/v2/orders/fees?eventId=${eventId}`, await shop.openGuest())),
    ).toBe('NotFound')
    expect(codeOf(await shop.get(`/v2/events/international_ticket_types?eventId=${eventId}`))).toBe(
      'NotFound',
    )
    const places = [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId, quantity: 1 }]
    expect(codeOf(await choose({ eventId, places }))).toBe('EventNotActive')
    expect(codeOf(await choose({ eventId, places, accessCode: 'wrong' }))).toBe('EventNotActive')
    expect((await map('&accessCode=rehearsal')).status).toBe(200)
    expect((await choose({ eventId, places, accessCode: 'rehearsal' })).status).toBe(200)
  })

  test('nor have shows that are not announced yet, or deleted', async () => {
    // Goal: the key of a preview guards its map as it guards its page. Method: each status, without and with the key.
    const eventOf = async (status: number): Promise<number> => {
      const { eventId, showId } = await makeEvent(shop.context)
      const set = { status, preview_key: 'draft' }
      await shop.context.db.updateTable('show').set(set).where('id', '=', showId).execute()
      return eventId
    }
    const answers = async (eventId: number, key = '') => [
      codeOf(await shop.get(`/v2/Events/Map?eventId=${eventId}${key}`)),
      codeOf(await shop.get(`/v2/events/map?eventId=${eventId}${key}`)),
    ]
    const draft = await eventOf(showStatus.Inactive)
    for (const key of ['', '&accessCode=wrong'])
      expect(await answers(draft, key)).toEqual(['NotFound', 'NotFound'])
    const live = `/v2/Events/Map/live?eventId=${draft}`
    expect(codeOf(await shop.get(live))).toBe('NotFound')
    expect(codeOf(await shop.get(`${live}&accessCode=wrong`))).toBe('NotFound')
    expect(codeOf(await shop.get(`/v2/orders/fees?eventId=${draft}`, await shop.openGuest()))).toBe(
      'NotFound',
    )
    const opened = await shop.get(`/v2/Events/Map?eventId=${draft}&accessCode=draft`)
    expect(opened.body).toMatchObject({ eventId: draft, isOnSale: false })
    const deleted = await eventOf(showStatus.Deleted)
    expect(await answers(deleted, '&accessCode=draft')).toEqual(['NotFound', 'NotFound'])
    const stopped = await eventOf(showStatus.Stopped)
    expect(await answers(stopped)).toEqual([undefined, undefined])
  })
})
