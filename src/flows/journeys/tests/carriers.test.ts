/**
 * Goal: each of the 41 calls of the bus carriers does its work. Method: a partner goes through each family over HTTP on
 * the demo's timetable as docs/guides/walk-transport.md tells, from stations to a paid ticket.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

const buyer = { name: 'Nino Beridze', email: 'bus@example.com', phone: '+995555123456' }
const date = '2026-12-04'
const specified = new Map([
  ['omnibus', 7],
  ['central-bus-station', 1],
  ['georgian-bus', 8],
  ['city-bus', 16],
  ['metro', 9],
])

let shop: HostileShop
/** Methods and paths that were asked and answered. */
const asked = new Set<string>()

beforeAll(async () => {
  shop = await openHostileShop({}, { isDemo: true })
})
afterAll(() => shop.close())

const note = (method: string, path: string) =>
  asked.add(`${method} ${path.split('?', 1)[0]}`.replace(/\/([\da-f-]{36}|\d+)$/, '/{id}'))

async function get(path: string, token?: string): Promise<Reply> {
  const reply = await expectOk(shop.get(path, token))
  note('GET', path)
  return reply
}

async function post(path: string, body: unknown, token?: string): Promise<Reply> {
  const reply = await expectOk(shop.post(path, body, token))
  note('POST', path)
  return reply
}

/** A bus of a schedule that is on sale. */
function openBus({ departures }: Reply): Reply {
  const open = departures.find((one: Reply) => one.sale === 'open')
  expect(open, JSON.stringify(departures).slice(0, 400)).toBeDefined()
  return open
}

/** What a checkout asks for, filled in: nobody twice. */
const named = (questions: Reply[]) =>
  questions.map(({ lineId, unit, kind }: Reply, index: number) => ({
    lineId,
    unit,
    givenName: ['Nino', 'Gia', 'Luka'][index % 3],
    familyName: 'Beridze',
    nameKa: 'ბერიძე',
    kind: kind ?? 0,
    documentKind: 'passport',
    documentNumber: `12AB${index}34`,
    nationality: 'GE',
    birthDate: '1990-02-28',
  }))

const questionsOf = async (orderKey: string, token: string): Promise<Reply[]> =>
  (await expectOk(shop.get(`/groot/Orders/checkout/${orderKey}`, token))).passengers

async function pay(orderKey: string, token: string): Promise<void> {
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
}

/** Seats of a plan that anybody may sit on. */
const freeSeats = ({ coaches }: Reply): number[] =>
  coaches
    .flatMap(({ seats }: Reply) => seats)
    .filter((seat: Reply) => seat.state === 'free' && !seat.attributes.includes('wheelchair'))
    .map(({ placeId }: Reply) => placeId)

