/** Ten thousand bookings of flights with faults at both suppliers: `npm run soak -- tests/soak/flights.soak.ts`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchesSettled } from '#modules/flights/server/public-api.ts'
import { setCurrencyRates } from '#modules/rates/server/public-api.ts'
import { startDuffel, type DuffelFake } from '../../fakes/duffel/start.ts'
import { dayOfRates } from '../../src/modules/rates/server/rules.ts'
import { playBookings } from '../flights/bookings-model.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'

const count = Number(process.env['FLIGHT_BOOKINGS'] ?? 10_000)
const perWorld = 250

let duffel: DuffelFake
let shop: HostileShop
const started = { shop: null as HostileShop | null }

beforeAll(async () => {
  duffel = await startDuffel({
    port: 0,
    now: () => started.shop?.context.clock.now() ?? new Date(),
  })
  shop = await openHostileShop({ DUFFEL_URL: duffel.url })
  started.shop = shop
})
afterAll(async () => {
  await searchesSettled()
  await shop.close()
  await duffel.stop()
})

test('each ends ticketed, refunded or cancelled unpaid, and all lists agree', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647)
  console.info(`flights: seed ${seed}, ${count} bookings`)
  for (let played = 0; played < count; played += perWorld) {
    const ratedOn = dayOfRates(shop.context.clock.now())
    await setCurrencyRates(shop.context, { ratedOn, rates: { EUR: 3_151_200 }, source: 'test' })
    const most = Math.min(perWorld, count - played)
    expect(await playBookings(shop, duffel, { seed: seed + played, count: most })).toEqual([])
  }
}, 14_400_000)
