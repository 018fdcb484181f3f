import { unzipSync, strFromU8 } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { exportFeed, faresOf, importFeed, reloadNetwork } from '../server/public-api.ts'
import { packed, type FeedFiles } from './feeds.ts'

/**
 * Goal: a leg costs what its feed says, or has no price and a notice says why. Method: one small railway (stops A to D, the
 * platforms P1 and P2 of station S) with the fare files of each row, and the prices of some legs; then the same network
 * exported and imported again.
 */
let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  await sql`
    insert into merchant (id, slug, name) values (901, 'carrier', '{"ka": "გადამზიდველი", "en": "Carrier"}')`.execute(
    context.db,
  )
  context.clock.set(new Date('2020-03-01T12:00:00Z'))
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

const railway: FeedFiles = {
  'agency.txt':
    'agency_id,agency_name,agency_url,agency_timezone\nR,Rail,https://example.org,Asia/Tbilisi\n',
  'stops.txt':
    'stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,zone_id\nA,A,56,12,,,z1\nB,B,56.3,12,,,z1\n' +
    'C,C,56.6,12,,,z2\nD,D,56.9,12,,,z2\nS,S,57.2,12,1,,\nP1,S,57.2,12,,S,\nP2,S,57.2,12,,S,\n',
  'routes.txt': 'route_id,route_short_name,route_type\nL,1,2\nX,2,2\n',
  'calendar.txt':
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n' +
    'daily,1,1,1,1,1,1,1,20200101,20200201\nweekend,0,0,0,0,0,1,1,20200101,20200201\nwork,1,1,1,1,1,0,0,20200101,20200201\n',
  'trips.txt': 'route_id,service_id,trip_id\nL,daily,T1\nX,daily,T2\n',
  'stop_times.txt':
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,10:00:00,10:00:00,A,1\nT1,10:30:00,10:40:00,B,2\n' +
    'T1,11:00:00,11:05:00,C,3\nT1,12:00:00,12:00:00,D,4\nT1,13:00:00,13:00:00,P1,5\nT1,13:30:00,13:30:00,P2,6\n' +
    'T2,10:00:00,10:00:00,A,1\nT2,12:00:00,12:00:00,D,2\n',
}
const areas: FeedFiles = {
  'areas.txt': 'area_id\na1\na2\n',
  'stop_areas.txt': 'area_id,stop_id\na1,A\na1,B\na2,C\na2,D\n',
}

const products = (...rows: readonly string[]): FeedFiles => ({
  'fare_products.txt': `fare_product_id,rider_category_id,fare_media_id,amount,currency\n${rows.join('\n')}\n`,
})
const rules = (header: string, ...rows: readonly string[]): FeedFiles => ({
  'fare_leg_rules.txt': `${header}\n${rows.join('\n')}\n`,
})

interface Leg {
  readonly route?: string
  readonly at?: readonly [date: string, time: string]
  readonly until?: readonly [date: string, time: string]
}

interface Case {
  readonly files: FeedFiles
  /** From, to, and the price in minor units; null: none. */
  readonly legs: readonly (readonly [string, string, number | null, Leg?])[]
  readonly notices?: readonly string[]
}

