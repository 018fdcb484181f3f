/**
 * Goal: the calls of carriers and flights do what the names of their parameters say, take days as clients send them, and
 * hold nothing after a refusal. Method: the demo's timetable over HTTP.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayFrom } from '../flights/traveller.ts'
import { expectOk } from '../hostile/purchases.ts'
import { buyer, openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'

const date = '2026-12-04'
/** Already the next day in Tbilisi. */
const evening = '2026-12-03T20:30:00.000Z'
const metro = '/integrations/api/Metro'

let shop: HostileShop
let token: string
let ride: { readonly from: number; readonly to: number; readonly bus: Reply }

const get = (path: string): Promise<Reply> => expectOk(shop.get(path))
const isOpen = ({ sale }: Reply): boolean => sale === 'open'

beforeAll(async () => {
  shop = await openHostileShop({}, { isDemo: true })
  token = await shop.guest()
  const from = (await get(`${metro}/Location/From`)).stations[0].stationId
  const to = (await get(`${metro}/Location/To?from=${from}`)).stations.at(-1).stationId
  const { departures } = await get(`${metro}/BusSchedule?date=${date}&from=${from}&to=${to}`)
  ride = { from, to, bus: departures.find(isOpen) }
})
afterAll(() => shop.close())

test('commands of travel, cinemas, passes and staff honour the key of a request, or need none', () => {
  const areas = /^(flights|omnibus|central|georgian|city|metro|cavea|multipass|queue|merchant)/
  const commands = shop.implementations
    .map(({ call }) => call)
    .filter(({ area, method }) => areas.test(area) && method !== 'GET')
  /** What happens once however often it is sent, what a number of the caller's own keeps from happening twice, and secrets. */
  const needNone = [
    'city-bus-translation',
    'flights-passenger-info-my-save',
    'cavea-add-seat-comment',
    'cavea-session-add-seat-comment',
    'queue-send-otp',
    'queue-validate-otp',
    'queue-leave',
    'queue-send-view-content-event',
    'multipass-order-for-swoop',
    'merchant-token',
    'merchant-password',
  ]
  const without = commands.filter(({ idempotent }) => !idempotent).map(({ id }) => id)
  expect(without.toSorted()).toEqual(needNone.toSorted())
})

describe('days', () => {
  const flown = 'fromAirport=TBS&toAirport=IST'

  test('an instant is its day in Tbilisi, wherever a day is asked for', async () => {
    const asked = (day: string) => [
      `${metro}/BusSchedule?date=${day}`,
      `${metro}/AvailabilityCalendar?date=${day}&days=2`,
      `/integrations/api/GeorgianBus/BusSchedule/Preview?date=${day}&days=2`,
      `/v2/omnibus/timetable?date=${day}`,
      `/v2/omnibus/buses?departureDate=${day}&returnDate=${day}&departureLocation=tbilisi`,
      `/v2/movies/list?fromDate=${day}&toDate=${day}`,
      `/v2/flights/calendar-day?${flown}&fromDate=${day}&days=1`,
      `/v2/flights/calendar-days?${flown}&fromDate=${day}&toDate=${day}&days=1`,
    ]
    const plain = asked(date)
    for (const [index, path] of asked(evening).entries()) {
      const same = await get(plain[index] ?? '')
      const without = (reply: Reply) =>
        JSON.stringify(reply, (key, value) => (key === 'seenAt' ? null : value))
      expect([path, without(await get(path))]).toEqual([path, without(same)])
    }
    const found = await get(`/v2/flights/search?${flown}&fromDate=${evening}`)
    expect(found.outsideUrl).toContain(date)
  })

  test('days beyond the calendar, and days that are none, are refused by name', async () => {
    for (const day of ['9999-12-31', '0000-01-01', '2026-02-30', '9999-12-31T23:00:00Z', '']) {
      const paths = [
        `${metro}/AvailabilityCalendar?date=${day}`,
        `/integrations/api/CityBus/AvailabilityCalendar?date=${day}&from=tbilisi`,
        `/v2/transport/calendar?from=tbilisi&to=batumi&date=${day}`,
        `/v2/transport/journeys?from=tbilisi&to=batumi&date=${day}`,
        `/v2/omnibus/buses?arrivalDate=${day}`,
        `/v2/movies/list?fromDate=${day}`,
      ]
      for (const path of paths) {
        const { body } = await shop.get(path)
        expect([path, body.error?.code]).toEqual([path, 'BadRequest'])
        expect(body.error.fields[0].path).toMatch(/^query\.\w*[dD]ate$/)
      }
    }
  })

  test('buses by the day of their arrival alone are those of that day and of the evening before', async () => {
    const ends = (buses: Reply[]) => buses.map(({ busId }: Reply) => busId)
    const all = (await get(`/v2/omnibus/buses?departureDate=${date}`)).there
    const arriving = (await get(`/v2/omnibus/buses?arrivalDate=${date}`)).there
    expect(arriving.length).toBeGreaterThan(0)
    const onTheDay = all.filter(({ to }: Reply) => to.at < `${date}T20:00:00.000Z`)
    expect(ends(arriving)).toEqual(expect.arrayContaining(ends(onTheDay)))
    const both = await get(`/v2/omnibus/buses?departureDate=${date}&arrivalDate=2026-12-20`)
    expect(both.there).toEqual([])
    const backwards = `/v2/omnibus/buses?departureDate=${date}&returnDate=2026-12-03`
    expect((await shop.get(backwards)).body.error.fields[0].path).toBe('query.returnDate')
  })
})

