/**
 * A carriers’ partner: each bus family by its own calls, from stations to seats, passengers and a paid
 * ticket.
 */
import { expect } from 'vitest'
import type { Reply } from './client.ts'
import type { Partner } from './partner.ts'
import { buyer, payAtBank, type WalkWorld } from './world.ts'

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
  (await partner.ask('ordersGrootCheckoutGet', { path: { orderKey } })).passengers

async function pay(world: WalkWorld, partner: Partner, orderKey: string): Promise<void> {
  const { redirectUrl } = await partner.ask('ordersGrootCreatePayment', {
    body: { orderKey, provider: 2 },
  })
  await payAtBank(world, redirectUrl)
}

/** Free seats of a plan, without reserved ones. */
const freeSeats = ({ coaches }: Reply): number[] =>
  coaches
    .flatMap(({ seats }: Reply) => seats)
    .filter((seat: Reply) => seat.state === 'free' && !seat.attributes.includes('wheelchair'))
    .map(({ placeId }: Reply) => placeId)

/** Omnibus: routes, timetable, buses, map, checkout, confirm; an order cannot be confirmed before checkout. */
export async function walkOmnibus(world: WalkWorld): Promise<void> {
  const partner = world.partner(walk)
  const { routes } = await partner.ask('omnibusRoutes')
  expect(routes.length).toBeGreaterThan(0)
  const bus = openBus(await partner.ask('omnibusTimetable', { query: { date } }))
  const [fromStation, toStation] = [bus.from.placeCode, bus.to.placeCode]
  const { there } = await partner.ask('omnibusBuses', {
    query: {
      departureDate: date,
      departureLocation: fromStation,
      arrivalLocation: toStation,
      quantity: 2,
    },
  })
  const { busId, minPrice } = there.find((one: Reply) => one.hasSeats)
  expect(minPrice.amount).toBeGreaterThan(0)
  const map = await partner.ask('omnibusMap', { query: { busId, fromStation, toStation } })
  const seats = freeSeats(map).slice(0, 2)
  const guest = world.partner(walk, { token: await world.shop.guest() })
  const body = { orderKey: world.shop.context.random.uuid(), buyer, acceptTerms: true }
  expect(await guest.refused('omnibusConfirm', { body })).toBe('OrderNotFound')
  const order = await partner.ask('omnibusCheckout', {
    body: { buses: [{ busId, fromStation, toStation, seats }] },
  })
  expect(order.segments[0].tickets.map(({ placeId }: Reply) => placeId)).toEqual(seats)
  expect(order.segments[0].direction).toBe(0)
  const { orderKey, total } = order
  const shown = await partner.ask('omnibusCheckoutGet', { query: { orderKey } })
  expect(shown.total).toEqual(total)
  const passengers = named(await questionsOf(partner, orderKey))
  const ready = await partner.ask('omnibusConfirm', { body: { ...body, orderKey, passengers } })
  expect(ready.order.statusName).toBe('Checkout')
}

/** The central bus station books a bus of Ortachala that is found on its board. */
export async function walkCentralBusStation(world: WalkWorld): Promise<void> {
  const partner = world.partner(walk)
  const { rows } = await partner.ask('ownTransportBoard', {
    query: { place: 'tbilisi', brand: 'ortachala', date },
  })
  const { runId, stops } = await partner.ask('ownTransportRun', { path: { runId: rows[0].runId } })
  const bus = { busId: runId, fromStation: stops[0].stopId, toStation: stops.at(-1).stopId }
  const order = await partner.ask('centralBusStationBook', {
    body: { buses: [{ ...bus, quantity: 2 }] },
  })
  expect(order.segments[0].tickets).toHaveLength(2)
}

/** Georgian Bus: stations, schedule, preview, booking, checkout, details of the paid order. */
export async function walkGeorgianBus(world: WalkWorld): Promise<void> {
  const partner = world.partner(walk)
  const { stations } = await partner.ask('georgianBusLocationFrom')
  const from = stations[0].stationId
  const reached = await partner.ask('georgianBusLocationTo', { query: { from } })
  const to = reached.stations[0].stationId
  const bus = openBus(await partner.ask('georgianBusBusSchedule', { query: { from, to, date } }))
  const { days } = await partner.ask('georgianBusBusSchedulePreview', {
    query: { from, to, date, days: 3 },
  })
  expect(days[0].lowestPrice.amount).toBeGreaterThan(0)
  const buses = [{ scheduleId: bus.runId, from, to, quantity: 2 }]
  const { orderKey } = await partner.ask('georgianBusBook', { body: { buses } })
  const checkout = await partner.ask('georgianBusCheckoutGet', { path: { id: orderKey } })
  const passengers = named(checkout.passengers)
  await partner.ask('georgianBusCheckout', {
    body: { orderKey, buyer, acceptTerms: true, passengers },
  })
  await pay(world, partner, orderKey)
  await partner.ask('ordersGrootOrderComplete', { body: { orderKey } })
  const paid = await partner.ask('georgianBusOrderDetails', { path: { id: orderKey } })
  expect([paid.statusName, paid.tickets.length]).toEqual(['Processed', 2])
}