const sided = 'from_area_id,to_area_id,fare_product_id'
const cases: Readonly<Record<string, Case>> = {
  'a rule with a departure area only': {
    files: {
      ...areas,
      ...products('P5,,,5.00,GEL', 'P12,,,12.00,GEL'),
      ...rules(sided, 'a1,,P5', 'a2,,P12'),
    },
    legs: [
      ['A', 'C', 500],
      ['A', 'B', 500],
      ['D', 'A', 1200],
      ['D', 'C', 1200],
      ['P1', 'A', null],
    ],
  },
  'a rule with an arrival area only, and one for the rest': {
    files: {
      ...areas,
      ...products('P5,,,5.00,GEL', 'P12,,,12.00,GEL'),
      ...rules(sided, ',a1,P5', ',,P12'),
    },
    legs: [
      ['D', 'A', 500],
      ['A', 'B', 500],
      ['A', 'D', 1200],
      ['A', 'P1', 1200],
    ],
  },
  'two rules, each with one side that the other names': {
    files: {
      ...areas,
      ...products('P5,,,5.00,GEL', 'P12,,,12.00,GEL'),
      ...rules(sided, 'a1,,P5', ',a2,P12'),
    },
    legs: [
      ['A', 'C', null],
      ['A', 'B', 500],
      ['C', 'D', 1200],
      ['C', 'A', null],
    ],
  },
  'a rule for exactly one pair beside one for all others': {
    files: {
      ...areas,
      ...products('P5,,,5.00,GEL', 'P12,,,12.00,GEL'),
      ...rules(sided, 'a1,a2,P12', ',,P5'),
    },
    legs: [
      ['A', 'C', 1200],
      ['P1', 'P2', 500],
      ['A', 'B', null],
    ],
  },
  priority: {
    files: {
      ...areas,
      ...products('P3,,,3.00,GEL', 'P20,,,20.00,GEL'),
      ...rules(`${sided},rule_priority`, ',,P3,0', 'a2,,P20,10', ',a2,P20,10'),
    },
    legs: [
      ['A', 'B', 300],
      ['A', 'D', 2000],
      ['D', 'A', 2000],
      ['A', 'P1', 300],
    ],
  },
  'two products of one price with other priorities': {
    files: {
      ...areas,
      ...products('P3,,,3.00,GEL', 'Q3,,,3.00,GEL', 'P5,,,5.00,GEL'),
      ...rules(`${sided},rule_priority`, 'a1,,P3,0', 'a1,,Q3,2', 'a1,a2,P5,1'),
    },
    legs: [['A', 'D', 300]],
  },
  'a column of priorities without values': {
    files: {
      ...areas,
      ...products('P3,,,3.00,GEL', 'P20,,,20.00,GEL'),
      ...rules(`${sided},rule_priority`, ',,P3,', 'a2,,P20,'),
    },
    legs: [
      ['A', 'B', 300],
      ['D', 'A', 300],
    ],
  },
  'areas of stations': {
    files: {
      'areas.txt': 'area_id\na1\na2\na3\n',
      'stop_areas.txt': 'area_id,stop_id\na1,A\na2,S\na3,P2\n',
      ...products('P5,,,5.00,GEL', 'P7,,,7.00,GEL'),
      ...rules(sided, 'a1,a2,P5', 'a1,a3,P7'),
    },
    legs: [
      ['A', 'P1', 500],
      ['A', 'P2', 700],
      ['A', 'B', null],
    ],
  },
  'networks, and a rule for the lines of none': {
    files: {
      'networks.txt': 'network_id\nfast\n',
      'route_networks.txt': 'network_id,route_id\nfast,X\n',
      ...products('P5,,,5.00,GEL', 'P9,,,9.00,GEL'),
      ...rules('network_id,fare_product_id', 'fast,P9', ',P5'),
    },
    legs: [
      ['A', 'D', 500],
      ['A', 'D', 900, { route: 'X' }],
    ],
  },
  'times of day': {
    files: {
      'timeframes.txt':
        'timeframe_group_id,start_time,end_time,service_id\npeak,07:00:00,10:00:00,work\nlow,00:00:00,07:00:00,work\n' +
        'low,10:00:00,24:00:00,work\nlow,,,weekend\n',
      ...products('P5,,,5.00,GEL', 'P9,,,9.00,GEL', 'P4,,,4.00,GEL'),
      ...rules(
        'from_timeframe_group_id,to_timeframe_group_id,fare_product_id',
        'peak,,P9',
        'low,,P5',
        'low,peak,P4',
      ),
    },
    legs: [
      ['A', 'D', 900, { at: ['2020-01-08', '07:00'], until: ['2020-01-08', '11:00'] }],
      ['A', 'D', 500, { at: ['2020-01-08', '10:00'], until: ['2020-01-08', '12:00'] }],
      ['A', 'D', 500, { at: ['2020-01-11', '08:00'], until: ['2020-01-11', '09:00'] }],
      ['A', 'D', 500, { at: ['2020-01-09', '00:10'], until: ['2020-01-09', '02:00'] }],
      ['A', 'D', 400, { at: ['2020-01-08', '06:00'], until: ['2020-01-08', '08:00'] }],
      ['A', 'D', null, { at: ['2020-03-11', '08:00'], until: ['2020-03-11', '09:00'] }],
    ],
  },
  'a time of day beside a rule for any time': {
    files: {
      'timeframes.txt':
        'timeframe_group_id,start_time,end_time,service_id\npeak,07:00:00,10:00:00,work\n',
      ...products('P5,,,5.00,GEL', 'P9,,,9.00,GEL'),
      ...rules('from_timeframe_group_id,fare_product_id', 'peak,P9', ',P5'),
    },
    legs: [
      ['A', 'D', 900, { at: ['2020-01-08', '09:59'], until: ['2020-01-08', '11:00'] }],
      ['A', 'D', 500, { at: ['2020-01-08', '10:00'], until: ['2020-01-08', '11:00'] }],
    ],
  },
  'a cheaper price on a card': {
    files: {
      'fare_media.txt': 'fare_media_id,fare_media_type\ncash,0\npaper,1\ncard,2\nbank,3\napp,4\n',
      ...products(
        'P,,card,2.00,GEL',
        'P,,bank,2.50,GEL',
        'P,,paper,3.00,GEL',
        'P,,app,2.80,GEL',
        'P,,cash,4.00,GEL',
      ),
      ...rules('fare_product_id', 'P'),
    },
    legs: [['A', 'D', 300]],
    notices: [
      'fare_media_not_sold fare_products.txt 2 P',
      'fare_media_not_sold fare_products.txt 3 P',
      'fare_media_not_sold fare_products.txt 5 P',
    ],
  },
  'a product on cards only, of a greater priority': {
    files: {
      'fare_media.txt': 'fare_media_id,fare_media_type\ncard,2\nbank,3\n',
      ...products('P,,card,2.00,GEL', 'P,,bank,2.50,GEL', 'Q,,,1.00,GEL'),
      ...rules('fare_product_id,rule_priority', 'P,1', 'Q,0'),
    },
    legs: [['A', 'D', null]],
    notices: ['fare_product_not_sold fare_products.txt 2 P'],
  },
  'rider categories': {
    files: {
      'rider_categories.txt':
        'rider_category_id,rider_category_name,is_default_fare_category\ngrown,Grown-up,1\nchild,Child,0\n',
      ...products('P,grown,,6.00,GEL', 'P,child,,3.00,GEL', 'Q,child,,2.00,GEL', 'Q,,,4.00,GEL'),
      ...areas,
      ...rules(sided, 'a1,,P', 'a2,,Q'),
    },
    legs: [
      ['A', 'D', 600],
      ['D', 'A', 400],
    ],
  },
  'rider categories of which none is the default': {
    files: {
      'rider_categories.txt':
        'rider_category_id,rider_category_name\ngrown,Grown-up\nchild,Child\n',
      ...products('P,child,,3.00,GEL', 'P,grown,,6.00,GEL'),
      ...rules('fare_product_id', 'P'),
    },
    legs: [['A', 'D', 600]],
    notices: ['fare_product_without_default_rider fare_products.txt 2 P'],
  },
  'an adult price on cards only beside a child’s on paper': {
    files: {
      'rider_categories.txt':
        'rider_category_id,rider_category_name,is_default_fare_category\ngrown,Grown-up,1\nchild,Child,0\n',
      'fare_media.txt': 'fare_media_id,fare_media_type\ncard,2\n',
      ...products('P,grown,card,6.00,GEL', 'P,child,,3.00,GEL'),
      ...rules('fare_product_id', 'P'),
    },
    legs: [['A', 'D', null]],
    notices: ['fare_product_not_sold fare_products.txt 2 P'],
  },
  'rules beside fares by zone': {
    files: {
      'fare_attributes.txt':
        'fare_id,price,currency_type,payment_method,transfers\nF,1.00,GEL,1,0\n',
      ...products('P5,,,5.00,GEL'),
      ...rules('fare_product_id', 'P5'),
    },
    legs: [['A', 'D', 500]],
  },
  'yen, dinars and a currency that the shop has no rate of': {
    files: {
      ...areas,
      ...products('Y,,,2000,JPY', 'K,,,1.250,KWD'),
      ...rules(sided, 'a1,,Y', 'a2,,K'),
      'fare_attributes.txt':
        'fare_id,price,currency_type,payment_method,transfers\nF,1.00,XAU,1,0\n',
    },
    legs: [
      ['A', 'D', 2000],
      ['D', 'A', 1250],
    ],
    notices: [
      'currency_without_rate fare_attributes.txt 2 XAU',
      'currency_without_rate fare_products.txt 2 JPY',
      'currency_without_rate fare_products.txt 3 KWD',
    ],
  },
  'more decimal places than the currency has': {
    files: { ...products('P,,,2.505,GEL'), ...rules('fare_product_id', 'P') },
    legs: [['A', 'D', 251]],
    notices: ['invalid_currency_amount fare_products.txt 2 2.505 GEL'],
  },
  'rules of transfers and of joined legs': {
    files: {
      'networks.txt': 'network_id\nn\n',
      'route_networks.txt': 'network_id,route_id\nn,L\n',
      ...products('P5,,,5.00,GEL', 'minus,,,-1.00,GEL'),
      ...rules('leg_group_id,fare_product_id', 'g,P5'),
      'fare_transfer_rules.txt':
        'from_leg_group_id,to_leg_group_id,transfer_count,fare_transfer_type,fare_product_id\ng,g,1,0,minus\n',
      'fare_leg_join_rules.txt': 'from_network_id,to_network_id\nn,n\n',
    },
    legs: [['A', 'D', 500]],
    notices: [
      'fare_rule_passed_over fare_leg_join_rules.txt 2 n n',
      'fare_rule_passed_over fare_transfer_rules.txt 2 0 minus',
    ],
  },
}

