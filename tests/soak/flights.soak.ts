/**
 * FLIGHT_BOOKINGS (1,000) flight bookings with faults at all suppliers: `npm run soak -- tests/soak/flights.soak.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchesSettled } from '#modules/flights/server/public-api.ts'
import { setCurrencyRates } from '#modules/rates/server/public-api.ts'
import { startDuffel, type DuffelFake } from '../../fakes/duffel/start.ts'
import { startIati, type IatiFake } from '../../fakes/iati/start.ts'
import { dayOfRates } from '../../src/modules/rates/server/rules.ts'
import { playBookings } from '../flights/bookings-model.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'
import { seedOf } from '../support/tier.ts'

const count = Number(process.env['FLIGHT_BOOKINGS'] ?? 1_000)
const perWorld = 250

let duffel: DuffelFake
let iati: IatiFake
let shop: HostileShop
const started = { shop: null as HostileShop | null }

beforeAll(async () => {
  const options = { port: 0, now: () => started.shop?.context.clock.now() ?? new Date() }
  duffel = await startDuffel(options)
  iati = await startIati(options)
  shop = await openHostileShop({ DUFFEL_URL: duffel.url, IATI_URL: iati.url })
  started.shop = shop
})
afterAll(async () => {
  await searchesSettled()
  await shop.close()
  await duffel.stop()
  await iati.stop()
})

test('ends each booking ticketed, refunded or cancelled unpaid, with all records in agreement', async () => {
  const seed = seedOf(`flights, ${count} bookings`, 20_261_122)
  const tally = { ticketed: 0, refused: 0, unpaid: 0 }
  const begun = performance.now()
  for (let played = 0; played < count; played += perWorld) {
    const ratedOn = dayOfRates(shop.context.clock.now())
    await setCurrencyRates(shop.context, {
      ratedOn,
      rates: { EUR: 3_151_200, USD: 2_715_300 },
      source: 'test',
    })
    const most = Math.min(perWorld, count - played)
    const crowd = { seed: seed + played, count: most, tally }
    expect(await playBookings(shop, { duffel, iati }, crowd)).toEqual([])
    const seconds = Math.round((performance.now() - begun) / 1_000)
    console.info(`flights: ${played + most} played in ${seconds} s`, tally)
  }
}, 14_400_000)
