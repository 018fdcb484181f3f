/**
 * Goal: people with one name or with a suffix fly, and no child flies without somebody of age. Method: bookings at the
 * platform's own supplier over HTTP; ages are relative to today.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchesSettled } from '#modules/flights/server/public-api.ts'
import { expectOk } from '../hostile/purchases.ts'
import { buyer, openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'
import { birthDateAt } from '../support/dates.ts'
import { book, completeSearch, confirmRounds, contact, dayFrom, family, pay } from './traveller.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(async () => {
  await searchesSettled()
  await shop.close()
})

async function itineraryFor(party: Readonly<Record<string, number>>): Promise<string> {
  const query = { fromAirport: 'TBS', toAirport: 'IST', fromDate: dayFrom(shop, 40) }
  const found = await completeSearch(shop, { ...query, ...party, providers: 'house' })
  return found.items[0].fares[0].itineraryId
}

test('one name, a suffix and initials are ticketed as airlines take them', async () => {
  const token = await shop.customer()
  const [first, second] = family(2)
  const passengers = [
    { ...first, givenName: '', familyName: 'Suharto' },
    { ...second, givenName: 'J.R.', familyName: 'Davis, Jr.' },
  ]
  const itineraryId = await itineraryFor({ adult: 2 })
  const made = await book(shop, { token, itineraryId, passengers })
  const { orderKey } = made
  await expectOk(shop.post('/v2/flights/try-order-reservation', { orderKey }, token))
  await pay(shop, made)
  await confirmRounds(shop, 1)
  const done = await expectOk(shop.get(`/v2/flights/tkt-order?orderKey=${orderKey}`, token))
  expect(done).toMatchObject({ state: 'ticketed' })
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  expect(tickets.map((one: Reply) => one.passenger.name).toSorted()).toEqual([
    'J R Davis Jr',
    'Suharto Suharto',
  ])
})

test('nobody flies without any name', async () => {
  const token = await shop.guest()
  const itineraryId = await itineraryFor({ adult: 1 })
  const price = await expectOk(shop.post('/v2/flights/price-details', { itineraryId }, token))
  const nameless = family(1).map((one) => ({ ...one, givenName: '', familyName: '' }))
  const { priceDetailId } = price
  const refused = await shop.post(
    '/v2/flights/passengers',
    { priceDetailId, passengers: nameless, contact },
    token,
  )
  expect(refused.body.error).toMatchObject({
    code: 'FlightPassengersWrong',
    fields: ['givenName', 'familyName'].map((field) => ({ path: `body.passengers.0.${field}` })),
  })
})

test('a child or an infant needs somebody of 16 years, also when passengers are named again', async () => {
  const token = await shop.guest()
  const itineraryId = await itineraryFor({ adult: 1, infant: 1 })
  const price = await expectOk(shop.post('/v2/flights/price-details', { itineraryId }, token))
  const { priceDetailId } = price
  const party = family(1, 0, 1)
  const withAdultOf = (age: number) =>
    party.map((one) =>
      one.kind === 'adult' ? { ...one, birthDate: birthDateAt(new Date(), age) } : one,
    )
  const name = (passengers: readonly object[]) =>
    shop.post('/v2/flights/passengers', { priceDetailId, passengers, contact }, token)
  expect((await name(withAdultOf(15.5))).body.error.code).toBe('CompanionNeeded')
  const { tktOrderNumber } = await expectOk(name(withAdultOf(30)))
  const order = await expectOk(shop.post('/v2/flights/order', { tktOrderNumber }, token))
  const again = { tktOrderNumber, passengers: withAdultOf(15.5), contact }
  expect((await shop.post('/v2/flights/passengers', again, token)).body.error.code).toBe(
    'CompanionNeeded',
  )
  const { orderKey } = order
  const asked = await expectOk(shop.get(`/v2/orders/checkout/details?orderKey=${orderKey}`, token))
  const passengers = asked.passengers.map(({ lineId, unit, kind, passenger }: Reply) => ({
    ...passenger,
    lineId,
    unit,
    kind,
    ...(kind === 0 && { birthDate: birthDateAt(new Date(), 15.5) }),
  }))
  const details = { orderKey, buyer, acceptTerms: true, passengers }
  expect((await shop.post('/v2/orders/checkout', details, token)).body.error.code).toBe(
    'CompanionNeeded',
  )
})