describe('each family from its stations to an order', () => {
  test('omnibus: routes, timetable, buses, map, checkout, confirm', async () => {
    const token = await shop.guest()
    const { routes } = await get('/v2/omnibus/routes')
    expect(routes.length).toBeGreaterThan(0)
    const bus = openBus(await get(`/v2/omnibus/timetable?date=${date}`))
    const [from, to] = [bus.from.placeCode, bus.to.placeCode]
    const { there } = await get(
      `/v2/omnibus/buses?departureDate=${date}&departureLocation=${from}&arrivalLocation=${to}&quantity=2`,
    )
    const wanted = there.find((one: Reply) => one.hasSeats)
    expect(wanted.minPrice.amount).toBeGreaterThan(0)
    const stations = `fromStation=${from}&toStation=${to}`
    const map = await get(`/v2/omnibus/map?busId=${wanted.busId}&${stations}`)
    const seats = freeSeats(map).slice(0, 2)
    const body = { orderKey: shop.context.random.uuid(), buyer, acceptTerms: true }
    const early = await shop.post('/v2/omnibus/confirm', body, token)
    expect(early.body.error.code).toBe('OrderNotFound')
    const buses = [{ busId: wanted.busId, fromStation: from, toStation: to, seats }]
    const order = await post('/v2/omnibus/checkout', { buses }, token)
    expect(order.segments[0].tickets.map(({ placeId }: Reply) => placeId)).toEqual(seats)
    const { orderKey, total } = order
    expect((await get(`/v2/omnibus/checkout?orderKey=${orderKey}`, token)).total).toEqual(total)
    const passengers = named(await questionsOf(orderKey, token))
    const ready = await post('/v2/omnibus/confirm', { ...body, orderKey, passengers }, token)
    expect(ready.order.statusName).toBe('Checkout')
  })

  test('the central bus station books a bus of Ortachala', async () => {
    const { rows } = await expectOk(
      shop.get(`/v2/transport/board?place=tbilisi&brand=ortachala&date=${date}`),
    )
    const { runId, stops } = await expectOk(shop.get(`/v2/transport/runs/${rows[0].runId}`))
    const bus = { busId: runId, fromStation: stops[0].stopId, toStation: stops.at(-1).stopId }
    const order = await post(
      '/v2/centralbusstation/book',
      { buses: [{ ...bus, quantity: 2 }] },
      await shop.guest(),
    )
    expect(order.segments[0].tickets).toHaveLength(2)
  })

  test('Georgian bus: stations, schedule, preview, booking, checkout, details of a paid order', async () => {
    const token = await shop.guest()
    const { stations } = await get('/integrations/api/GeorgianBus/Location/From')
    const from = stations[0].stationId
    const reached = await get(`/integrations/api/GeorgianBus/Location/To?from=${from}`)
    const to = reached.stations[0].stationId
    const between = `from=${from}&to=${to}&date=${date}`
    const bus = openBus(await get(`/integrations/api/GeorgianBus/BusSchedule?${between}`))
    const preview = await get(`/integrations/api/GeorgianBus/BusSchedule/Preview?${between}&days=3`)
    expect(preview.days[0].lowestPrice.amount).toBeGreaterThan(0)
    const buses = [{ scheduleId: bus.runId, from, to, quantity: 2 }]
    const { orderKey } = await post('/groot/GeorgianBus/book', { buses }, token)
    const checkout = await get(`/groot/GeorgianBus/checkout/${orderKey}`, token)
    const passengers = named(checkout.passengers)
    const details = { orderKey, buyer, acceptTerms: true, passengers }
    await post('/groot/GeorgianBus/checkout', details, token)
    await pay(orderKey, token)
    await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
    const paid = await get(`/groot/GeorgianBus/order-details/${orderKey}`, token)
    expect(paid.statusName).toBe('Processed')
    expect(paid.tickets).toHaveLength(2)
  })

  test('city bus: lookups, seats chosen and given back, passengers, a payment completed', async () => {
    const token = await shop.guest()
    const city = '/integrations/api/CityBus'
    const { stations } = await get(`${city}/Location`)
    expect(stations.length).toBeGreaterThan(1)
    const { routes } = await get(`${city}/Route`)
    const line = await get(`${city}/Route/stations?routeId=${routes[0].routeId}`)
    const [first, last] = [line.routes[0].stations[0], line.routes[0].stations.at(-1)]
    const [from, to] = [first.stationId, last.stationId]
    const between = `from=${from}&to=${to}`
    const trip = openBus(await get(`${city}/AvailabilityTimeTable?${between}&date=${date}`))
    const { days } = await get(`${city}/AvailabilityCalendar?${between}&date=${date}&days=2`)
    expect(days).toHaveLength(2)
    const tripId = trip.runId
    const { baggage } = await get(`${city}/Baggage/${tripId}`)
    const { discounts } = await get(`${city}/Discount/${tripId}`)
    expect(discounts.map(({ rider }: Reply) => rider)).toContain('child')
    const names = { language: 'ru', names: [first.name] }
    expect((await post(`${city}/Translation`, names)).translations.length).toBeGreaterThan(0)
    const free = () => get(`${city}/Availability/FreeSeats/${tripId}?${between}`)
    const { seats, seatsLeft } = await free()
    const [one, other] = seats.map(({ placeId }: Reply) => placeId)
    const bags = baggage.slice(0, 1).map(({ optionCode }: Reply) => ({ optionCode, quantity: 1 }))
    const bus = { tripId, from, to }
    const manual = { ...bus, seats: [one], baggage: bags }
    const { orderKey } = await post('/groot/CityBus/BookWithManual', manual, token)
    await post('/groot/CityBus/BookChooseSeat', { ...bus, orderKey, seat: other }, token)
    const left = await post(
      '/groot/CityBus/BookUnchooseSeat',
      { orderKey, tripId, seat: other },
      token,
    )
    expect(left.segments[0].tickets).toHaveLength(1)
    const more = { ...bus, orderKey, riders: ['adult', 'child'] }
    const grown = await post('/groot/CityBus/BookWithDefault', more, token)
    expect(grown.segments[0].tickets).toHaveLength(3)
    await expect.poll(async () => (await free()).seatsLeft).toBe(seatsLeft - 3)
    const asks = await post('/groot/CityBus/PassengerFillOut', { orderKey }, token)
    const passengers = named(asks.passengers)
    await post('/groot/CityBus/PassengerFillOut', { orderKey, passengers }, token)
    await post('/groot/CityBus/Checkout', { orderKey, buyer, acceptTerms: true }, token)
    await pay(orderKey, token)
    const complete = '/groot/CityBus/Checkout/CompleteOrderForProvider'
    expect((await post(complete, { orderKey }, token)).statusName).toBe('Processed')
  })

  test('Metro: seats booked one by one and given back, passengers, booked', async () => {
    const token = await shop.guest()
    const metro = '/integrations/api/Metro'
    const { stations } = await get(`${metro}/Location/From`)
    const from = stations[0].stationId
    const reached = await get(`${metro}/Location/To?from=${from}`)
    const to = reached.stations.at(-1).stationId
    const between = `from=${from}&to=${to}`
    const bus = openBus(await get(`${metro}/BusSchedule?${between}&date=${date}`))
    const { days } = await get(`${metro}/AvailabilityCalendar?${between}&date=${date}`)
    expect(days[0].departures).toBeGreaterThan(0)
    const scheduleId = bus.runId
    const plan = await get(`${metro}/Availability/Seats?scheduleId=${scheduleId}&${between}`)
    const [first, second] = freeSeats(plan)
    const seat = { scheduleId, from, to }
    const { orderKey } = await post('/groot/Metro/book-seat', { ...seat, seat: first }, token)
    await post('/groot/Metro/book-seat', { ...seat, orderKey, seat: second }, token)
    const left = await post(
      '/groot/Metro/unbook-seat',
      { orderKey, scheduleId, seat: first },
      token,
    )
    expect(left.segments[0].tickets.map(({ placeId }: Reply) => placeId)).toEqual([second])
    const passengers = named(await questionsOf(orderKey, token))
    await post('/groot/Metro/add-passengers', { orderKey, passengers }, token)
    const booked = await post('/groot/Metro/book', { orderKey, buyer, acceptTerms: true }, token)
    expect(booked.order.statusName).toBe('Checkout')
  })
})

test('all calls of these families were gone through', () => {
  const calls = shop.implementations.map(({ call }) => call)
  const ours = calls.filter(({ area }) => specified.has(area))
  expect(ours).toHaveLength([...specified.values()].reduce((sum, count) => sum + count, 0))
  const missing = ours.filter(({ method, path }) => !asked.has(`${method} ${path}`))
  expect(missing.map(({ id }) => id)).toEqual([])
})