function seconds(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 3_600 + minutes * 60
}

async function pricesOf(feed: string, { legs }: Case): Promise<(number | null)[]> {
  const network = await reloadNetwork(context)
  const { rows } = await sql<{ id: number }>`select id from feed where name = ${feed}`.execute(
    context.db,
  )
  const feedId = rows[0]?.id
  const stopId = (name: string): number =>
    [...network.stops.values()].find((one) => one.feedId === feedId && one.gtfsId.endsWith(name))
      ?.stopId ?? 0
  const prices: (number | null)[] = []
  for (const [from, to, , { route = 'L', at, until } = {}] of legs) {
    const line = [...network.routes.values()].find(
      (one) => one.feedId === feedId && one.gtfsId.endsWith(route),
    )
    const [fare] = await faresOf(context, {
      agencyId: line?.agencyId ?? 0,
      routeId: line?.routeId ?? 0,
      fromStopId: stopId(from),
      toStopId: stopId(to),
      channel: 'web',
      moment: {
        date: '2020-01-08',
        daysAhead: 1,
        occupancyPercent: 0,
        ...(at && { boarding: { date: at[0], seconds: seconds(at[1]) } }),
        ...(until && { alighting: { date: until[0], seconds: seconds(until[1]) } }),
      },
    })
    prices.push(fare?.priceMinor ?? null)
  }
  return prices
}