/** City Bus: look-ups, seats held and released, passengers, a completed payment. */
export async function walkCityBus(world: WalkWorld): Promise<void> {
  const partner = world.partner(walk)
  const { stations } = await partner.ask('cityBusLocation')
  expect(stations.length).toBeGreaterThan(1)
  const { routes } = await partner.ask('cityBusRoute')
  const line = await partner.ask('cityBusRouteStations', {
    query: { routeId: routes[0].routeId },
  })
  const [first, last] = [line.routes[0].stations[0], line.routes[0].stations.at(-1)]
  const [from, to] = [first.stationId, last.stationId]
  const trip = openBus(
    await partner.ask('cityBusAvailabilityTimeTable', { query: { from, to, date } }),
  )
  const { days } = await partner.ask('cityBusAvailabilityCalendar', {
    query: { from, to, date, days: 2 },
  })
  expect(days).toHaveLength(2)
  const id = trip.runId
  const { baggage } = await partner.ask('cityBusBaggage', { path: { id } })
  const { discounts } = await partner.ask('cityBusDiscount', { path: { id } })
  expect(discounts.map(({ rider }: Reply) => rider)).toContain('child')
  const words = await partner.ask('cityBusTranslation', {
    body: { language: 'ru', names: [first.name] },
  })
  expect(words.translations.length).toBeGreaterThan(0)
  const free = () =>
    partner.ask('cityBusAvailabilityFreeSeats', { path: { id }, query: { from, to } })
  const { seats, seatsLeft } = await free()
  const [one, other] = seats.map(({ placeId }: Reply) => placeId)
  const bags = baggage.slice(0, 1).map(({ optionCode }: Reply) => ({ optionCode, quantity: 1 }))
  const bus = { tripId: id, from, to }
  const { orderKey } = await partner.ask('cityBusBookWithManual', {
    body: { ...bus, seats: [one], baggage: bags },
  })
  await partner.ask('cityBusBookChooseSeat', { body: { ...bus, orderKey, seat: other } })
  const left = await partner.ask('cityBusBookUnchooseSeat', {
    body: { orderKey, tripId: id, seat: other },
  })
  expect(left.segments[0].tickets).toHaveLength(1)
  const grown = await partner.ask('cityBusBookWithDefault', {
    body: { ...bus, orderKey, riders: ['adult', 'child'] },
  })
  expect(grown.segments[0].tickets).toHaveLength(3)
  await expect.poll(async () => (await free()).seatsLeft).toBe(seatsLeft - 3)
  const asks = await partner.ask('cityBusPassengerFillOut', { body: { orderKey } })
  const passengers = named(asks.passengers)
  await partner.ask('cityBusPassengerFillOut', { body: { orderKey, passengers } })
  await partner.ask('cityBusCheckout', { body: { orderKey, buyer, acceptTerms: true } })
  await pay(world, partner, orderKey)
  const outcome = await partner.ask('cityBusCompleteOrderForProvider', { body: { orderKey } })
  expect(outcome.statusName).toBe('Processed')
}

/** Metro: seats held one by one and released, passengers, booking. */
export async function walkMetro(world: WalkWorld): Promise<void> {
  const partner = world.partner(walk)
  const { stations } = await partner.ask('metroLocationFrom')
  const from = stations[0].stationId
  const reached = await partner.ask('metroLocationTo', { query: { from } })
  const to = reached.stations.at(-1).stationId
  const bus = openBus(await partner.ask('metroBusSchedule', { query: { from, to, date } }))
  const { days } = await partner.ask('metroAvailabilityCalendar', { query: { from, to, date } })
  expect(days[0].departures).toBeGreaterThan(0)
  const scheduleId = bus.runId
  const plan = await partner.ask('metroAvailabilitySeats', { query: { scheduleId, from, to } })
  const [first, second] = freeSeats(plan)
  const seat = { scheduleId, from, to }
  const { orderKey } = await partner.ask('metroBookSeat', { body: { ...seat, seat: first } })
  await partner.ask('metroBookSeat', { body: { ...seat, orderKey, seat: second } })
  const left = await partner.ask('metroUnbookSeat', {
    body: { orderKey, scheduleId, seat: first },
  })
  expect(left.segments[0].tickets.map(({ placeId }: Reply) => placeId)).toEqual([second])
  const passengers = named(await questionsOf(partner, orderKey))
  await partner.ask('metroAddPassengers', { body: { orderKey, passengers } })
  const booked = await partner.ask('metroBook', { body: { orderKey, buyer, acceptTerms: true } })
  expect(booked.order.statusName).toBe('Checkout')
}