test('the type of an omnibus leads to its plan, and to that of no other bus', async () => {
  const { there } = await get(`/v2/omnibus/buses?departureDate=${date}`)
  const { busId, busTypeId } = there.find(({ busId: id }: Reply) => id !== null)
  const plan = await get(`/v2/omnibus/map?busTypeId=${busTypeId}`)
  const ofBus = await get(`/v2/omnibus/map?busId=${busId}&busTypeId=${busTypeId}&isReturn=true`)
  const places = ({ coaches }: Reply) =>
    coaches.flatMap(({ seats }: Reply) => seats.map(({ placeId }: Reply) => placeId))
  expect(places(plan)).toEqual(places(ofBus))
  expect(ofBus).toMatchObject({ busTypeId, isReturn: true })
  const other = await shop.get(`/v2/omnibus/map?busId=${busId}&busTypeId=${busTypeId + 1}`)
  expect(other.body.error.code).toBe('NotFound')
})

test('the checkout of a bus is the newest order with a journey, whatever else was begun since', async () => {
  const guest = await shop.guest()
  const { there } = await get(`/v2/omnibus/buses?departureDate=${date}`)
  const { busId, from, to } = there.find(({ hasSeats }: Reply) => hasSeats)
  const bus = { busId, fromStation: from.stopId, toStation: to.stopId }
  const { orderKey } = await expectOk(shop.post('/v2/omnibus/checkout', { buses: [bus] }, guest))
  const { items } = await get('/v2/Events/Upcoming')
  const { eventId } = items.find(({ isSoldOut, minPrice }: Reply) => !isSoldOut && minPrice > 0)
  const event = { eventId, quantity: 1 }
  const other = await expectOk(shop.post('/v2/orders/InitializeOrder', event, guest))
  expect(other.orderKey).not.toBe(orderKey)
  const shown = await expectOk(shop.get('/v2/omnibus/checkout', guest))
  expect([shown.orderKey, shown.segments.length]).toEqual([orderKey, 1])
})