const brought = (name: string, files: FeedFiles) =>
  importFeed(context, { name, packed: packed(files), brand: 'railway', organiser: 'carrier' })

test.each(Object.entries(cases))('prices legs by %s', async (name, one) => {
  const files = { ...railway, ...one.files }
  const report = await brought(name, files)
  expect(report.notices.filter(({ severity }) => severity === 'error')).toEqual([])
  // The days of these feeds are over, so that no runs are made.
  const notices = report.notices.filter(({ code }) => code !== 'expired_calendar')
  expect(notices.map(({ code, file, line, value }) => `${code} ${file} ${line} ${value}`)).toEqual(
    one.notices ?? [],
  )
  const wanted = one.legs.map(([, , price]) => price)
  expect(await pricesOf(name, one)).toEqual(wanted)
})

test('exports rules so that they say the same in a file of all feeds', async () => {
  const other = await testDatabase()
  const copy = await openTestContext(other.url)
  try {
    await sql`
      insert into merchant (id, slug, name) values (901, 'carrier', '{"ka": "გადამზიდველი", "en": "Carrier"}')`.execute(
      copy.db,
    )
    const archive = Buffer.concat([...exportFeed(await reloadNetwork(context))])
    const files = Object.fromEntries(
      Object.entries(unzipSync(archive)).map(([file, content]) => [file, strFromU8(content)]),
    )
    const report = await importFeed(copy, {
      name: 'all',
      packed: packed(files),
      brand: 'railway',
      organiser: 'carrier',
    })
    expect(report.notices.filter(({ severity }) => severity === 'error')).toEqual([])
    const again = Buffer.concat([...exportFeed(await reloadNetwork(copy))])
    for (const [file, content] of Object.entries(unzipSync(again)))
      expect(strFromU8(content), file).toBe(files[file])
  } finally {
    await copy.close()
    await other.drop()
  }
})
