/**
 * A travel agency: airlines and airports by name, a fare with its rules, passengers, a paid and ticketed
 * flight.
 */
import { expect } from 'vitest'
import { searchesSettled } from '#modules/flights/server/public-api.ts'
import { confirmRounds, contact, dayFrom, family } from '../flights/traveller.ts'
import type { Reply } from './client.ts'
import type { Partner } from './partner.ts'
import { buyer, payAtBank, type WalkWorld } from './world.ts'

const walk = 'A travel agency'

export async function walkAgency(world: WalkWorld): Promise<void> {
  const { shop } = world
  const agency = world.partner(walk, { token: await shop.customer() })
  await lookUp(agency)
  const itineraryId = await search(world, agency)
  await book(world, agency, itineraryId)
  await searchesSettled()
}

async function lookUp(agency: Partner): Promise<void> {
  const { accessToken, tokenType } = await agency.ask('amadeusToken')
  expect([accessToken.split('.').length, tokenType]).toEqual([2, 'Bearer'])
  const airlines = await agency.ask('amadeusAirlines', { path: { name: 'ლუფთჰანზა' } })
  expect(airlines.items[0].code).toBe('LH')
  const airports = await agency.ask('amadeusAirports', { path: { name: 'batumi' } })
  expect(airports.items[0].code).toBe('BUS')
  const board = await agency.ask('amadeusFlightsSchedule', { query: { location: 'Tbilisi' } })
  expect(board.departures.length).toBeGreaterThan(3)
}

async function search({ shop }: WalkWorld, agency: Partner): Promise<string> {
  const query = {
    fromAirport: 'TBS',
    toAirport: 'IST',
    allInToCity: true,
    fromDate: dayFrom(shop, 40),
    providers: 'house',
    sortType: 'price',
  }
  await expect
    .poll(async () => (await agency.ask('flightsSearch', { query })).isComplete)
    .toBe(true)
  const { items } = await agency.ask('flightsSearch', { query })
  const { itineraryId } = items[0].fares[0]
  const { rules } = await agency.ask('flightsFareRules', { query: { itineraryId } })
  expect(rules.map(({ about }: Reply) => about)).toContain('refund')
  return itineraryId
}

async function book(world: WalkWorld, agency: Partner, itineraryId: string): Promise<void> {
  const { shop } = world
  const [traveller] = family(1)
  const { kind: _kind, ...own } = traveller ?? { kind: '' }
  await agency.ask('flightsPassengerInfoMySave', { body: own })
  const { priceDetailId } = await agency.ask('flightsPriceDetails', { body: { itineraryId } })
  const { tktOrderNumber } = await agency.ask('flightsPassengersSet', {
    body: { priceDetailId, passengers: [traveller], contact },
  })
  const named = await agency.ask('flightsPassengersGet', { query: { tktOrderNumber } })
  expect(named.passengers).toMatchObject([{ givenName: 'Nino', familyName: 'Beridze' }])
  const { orderKey, pseudoKey } = await agency.ask('flightsOrderCreate', {
    body: { tktOrderNumber },
  })
  const tried = await agency.ask('flightsTryOrderReservation', { body: { orderKey } })
  expect(tried.outcome).toBe('reserved')
  await agency.ask('ordersGrootCheckout', { body: { orderKey, buyer, acceptTerms: true } })
  const { redirectUrl } = await agency.ask('ordersGrootCreatePayment', {
    body: { orderKey, provider: 2 },
  })
  await payAtBank(world, redirectUrl)
  await agency.ask('ordersGrootOrderComplete', { body: { orderKey } })
  const standing = () => agency.ask('flightsTktOrder', { query: { orderKey } })
  expect((await standing()).statusName).toBe('WaitingForTicket')
  await world.at(shop.context.clock.now(), () => confirmRounds(shop, 1))
  expect(await standing()).toMatchObject({ statusName: 'Processed', state: 'ticketed' })
  const { uri } = await agency.ask('flightsPseudoUri', { query: { pseudoKey } })
  expect(uri).toContain('/account/orders/')
}
