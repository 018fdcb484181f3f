/**
 * A carriers’ partner: each bus family by its own calls, from stations to seats, passengers and a paid
 * ticket.
 */
import { expect } from 'vitest'
import type { Reply } from './client.ts'
import type { Partner } from './partner.ts'
import { buyer, payAtBank, type WalkEnvironment } from './environment.ts'

const walk = 'A carriers’ partner'
const date = '2026-12-04'

/** A bus on sale, from a schedule. */
function openBus({ departures }: Reply): Reply {
  const open = departures.find((one: Reply) => one.sale === 'open')
  expect(open, JSON.stringify(departures).slice(0, 400)).toBeDefined()
  return open
}

/** Answers to the questions of a checkout, with a different person for each passenger. */
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
    birthDate: kind === 1 ? '2018-05-01' : '1990-02-28',
  }))

const questionsOf = async (partner: Partner, orderKey: string): Promise<Reply[]> =>
  (await partner.call('ordersGrootCheckoutGet', { path: { orderKey } })).passengers

async function pay(
  environment: WalkEnvironment,
  partner: Partner,
  orderKey: string,
): Promise<void> {
  const { redirectUrl } = await partner.call('ordersGrootCreatePayment', {
    body: { orderKey, provider: 2 },
  })
  await payAtBank(environment, redirectUrl)
}

/** Free seats of a plan, without reserved ones. */
const freeSeats = ({ coaches }: Reply): number[] =>
  coaches
    .flatMap(({ seats }: Reply) => seats)
    .filter((seat: Reply) => seat.state === 'free' && !seat.attributes.includes('wheelchair'))
    .map(({ placeId }: Reply) => placeId)

/** Omnibus: routes, timetable, buses, map, checkout, confirm; an order cannot be confirmed before checkout. */
export async function walkOmnibus(environment: WalkEnvironment): Promise<void> {
  const partner = environment.partner(walk)
  const { routes } = await partner.call('omnibusRoutes')
  expect(routes.length).toBeGreaterThan(0)
  const bus = openBus(await partner.call('omnibusTimetable', { query: { date } }))
  const [fromStation, toStation] = [bus.from.placeCode, bus.to.placeCode]
  const { there } = await partner.call('omnibusBuses', {
    query: {
      departureDate: date,
      departureLocation: fromStation,
      arrivalLocation: toStation,
      quantity: 2,
    },
  })
  const { busId, minPrice } = there.find((one: Reply) => one.hasSeats)
  expect(minPrice.amount).toBeGreaterThan(0)
  const map = await partner.call('omnibusMap', { query: { busId, fromStation, toStation } })
  const seats = freeSeats(map).slice(0, 2)
  const guest = environment.partner(walk, { token: await environment.shop.guest() })
  const body = { orderKey: environment.shop.context.random.uuid(), buyer, acceptTerms: true }
  expect(await guest.refusalOf('omnibusConfirm', { body })).toBe('OrderNotFound')
  const order = await partner.call('omnibusCheckout', {
    body: { buses: [{ busId, fromStation, toStation, seats }] },
  })
  expect(order.segments[0].tickets.map(({ placeId }: Reply) => placeId)).toEqual(seats)
  expect(order.segments[0].direction).toBe(0)
  const { orderKey, total } = order
  const shown = await partner.call('omnibusCheckoutGet', { query: { orderKey } })
  expect(shown.total).toEqual(total)
  const passengers = named(await questionsOf(partner, orderKey))
  const ready = await partner.call('omnibusConfirm', { body: { ...body, orderKey, passengers } })
  expect(ready.order.statusName).toBe('Checkout')
}

/** The central bus station books a bus of Ortachala that is found on its board. */
export async function walkCentralBusStation(environment: WalkEnvironment): Promise<void> {
  const partner = environment.partner(walk)
  const { rows } = await partner.call('ownTransportBoard', {
    query: { place: 'tbilisi', brand: 'ortachala', date },
  })
  const { runId, stops } = await partner.call('ownTransportRun', { path: { runId: rows[0].runId } })
  const bus = { busId: runId, fromStation: stops[0].stopId, toStation: stops.at(-1).stopId }
  const order = await partner.call('centralBusStationBook', {
    body: { buses: [{ ...bus, quantity: 2 }] },
  })
  expect(order.segments[0].tickets).toHaveLength(2)
}

/** Georgian Bus: stations, schedule, preview, booking, checkout, details of the paid order. */
export async function walkGeorgianBus(environment: WalkEnvironment): Promise<void> {
  const partner = environment.partner(walk)
  const { stations } = await partner.call('georgianBusLocationFrom')
  const from = stations[0].stationId
  const reached = await partner.call('georgianBusLocationTo', { query: { from } })
  const to = reached.stations[0].stationId
  const bus = openBus(await partner.call('georgianBusBusSchedule', { query: { from, to, date } }))
  const { days } = await partner.call('georgianBusBusSchedulePreview', {
    query: { from, to, date, days: 3 },
  })
  expect(days[0].lowestPrice.amount).toBeGreaterThan(0)
  const buses = [{ scheduleId: bus.runId, from, to, quantity: 2 }]
  const { orderKey } = await partner.call('georgianBusBook', { body: { buses } })
  const checkout = await partner.call('georgianBusCheckoutGet', { path: { id: orderKey } })
  const passengers = named(checkout.passengers)
  await partner.call('georgianBusCheckout', {
    body: { orderKey, buyer, acceptTerms: true, passengers },
  })
  await pay(environment, partner, orderKey)
  await partner.call('ordersGrootOrderComplete', { body: { orderKey } })
  const paid = await partner.call('georgianBusOrderDetails', { path: { id: orderKey } })
  expect([paid.statusName, paid.tickets.length]).toEqual(['Processed', 2])
}