describe('seats of buses', () => {
  const held = async (): Promise<number> => {
    const { rows } = await sql<{ held: number }>`
      select count(*)::int as held from place_leg join run on run.offering_id = place_leg.offering_id
      where run.id = ${ride.bus.runId} and state = 1`.execute(shop.context.db)
    return rows[0]?.held ?? 0
  }
  const wanted = (quantity: number) => ({
    buses: [{ scheduleId: ride.bus.runId, from: ride.from, to: ride.to, quantity }],
  })
  const people = ['Nino', 'Gia'].map((givenName, index) => ({
    givenName,
    familyName: 'Beridze',
    nameKa: 'ბერიძე',
    documentKind: 'passport',
    documentNumber: `12AB${index}34`,
    nationality: 'GE',
    birthDate: '1990-02-28',
  }))

  test('booking in one step names passengers by their seats; what is refused holds nothing', async () => {
    const before = await held()
    const details = { buyer, acceptTerms: true }
    const unnamed = await shop.post('/groot/Metro/book', { ...wanted(2), ...details }, token)
    expect(unnamed.body.error.code).toBe('ExtraFieldsMissing')
    expect(await held()).toBe(before)
    const first = await expectOk(
      shop.post('/groot/Metro/book', { ...wanted(2), ...details, passengers: people }, token),
    )
    expect(first.passengers.map(({ passenger }: Reply) => passenger.givenName)).toEqual([
      'Nino',
      'Gia',
    ])
    const { orderKey } = first.order
    const inside = await held()
    const grown = await shop.post(
      '/groot/Metro/book',
      { orderKey, ...wanted(1), ...details },
      token,
    )
    expect(grown.body.error.code).toBe('ExtraFieldsMissing')
    expect(await held()).toBe(inside)
    const kept = await get(`/groot/GeorgianBus/order-details/${orderKey}`).catch(() => null)
    expect(kept).toBeNull()
    const own = await expectOk(shop.get(`/groot/GeorgianBus/order-details/${orderKey}`, token))
    expect(own.segments[0].tickets).toHaveLength(2)
  })

  test('a family gives back its own seats alone, and the same key gives them back once', async () => {
    const plan = await get(`/integrations/api/CityBus/AvailabilityTimeTable?date=${date}`)
    const trip = plan.departures.find(isOpen)
    const bus = { tripId: trip.runId, from: trip.from.stopId, to: trip.to.stopId, quantity: 2 }
    const { orderKey, segments } = await expectOk(
      shop.post('/groot/CityBus/BookWithDefault', bus, token),
    )
    const foreign = { orderKey, scheduleId: trip.runId }
    expect((await shop.post('/groot/Metro/unbook-seat', foreign, token)).body.error.code).toBe(
      'NotFound',
    )
    const seat = segments[0].tickets[0].placeId
    const unchoose = () =>
      shop.send({
        method: 'POST',
        path: '/groot/CityBus/BookUnchooseSeat',
        token,
        payload: JSON.stringify({ orderKey, tripId: trip.runId, seat }),
        headers: { 'idempotency-key': 'unchoose-1' },
      })
    const left = await expectOk(unchoose())
    expect(left.segments[0].tickets).toHaveLength(1)
    expect(await expectOk(unchoose())).toEqual(left)
  })

  test('names are translated under the names that were asked for', async () => {
    const names = ['Tbilisi', 'თბილისი', 'nowhere']
    const body = { language: 'ru', names }
    const told = await expectOk(shop.post('/integrations/api/CityBus/Translation', body))
    expect(told.translations).toEqual([
      { name: 'Tbilisi', translation: 'Тбилиси' },
      { name: 'თბილისი', translation: 'Тбилиси' },
    ])
  })
})

describe('flights', () => {
  test('the token of the earlier look-ups is a bearer there: forged or late it is refused', async () => {
    const { accessToken, expiresIn } = await expectOk(shop.post('/v2/amadeus/token'))
    const ask = async (path: string, authorization: string) =>
      (await shop.send({ method: 'GET', path, headers: { authorization } })).status
    const paths = ['airlines/turkish', 'airports/batumi', 'flightsSchedule?location=TBS']
    const [payload = '', signature = ''] = accessToken.split('.')
    const later = Buffer.from('99999999999').toString('base64url')
    for (const path of paths.map((one) => `/v2/amadeus/${one}`)) {
      expect([path, await ask(path, `Bearer ${accessToken}`)]).toEqual([path, 200])
      expect(await ask(path, `Bearer ${later}.${signature}`)).toBe(401)
      expect(await ask(path, `Bearer ${payload}.`)).toBe(401)
      expect(await ask(path, `Bearer ${token}`)).toBe(200)
      expect(await ask(path, 'Bearer nobody')).toBe(401)
    }
    const nowhere = '/v2/movies/venues'
    expect(await ask(nowhere, `Bearer ${accessToken}`)).toBe(401)
    shop.context.clock.advance(expiresIn)
    expect(await ask(`/v2/amadeus/${paths[0]}`, `Bearer ${accessToken}`)).toBe(401)
  })

  test('calendars are of what their filters ask for', async () => {
    const about = `fromAirport=TBS&toAirport=IST&fromDate=${dayFrom(shop, 30)}&days=1`
    const prices = async (more: string): Promise<(number | null)[]> =>
      (await get(`/v2/flights/calendar-day?${about}${more}`)).items.map(
        ({ price }: Reply) => price?.amount ?? null,
      )
    const all = await prices('')
    const least = Math.min(...all.map((one) => one ?? Infinity))
    expect(least).toBeLessThan(Infinity)
    const nothing = all.map(() => null)
    expect(await prices('&providers=duffel')).toEqual(nothing)
    expect(await prices('&carrierFilter=ZZ')).toEqual(nothing)
    expect(await prices(`&amountTo=${Math.floor(least / 100) - 1}`)).toEqual(nothing)
    const bags = await prices('&baggageFilter=checked')
    bags.forEach((price, index) =>
      expect(price ?? Infinity).toBeGreaterThanOrEqual(all[index] ?? 0),
    )
    expect(bags).not.toEqual(all)
    const turkish = await prices('&carrierFilter=TK')
    expect(turkish).not.toEqual(nothing)
  })
})
