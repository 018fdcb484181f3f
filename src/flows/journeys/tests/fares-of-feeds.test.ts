/**
 * Goal: what a feed says of times of day and currencies is what buyers pay, or is not sold and named. Method: a railway with a
 * train in the morning and one at noon, over HTTP; the same in yen, dinars and a currency without a rate.
 */
import { sql } from 'kysely'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setCurrencyRates } from '#modules/rates/server/public-api.ts'
import { importFeed, readNetwork, reloadNetwork } from '#modules/timetable/server/public-api.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
  await sql`
    insert into merchant (id, slug, name) values (9102, 'priced', '{"ka": "ფასიანი", "en": "Priced"}')`.execute(
    shop.context.db,
  )
  await setCurrencyRates(shop.context, {
    ratedOn: shop.context.clock.now().toISOString().slice(0, 10),
    rates: { JPY: 17_564, KWD: 8_841_200 },
    source: 'test',
  })
})
afterAll(() => shop.close())

async function bring(name: string, fares: Record<string, string>) {
  const year = shop.context.clock.now().getUTCFullYear()
  const files: Record<string, string> = {
    'agency.txt':
      'agency_id,agency_name,agency_url,agency_timezone\nR,Rail,https://example.org,Asia/Tbilisi\n',
    'stops.txt': `stop_id,stop_name,stop_lat,stop_lon\nA,${name} A,${10 + name.length},50\nB,${name} B,${10 + name.length},52\n`,
    'routes.txt': 'route_id,route_short_name,route_type\nL,1,2\n',
    'calendar.txt':
      'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n' +
      `daily,1,1,1,1,1,1,1,${year}0101,${year + 1}1231\n`,
    'trips.txt': 'route_id,service_id,trip_id\nL,daily,T1\nL,daily,T2\n',
    'stop_times.txt':
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,09:30:00,09:30:00,A,1\nT1,11:00:00,11:00:00,B,2\n' +
      'T2,12:00:00,12:00:00,A,1\nT2,13:00:00,13:00:00,B,2\n',
    ...fares,
  }
  const report = await importFeed(shop.context, {
    name,
    brand: 'railway',
    organiser: 'priced',
    packed: [
      zipSync(
        Object.fromEntries(Object.entries(files).map(([file, text]) => [file, strToU8(text)])),
      ),
    ],
  })
  await reloadNetwork(shop.context)
  return report.notices.map(({ code, value }) => `${code} ${value}`)
}

/** State and price of the two trains, in tetri, and that of an order of the first one. */
async function trainsOf(name: string): Promise<unknown[]> {
  const network = await readNetwork(shop.context)
  const codes = ['A', 'B'].map((stop) => {
    const found = [...network.stops.values()].find(({ name: one }) => one.en === `${name} ${stop}`)
    return network.localities.get(found?.localityId ?? 0)?.code ?? ''
  })
  const date = new Date(shop.context.clock.now().getTime() + 3 * 86_400_000)
    .toISOString()
    .slice(0, 10)
  const query = `from=${codes[0]}&to=${codes[1]}&date=${date}&adults=1`
  const { journeys } = await expectOk(shop.get(`/v2/transport/journeys?${query}`))
  const shown = journeys.map(({ sale, priceFrom }: Reply) => [sale, priceFrom?.amount ?? null])
  const [{ runId }] = journeys[0].segments
  if (journeys[0].sale !== 'open') return shown
  const segments = [{ runId, legFrom: 0, legTo: 1, passengers: [{}] }]
  const order = await expectOk(shop.post('/v2/transport/choose', { segments }, await shop.guest()))
  return [...shown, order.total.amount]
}

const inCurrency = (price: string, currency: string) => ({
  'fare_attributes.txt': `fare_id,price,currency_type,payment_method,transfers\nF,${price},${currency},1,0\n`,
})

test('a train costs what its time of day costs', async () => {
  const notices = await bring('hours', {
    'timeframes.txt':
      'timeframe_group_id,start_time,end_time,service_id\npeak,07:00:00,10:00:00,daily\nlow,10:00:00,24:00:00,daily\n',
    'fare_products.txt': 'fare_product_id,amount,currency\nP9,9.00,GEL\nP5,5.00,GEL\n',
    'fare_leg_rules.txt': 'from_timeframe_group_id,fare_product_id\npeak,P9\nlow,P5\n',
  })
  expect(notices).toEqual([])
  expect(await trainsOf('hours')).toEqual([['open', 900], ['open', 500], 900])
})

test.each([
  ['yens', '2000', 'JPY', 3_513],
  ['dinars', '1.250', 'KWD', 1_105],
])('%s are sold at the rate of the bank', async (name, price, currency, tetri) => {
  expect(await bring(name, inCurrency(price, currency))).toEqual([])
  expect(await trainsOf(name)).toEqual([['open', tetri], ['open', tetri], tetri])
})

test('a currency without a rate is named, and nothing is sold in it', async () => {
  expect(await bring('golden', inCurrency('3.00', 'XAU'))).toEqual(['currency_without_rate XAU'])
  expect(await trainsOf('golden')).toEqual([
    ['office', null],
    ['office', null],
  ])
})
