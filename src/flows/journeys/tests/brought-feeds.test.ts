/**
 * Goal: an imported timetable is sold like our own: found, held, named, paid, ticketed. Method: the sample feed of GTFS
 * and a railway's own, moved to this year, over HTTP in the demo's shop.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readFileSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFeed, readNetwork, reloadNetwork } from '#modules/timetable/server/public-api.ts'
import { syncReturnTerms } from '#modules/transport/server/public-api.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

const feeds = new URL('../../../../tests/feeds/', import.meta.url)
const buyer = { name: 'Nino Beridze', email: 'feeds@example.com', phone: '+995555123457' }

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop({}, { isDemo: true })
})
afterAll(() => shop.close())

/** The feed with service on every day from last year to the year after next. */
function ofThisYear(files: Record<string, string>): Uint8Array {
  const year = shop.context.clock.now().getUTCFullYear()
  const [headings, ...rows] = (files['calendar.txt'] ?? '').trim().split(/\r?\n/)
  const calendar = rows.map((row) =>
    [...row.split(',').slice(0, 8), `${year - 1}0101`, `${year + 2}1231`].join(),
  )
  const { 'calendar_dates.txt': _dates, ...others } = files
  const all = { ...others, 'calendar.txt': [headings, ...calendar].join('\n') }
  return zipSync(
    Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])),
  )
}

function sampleFeed(): Record<string, string> {
  const folder = new URL('google-sample/', feeds)
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
  )
}

function railwayFeed(): Record<string, string> {
  const files = unzipSync(readFileSync(new URL('caltrain-2016.zip', feeds)))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

async function townOf(stopName: string): Promise<string> {
  const network = await readNetwork(shop.context)
  const stop = [...network.stops.values()].find(({ name }) => name.en.startsWith(stopName))
  return network.localities.get(stop?.localityId ?? 0)?.code ?? ''
}

test.each([
  ['sample', sampleFeed, 'Nye County', 'Bullfrog', 125],
  ['caltrain', railwayFeed, 'San Francisco Caltrain', 'Palo Alto', 775],
])('%s: a seat is found, held, paid and issued', async (name, files, from, to, priceMinor) => {
  const report = await importFeed(shop.context, {
    name,
    packed: [ofThisYear(files())],
    brand: 'railway',
    organiser: 'georgian-railway',
  })
  expect(report).toMatchObject({ errors: 0, isApplied: true })
  await reloadNetwork(shop.context)
  await syncReturnTerms(shop.context)
  const day = new Date(shop.context.clock.now().getTime() + 3 * 86_400_000)
    .toISOString()
    .slice(0, 10)
  const found = await expectOk(
    shop.get(
      `/v2/transport/journeys?from=${await townOf(from)}&to=${await townOf(to)}&date=${day}&adults=1`,
    ),
  )
  const journey = found.journeys.find((one: Reply) => one.sale === 'open' && one.changes === 0)
  const [segment] = journey.segments
  const token = await shop.guest()
  const order = await expectOk(
    shop.post(
      '/v2/transport/choose',
      {
        segments: [
          {
            runId: segment.runId,
            legFrom: segment.legFrom,
            legTo: segment.legTo,
            classCode: 'standard',
            passengers: [{ rider: 'adult' }],
          },
        ],
      },
      token,
    ),
  )
  const { orderKey } = order
  const checkout = await expectOk(shop.get(`/groot/Orders/checkout/${orderKey}`, token))
  const passengers = checkout.passengers.map(({ lineId, unit, kind }: Reply) => ({
    lineId,
    unit,
    kind,
    givenName: 'Nino',
    familyName: 'Beridze',
  }))
  await expectOk(
    shop.post('/v2/orders/checkout', { orderKey, buyer, acceptTerms: true, passengers }, token),
  )
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  expect(tickets).toHaveLength(1)
  // The feed's price is in dollars: more than one lari each, at the rate of the day.
  expect(order.total.amount).toBeGreaterThan(priceMinor)
  const again = await importFeed(shop.context, {
    name,
    packed: [ofThisYear(files())],
    brand: 'railway',
    organiser: 'georgian-railway',
  })
  expect(again.isSame).toBe(true)
})
