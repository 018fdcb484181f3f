/**
 * Goal: a flight of the platform's own supplier is found, booked, paid and ticketed by the calls that the
 * pages use, and the charged amount is the one confirmed last. Method: the shop over HTTP with its
 * database, the fake bank and the worker; prices change with the clock.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { releaseAbandoned, searchesSettled } from '#modules/flights/server/public-api.ts'
import { sweepOverdueOrders } from '#modules/orders/server/public-api.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'
import { book, completeSearch, confirmRounds, contact, dayFrom, family, pay } from './traveller.ts'

let shop: HostileShop

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(async () => {
  await searchesSettled()
  await shop.close()
})

const returnTrip = (days = 40) => ({
  fromAirport: 'TBS',
  toAirport: 'IST',
  allInToCity: true,
  fromDate: dayFrom(shop, days),
  toDate: dayFrom(shop, days + 7),
  providers: 'house',
})

describe('finding flights', () => {
  test('filters narrow the results, show counts, and keep the other options of their own group', async () => {
    const query = returnTrip()
    const all = await completeSearch(shop, query)
    expect(all.total).toBeGreaterThan(4)
    expect(all.found).toBe(all.total)
    const [turkish] = all.facets.carriers.filter((one: Reply) => one.value === 'TK')
    const narrowed = await completeSearch(shop, {
      ...query,
      carrierFilter: 'TK',
      sortType: 'price',
    })
    expect(narrowed.total).toBe(turkish.count)
    expect(narrowed.items[0].fares[0].price).toEqual(turkish.price)
    // The other options of the group keep their counts.
    expect(narrowed.facets.carriers).toEqual(all.facets.carriers)
    const prices = narrowed.items.map((one: Reply) => one.fares[0].price.amount)
    expect(prices).toEqual(prices.toSorted((left: number, right: number) => left - right))
    const bags = await completeSearch(shop, { ...query, baggageFilter: 'checked' })
    expect(
      bags.items.flatMap((one: Reply) => one.fares).every((fare: Reply) => fare.checkedBags > 0),
    ).toBe(true)
    const early = await completeSearch(shop, { ...query, departureTimeFilter: '0-6' })
    expect(early.total).toBe(all.facets.departs.find((one: Reply) => one.value[0] === 0).count)
    const dear = all.facets.amount.highest.amount / 100
    const cheap = await completeSearch(shop, { ...query, amountTo: Math.floor(dear) - 1 })
    expect(cheap.facets.amount).toEqual(all.facets.amount)
  })

  test('searches several cities, all airports of a city and one way, and refuses invalid searches', async () => {
    const several = await completeSearch(shop, {
      fromAirport: 'TBS,IST',
      toAirport: 'IST,TBS',
      fromDate: `${dayFrom(shop, 20)},${dayFrom(shop, 25)}`,
    })
    expect(several.items[0].slices).toHaveLength(2)
    const london = await completeSearch(shop, {
      fromAirport: 'KUT',
      toAirport: 'LON',
      allInToCity: true,
      fromDate: dayFrom(shop, 22),
    })
    const query = { fromAirport: 'TBS', toAirport: 'VIE', fromDate: dayFrom(shop, 20) }
    expect(
      london.items.every((one: Reply) =>
        ['LHR', 'LGW', 'STN', 'LTN'].includes(one.slices[0].legs.at(-1).to),
      ),
    ).toBe(true)
    for (const wrong of [
      { ...query, toAirport: 'TBS' },
      { ...query, fromDate: '2020-01-01' },
      { ...query, fromDate: '2026-02-30' },
      { ...query, toDate: dayFrom(shop, 10) },
      { ...query, adult: 1, infant: 2 },
      { ...query, adult: 5, child: 5 },
      { ...query, toAirport: 'QQQ' },
    ]) {
      const words = new URLSearchParams(
        Object.entries(wrong).map(([key, value]) => [key, `${value}`]),
      )
      expect((await shop.get(`/v2/flights/search?${words}`)).body.error.code).toBe('BadRequest')
    }
  })

  test('calendars state the age of their prices; look-ups find all spellings', async () => {
    const date = dayFrom(shop, 30)
    const about = `fromAirport=TBS&toAirport=IST&fromDate=${date}`
    const days = await expectOk(shop.get(`/v2/flights/calendar-day?${about}&days=3`))
    expect(days.items).toHaveLength(7)
    expect(days.items.filter((one: Reply) => one.isLowest).length).toBeGreaterThan(0)
    expect(days.items.every((one: Reply) => one.price === null || one.seenAt)).toBe(true)
    const pairs = await expectOk(
      shop.get(`/v2/flights/calendar-days?${about}&toDate=${dayFrom(shop, 37)}&days=1`),
    )
    expect(pairs.items).toHaveLength(9)
    for (const word of ['სტამბოლი', 'Stambuli', 'Стамбул', 'istanbul', 'IST']) {
      const { items } = await expectOk(
        shop.get(`/v2/flights/airports?keyword=${encodeURIComponent(word)}`),
      )
      expect(items.map((one: Reply) => one.code).slice(0, 2)).toEqual(['IST', 'SAW'])
    }
    const path = encodeURIComponent('ლუფთჰანზა')
    expect((await expectOk(shop.get(`/v2/amadeus/airlines/${path}`))).items[0].code).toBe('LH')
    expect((await expectOk(shop.get('/v2/amadeus/airports/batumi'))).items[0].code).toBe('BUS')
    const board = await expectOk(
      shop.get('/v2/flights/flights-schedule?airport=TBS&airlineCode=TK'),
    )
    expect(board.departures.map((one: Reply) => one.carrier)).toEqual(['TK', 'TK', 'TK'])
    const other = await expectOk(shop.get('/v2/amadeus/flightsSchedule?location=Tbilisi'))
    expect(other.departures.length).toBeGreaterThan(board.departures.length)
    expect((await expectOk(shop.get('/v2/flights/countries'))).items.length).toBeGreaterThan(200)
    const token = await expectOk(shop.post('/v2/amadeus/token'))
    expect(token.accessToken.split('.')).toHaveLength(2)
  })
})

describe('booking flights', () => {
  test('a family with an infant is held, reserved and paid once, and gets numbered tickets', async () => {
    const token = await shop.guest()
    const query = { ...returnTrip(), adult: 2, child: 1, infant: 1, sortType: 'price' }
    const found = await completeSearch(shop, query)
    const fare = found.items[0].fares[0]
    const rules = await expectOk(shop.get(`/v2/flights/fare-rules?itineraryId=${fare.itineraryId}`))
    expect(rules.rules.map((one: Reply) => one.about)).toContain('refund')
    const passengers = family(2, 1, 1)
    const made = await book(shop, { token, itineraryId: fare.itineraryId, passengers })
    expect(made.price.priceChange).toBeNull()
    expect(made.order.total).toEqual(fare.price)
    // Repeating the request creates no second order.
    const again = await expectOk(
      shop.post('/v2/flights/order', { tktOrderNumber: made.tktOrderNumber }, token),
    )
    expect(again.orderKey).toBe(made.orderKey)
    const named = (orderNumber: string) =>
      shop.get(`/v2/flights/order?orderKey=${made.orderKey}&orderNumber=${orderNumber}`, token)
    expect((await expectOk(named(made.order.orderNumber))).orderKey).toBe(made.orderKey)
    expect((await named('SOMEBODY')).body.error.code).toBe('OrderNotFound')
    const { orderKey } = made
    const stranger = await shop.guest()
    const price = await expectOk(
      shop.post('/v2/flights/price-details', { itineraryId: fare.itineraryId }, stranger),
    )
    const theirs = await expectOk(
      shop.post(
        '/v2/flights/passengers',
        { priceDetailId: price.priceDetailId, passengers, contact },
        stranger,
      ),
    )
    const joined = await shop.post(
      '/v2/flights/order',
      { tktOrderNumber: theirs.tktOrderNumber, orderKey },
      stranger,
    )
    expect(joined.body.error.code).toBe('OrderNotFound')
    const tried = await expectOk(
      shop.post('/v2/flights/try-order-reservation', { orderKey }, token),
    )
    expect(tried).toMatchObject({ outcome: 'reserved', total: fare.price, priceChange: null })
    const charged = await pay(shop, made)
    expect(charged).toBe(fare.price.amount)
    const waiting = await expectOk(shop.get(`/v2/flights/tkt-order?orderKey=${orderKey}`, token))
    expect(waiting).toMatchObject({ statusName: 'WaitingForTicket', ticketNumbers: [] })
    await confirmRounds(shop, 1)
    const done = await expectOk(shop.get(`/v2/flights/tkt-order?orderKey=${orderKey}`, token))
    expect(done).toMatchObject({ statusName: 'Processed', state: 'ticketed' })
    expect(done.ticketNumbers).toHaveLength(4)
    const { tickets } = await expectOk(shop.get('/v2/tickets', token))
    expect(tickets.map((one: Reply) => one.passenger.name)).toEqual(
      expect.arrayContaining(['Nino Beridze', 'Giorgi Beridze', 'Luka Beridze', 'Elene Beridze']),
    )
    expect(tickets[0].item.about.kind).toBe('flight')
    expect(tickets[0].item.about.segments).toHaveLength(
      found.items[0].slices.flatMap((one: Reply) => one.legs).length,
    )
    const standing = await expectOk(shop.get(`/v2/flights/order/iati?orderKey=${orderKey}`, token))
    expect(standing).toMatchObject({ supplierState: 'ticketed', bookingCode: done.bookingCode })
    const { uri } = await expectOk(
      shop.get(`/v2/flights/pseudo-uri?pseudoKey=${made.order.pseudoKey}`, token),
    )
    expect(uri).toContain('/account/orders/')
    const { items } = await expectOk(shop.get('/v2/flights/passenger-info', token))
    expect(items).toHaveLength(4)
    // Other customers cannot access it.
    const other = await shop.guest()
    for (const path of [
      `tkt-order?orderKey=${orderKey}`,
      `order?orderKey=${orderKey}`,
      `order/iati?orderKey=${orderKey}`,
      `passengers?tktOrderNumber=${made.tktOrderNumber}`,
      `flight-info-checkout?priceDetailId=${made.price.priceDetailId}`,
      `pseudo-uri?pseudoKey=${made.order.pseudoKey}`,
    ])
      expect((await shop.get(`/v2/flights/${path}`, other)).status).toBe(404)
    expect(await findBrokenInvariants(shop.context)).toEqual([])
  })

  test('reports each mistake in the passengers at its field', async () => {
    const token = await shop.guest()
    const query = { ...returnTrip(), adult: 2, child: 1 }
    const found = await completeSearch(shop, query)
    const { itineraryId } = found.items[0].fares[0]
    const price = await expectOk(shop.post('/v2/flights/price-details', { itineraryId }, token))
    const [first, second, third] = family(2, 1)
    const send = (passengers: readonly unknown[]) =>
      shop.post(
        '/v2/flights/passengers',
        { priceDetailId: price.priceDetailId, passengers, contact },
        token,
      )
    const fieldsOf = async (passengers: readonly unknown[]) =>
      (await send(passengers)).body.error.fields.map((one: Reply) => [one.path, one.message])
    expect(await fieldsOf([first, second])).toEqual([['body.passengers', 'passengerCountWrong']])
    expect(
      await fieldsOf([
        { ...first, givenName: 'ნინო' },
        { ...second, birthDate: dayFrom(shop, -7 * 365), documentExpiresOn: dayFrom(shop, 41) },
        { ...third, documentNumber: '1', nationality: '' },
      ]),
    ).toEqual([
      ['body.passengers.0.givenName', 'nameNotLatin'],
      ['body.passengers.1.birthDate', 'birthOf-adult'],
      ['body.passengers.1.documentExpiresOn', 'documentEnds'],
      ['body.passengers.2.nationality', 'extraMissing'],
      ['body.passengers.2.documentNumber', 'documentWrong'],
    ])
    expect(await fieldsOf([first, { ...first }, third])).toEqual([
      ['body.passengers.1.givenName', 'passengerTwice'],
    ])
    // Georgians may fly to Turkey with an identity card, others may not.
    const card = { ...first, documentKind: 'identity-card' }
    expect((await send([card, second, third])).status).toBe(200)
    expect(await fieldsOf([{ ...card, nationality: 'FR' }, second, third])).toEqual([
      ['body.passengers.0.documentKind', 'passportNeeded'],
    ])
  })

  test('asks before charging a higher price; charges a lower one without asking', async () => {
    const token = await shop.guest()
    // Prices rise ten days before departure, so the same flight costs more a day later.
    const query = { ...returnTrip(11), sortType: 'price' }
    const found = await completeSearch(shop, query)
    const fare = found.items[0].fares[0]
    const made = await book(shop, { token, itineraryId: fare.itineraryId, passengers: family(1) })
    const { orderKey } = made
    // Sets the confirmed price lower, then higher, than the supplier's current one.
    await changeConfirmed(orderKey, 0.8)
    const rise = await expectOk(shop.post('/v2/flights/try-order-reservation', { orderKey }, token))
    expect(rise.outcome).toBe('price-rose')
    expect(rise.priceChange.difference.amount).toBeGreaterThan(0)
    const shown = await expectOk(shop.get(`/v2/flights/order?orderKey=${orderKey}`, token))
    expect(shown.priceChange).toEqual(rise.priceChange)
    // Until the change is accepted, the order costs the confirmed price.
    expect(await totalOf(orderKey, token)).toBe(rise.priceChange.before.amount)
    const pay1 = await expectOk(
      shop.post(
        `/v2/flights/update-order-price?orderKey=${orderKey}&paymentMerchantId=2`,
        {},
        token,
      ),
    )
    expect(pay1.total).toEqual(rise.priceChange.now)
    expect(await totalOf(orderKey, token)).toBe(rise.priceChange.now.amount)
    const again = await expectOk(
      shop.post('/v2/flights/try-order-reservation', { orderKey }, token),
    )
    expect(again.outcome).toBe('reserved')
    const second = await shop.guest()
    const lower = await book(shop, {
      token: second,
      itineraryId: fare.itineraryId,
      passengers: family(1),
    })
    await changeConfirmed(lower.orderKey, 1.25)
    const fall = await expectOk(
      shop.post('/v2/flights/try-order-reservation', { orderKey: lower.orderKey }, second),
    )
    expect(fall.outcome).toBe('price-fell')
    expect(await totalOf(lower.orderKey, second)).toBe(fare.price.amount)
    expect(await pay(shop, lower)).toBe(fare.price.amount)
    expect(await pay(shop, made)).toBe(rise.priceChange.now.amount)
    await confirmRounds(shop, 2)
    const wrong = await shop.post(
      `/v2/flights/update-order-price?orderKey=${orderKey}&paymentMerchantId=77`,
      {},
      token,
    )
    expect(wrong.body.error.code).toBe('PaymentProviderNotAvailable')
    expect(await findBrokenInvariants(shop.context)).toEqual([])
  })

  test('reports an expired offer before passengers are entered; abandoned orders release their seats', async () => {
    const token = await shop.guest()
    const found = await completeSearch(shop, returnTrip(60))
    const fare = found.items[0].fares[0]
    const made = await book(shop, { token, itineraryId: fare.itineraryId, passengers: family(1) })
    const { orderKey } = made
    await expectOk(shop.post('/v2/flights/try-order-reservation', { orderKey }, token))
    expect(await seatsSold()).toBeGreaterThan(0)
    const before = await seatsSold()
    const { itineraryId } = fare
    const price = await expectOk(shop.post('/v2/flights/price-details', { itineraryId }, token))
    shop.context.clock.advance(26 * 60)
    const info = await shop.get(
      `/v2/flights/flight-info-checkout?priceDetailId=${price.priceDetailId}`,
      token,
    )
    expect(info.body.error.code).toBe('FlightOfferEnded')
    await sweepOverdueOrders(shop.context, 100)
    await releaseAbandoned(shop.context, shop.ports.flights)
    expect(await seatsSold()).toBe(
      before - found.items[0].slices.flatMap((one: Reply) => one.legs).length,
    )
    const state = await expectOk(shop.get(`/v2/flights/order/iati?orderKey=${orderKey}`, token))
    expect(state).toMatchObject({ state: 'cancelled', supplierState: 'cancelled' })
  })

  test('sells the last seats to one of two families; the other is told and not charged', async () => {
    const query = { ...returnTrip(70), adult: 2, sortType: 'price' }
    const found = await completeSearch(shop, query)
    const fare = found.items[0].fares[0]
    // Which flight has the fewest seats depends on the date.
    const keys = found.items[0].slices.flatMap(({ legs }: { legs: Leg[] }) =>
      legs.map((leg) => `${leg.flightNumber} ${leg.departsLocal} ${fare.code}`),
    )
    const tokens = [await shop.guest(), await shop.guest()]
    const orders = await Promise.all(
      tokens.map((token) =>
        book(shop, { token, itineraryId: fare.itineraryId, passengers: family(2) }),
      ),
    )
    await sql`
      insert into flight_house_stock (stock_key, sold)
      select key, ${fare.seatsLeft - 3} from unnest(${keys}::text[]) as key
      on conflict (stock_key) do update set sold = flight_house_stock.sold + excluded.sold`.execute(
      shop.context.db,
    )
    const tried = await Promise.all(
      orders.map(({ orderKey, token }) =>
        shop.post('/v2/flights/try-order-reservation', { orderKey }, token),
      ),
    )
    expect(tried.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const loser = tried.findIndex(({ status }) => status === 409)
    expect(tried[loser]?.body.error.code).toBe('FlightSoldOut')
    // If the other family pays nevertheless, the supplier refuses and the whole amount is refunded.
    const lost = orders[loser]
    if (!lost) throw new Error('No order was refused')
    await pay(shop, lost)
    await confirmRounds(shop, 3)
    const reported = await expectOk(
      shop.get(`/v2/flights/tkt-order?orderKey=${lost.orderKey}`, lost.token),
    )
    expect(reported).toMatchObject({ state: 'refused', statusName: 'Canceled' })
    expect(await findBrokenInvariants(shop.context)).toEqual([])
  })
})

interface Leg {
  readonly flightNumber: string
  readonly departsLocal: string
}

async function totalOf(orderKey: string, token: string): Promise<number> {
  const checkout = await expectOk(shop.get(`/groot/Orders/checkout/${orderKey}`, token))
  return checkout.order.totals.total.amount
}

async function seatsSold(): Promise<number> {
  const { rows } = await sql<{ sold: number }>`
    select coalesce(sum(sold), 0)::int as sold from flight_house_stock`.execute(shop.context.db)
  return rows[0]?.sold ?? 0
}

/** Changes the confirmed price of the booking and of the order lines by a factor. */
async function changeConfirmed(orderKey: string, factor: number): Promise<void> {
  const { db } = shop.context
  await sql`
    update flight_booking set total_minor = round(total_minor * ${factor}::numeric),
      offer = jsonb_set(offer, '{prices,0,unitMinor}', to_jsonb(round((offer->'prices'->0->>'unitMinor')::numeric * ${factor}::numeric)))
    where order_key = ${orderKey}`.execute(db)
  await sql`
    update order_line l set unit_price_minor = round(unit_price_minor * ${factor}::numeric),
      amount_minor = round(amount_minor * ${factor}::numeric)
    from orders o where o.id = l.order_id and o.order_key = ${orderKey}`.execute(db)
  await sql`
    update orders set total_minor = (select sum(amount_minor) from order_line where order_id = orders.id)
    where order_key = ${orderKey}`.execute(db)
}