/** City Bus: look-ups, seats held and released, passengers, a completed payment. */
export async function walkCityBus(environment: WalkEnvironment): Promise<void> {
  const partner = environment.partner(walk)
  const { stations } = await partner.call('cityBusLocation')
  expect(stations.length).toBeGreaterThan(1)
  const { routes } = await partner.call('cityBusRoute')
  const line = await partner.call('cityBusRouteStations', {
    query: { routeId: routes[0].routeId },
  })
  const [first, last] = [line.routes[0].stations[0], line.routes[0].stations.at(-1)]
  const [from, to] = [first.stationId, last.stationId]
  const trip = openBus(
    await partner.call('cityBusAvailabilityTimeTable', { query: { from, to, date } }),
  )
  const { days } = await partner.call('cityBusAvailabilityCalendar', {
    query: { from, to, date, days: 2 },
  })
  expect(days).toHaveLength(2)
  const id = trip.runId
  const { baggage } = await partner.call('cityBusBaggage', { path: { id } })
  const { discounts } = await partner.call('cityBusDiscount', { path: { id } })
  expect(discounts.map(({ rider }: Reply) => rider)).toContain('child')
  const words = await partner.call('cityBusTranslation', {
    body: { language: 'ru', names: [first.name] },
  })
  expect(words.translations.length).toBeGreaterThan(0)
  const free = () =>
    partner.call('cityBusAvailabilityFreeSeats', { path: { id }, query: { from, to } })
  const { seats, seatsLeft } = await free()
  const [one, other] = seats.map(({ placeId }: Reply) => placeId)
  const bags = baggage.slice(0, 1).map(({ optionCode }: Reply) => ({ optionCode, quantity: 1 }))
  const bus = { tripId: id, from, to }
  const { orderKey } = await partner.call('cityBusBookWithManual', {
    body: { ...bus, seats: [one], baggage: bags },
  })
  await partner.call('cityBusBookChooseSeat', { body: { ...bus, orderKey, seat: other } })
  const left = await partner.call('cityBusBookUnchooseSeat', {
    body: { orderKey, tripId: id, seat: other },
  })
  expect(left.segments[0].tickets).toHaveLength(1)
  const grown = await partner.call('cityBusBookWithDefault', {
    body: { ...bus, orderKey, riders: ['adult', 'child'] },
  })
  expect(grown.segments[0].tickets).toHaveLength(3)
  await expect.poll(async () => (await free()).seatsLeft).toBe(seatsLeft - 3)
  const asks = await partner.call('cityBusPassengerFillOut', { body: { orderKey } })
  const passengers = named(asks.passengers)
  await partner.call('cityBusPassengerFillOut', { body: { orderKey, passengers } })
  await partner.call('cityBusCheckout', { body: { orderKey, buyer, acceptTerms: true } })
  await pay(environment, partner, orderKey)
  const outcome = await partner.call('cityBusCompleteOrderForProvider', { body: { orderKey } })
  expect(outcome.statusName).toBe('Processed')
}

/** Metro: seats held one by one and released, passengers, booking. */
export async function walkMetro(environment: WalkEnvironment): Promise<void> {
  const partner = environment.partner(walk)
  const { stations } = await partner.call('metroLocationFrom')
  const from = stations[0].stationId
  const reached = await partner.call('metroLocationTo', { query: { from } })
  const to = reached.stations.at(-1).stationId
  const bus = openBus(await partner.call('metroBusSchedule', { query: { from, to, date } }))
  const { days } = await partner.call('metroAvailabilityCalendar', { query: { from, to, date } })
  expect(days[0].departures).toBeGreaterThan(0)
  const scheduleId = bus.runId
  const plan = await partner.call('metroAvailabilitySeats', { query: { scheduleId, from, to } })
  const [first, second] = freeSeats(plan)
  const seat = { scheduleId, from, to }
  const { orderKey } = await partner.call('metroBookSeat', { body: { ...seat, seat: first } })
  await partner.call('metroBookSeat', { body: { ...seat, orderKey, seat: second } })
  const left = await partner.call('metroUnbookSeat', {
    body: { orderKey, scheduleId, seat: first },
  })
  expect(left.segments[0].tickets.map(({ placeId }: Reply) => placeId)).toEqual([second])
  const passengers = named(await questionsOf(partner, orderKey))
  await partner.call('metroAddPassengers', { body: { orderKey, passengers } })
  const booked = await partner.call('metroBook', { body: { orderKey, buyer, acceptTerms: true } })
  expect(booked.order.statusName).toBe('Checkout')
}
