/**
 * A travel agency: airlines and airports by name, a fare with its rules, passengers, a paid and ticketed
 * flight.
 */
import { expect } from 'vitest'
import { searchesSettled } from '#modules/flights/server/public-api.ts'
import { confirmRounds, contact, dayFrom, family } from '../flights/traveller.ts'
import type { Reply } from './client.ts'
import type { Partner } from './partner.ts'
import { buyer, payAtBank, type WalkEnvironment } from './environment.ts'

const walk = 'A travel agency'

export async function walkAgency(environment: WalkEnvironment): Promise<void> {
  const { shop } = environment
  const agency = environment.partner(walk, { token: await shop.customer() })
  await lookUp(agency)
  const itineraryId = await search(environment, agency)
  await book(environment, agency, itineraryId)
  await searchesSettled()
}

async function lookUp(agency: Partner): Promise<void> {
  const { accessToken, tokenType } = await agency.call('amadeusToken')
  expect([accessToken.split('.').length, tokenType]).toEqual([2, 'Bearer'])
  const airlines = await agency.call('amadeusAirlines', { path: { name: 'ლუფთჰანზა' } })
  expect(airlines.items[0].code).toBe('LH')
  const airports = await agency.call('amadeusAirports', { path: { name: 'batumi' } })
  expect(airports.items[0].code).toBe('BUS')
  const board = await agency.call('amadeusFlightsSchedule', { query: { location: 'Tbilisi' } })
  expect(board.departures.length).toBeGreaterThan(3)
}

async function search({ shop }: WalkEnvironment, agency: Partner): Promise<string> {
  const query = {
    fromAirport: 'TBS',
    toAirport: 'IST',
    allInToCity: true,
    fromDate: dayFrom(shop, 40),
    providers: 'house',
    sortType: 'price',
  }
  await expect
    .poll(async () => (await agency.call('flightsSearch', { query })).isComplete)
    .toBe(true)
  const { items } = await agency.call('flightsSearch', { query })
  const { itineraryId } = items[0].fares[0]
  const { rules } = await agency.call('flightsFareRules', { query: { itineraryId } })
  expect(rules.map(({ about }: Reply) => about)).toContain('refund')
  return itineraryId
}

async function book(
  environment: WalkEnvironment,
  agency: Partner,
  itineraryId: string,
): Promise<void> {
  const { shop } = environment
  const [traveller] = family(1)
  const { kind: _kind, ...own } = traveller ?? { kind: '' }
  await agency.call('flightsPassengerInfoMySave', { body: own })
  const { priceDetailId } = await agency.call('flightsPriceDetails', { body: { itineraryId } })
  const { tktOrderNumber } = await agency.call('flightsPassengersSet', {
    body: { priceDetailId, passengers: [traveller], contact },
  })
  const named = await agency.call('flightsPassengersGet', { query: { tktOrderNumber } })
  expect(named.passengers).toMatchObject([{ givenName: 'Nino', familyName: 'Beridze' }])
  const { orderKey, pseudoKey } = await agency.call('flightsOrderCreate', {
    body: { tktOrderNumber },
  })
  const tried = await agency.call('flightsTryOrderReservation', { body: { orderKey } })
  expect(tried.outcome).toBe('reserved')
  await agency.call('ordersGrootCheckout', { body: { orderKey, buyer, acceptTerms: true } })
  const { redirectUrl } = await agency.call('ordersGrootCreatePayment', {
    body: { orderKey, provider: 2 },
  })
  await payAtBank(environment, redirectUrl)
  await agency.call('ordersGrootOrderComplete', { body: { orderKey } })
  const standing = () => agency.call('flightsTktOrder', { query: { orderKey } })
  expect((await standing()).statusName).toBe('WaitingForTicket')
  await environment.at(shop.context.clock.now(), () => confirmRounds(shop, 1))
  expect(await standing()).toMatchObject({ statusName: 'Processed', state: 'ticketed' })
  const { uri } = await agency.call('flightsPseudoUri', { query: { pseudoKey } })
  expect(uri).toContain('/account/orders/')
}
