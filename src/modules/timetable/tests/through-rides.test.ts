import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { exportFeed, importFeed, reloadNetwork, searchJourneys } from '../server/public-api.ts'
import { packed } from './feeds.ts'

/**
 * Goal: a vehicle that goes on as another trip is one ride, on the days on which it does. Method: each row has trips of a
 * railway from A to D with their blocks, services and links; the journeys from the first to the last town by day. Passengers who
 * have to leave the train would need five minutes, which they never have.
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

const [wednesday, thursday, saturday] = ['2020-01-08', '2020-01-09', '2020-01-11'] as const

interface Case {
  /** Service, block, and the stops with times. */
  readonly trips: readonly (readonly [service: string, block: string, calls: string])[]
  /** `from_trip_id,to_trip_id,transfer_type`, trips counted from 1. */
  readonly links?: readonly string[]
  readonly from?: string
  /** By day of departure: the number of rides of the journey without a change; null: there is none. */
  readonly rides: Readonly<Record<string, number | null>>
}

const first = 'A 10:00:00 C 11:00:00'
const second = 'C 11:02:00 D 12:00:00'

const cases: Readonly<Record<string, Case>> = {
  'one block, one service': {
    trips: [
      ['daily', '7', first],
      ['daily', '7', second],
    ],
    rides: { [wednesday]: 2 },
  },
  'one block, two services on the same days': {
    trips: [
      ['daily', '7', first],
      ['other', '7', second],
    ],
    rides: { [wednesday]: 2, [saturday]: 2 },
  },
  'one block, a service of weekends': {
    trips: [
      ['daily', '7', first],
      ['weekend', '7', second],
    ],
    rides: { [wednesday]: null, [saturday]: 2 },
  },
  'no block': {
    trips: [
      ['daily', '7', first],
      ['daily', '8', second],
    ],
    rides: { [wednesday]: null },
  },
  'three trips of a block': {
    trips: [
      ['daily', '7', 'A 10:00:00 B 10:30:00'],
      ['other', '7', 'B 10:31:00 C 11:00:00'],
      ['daily', '7', second],
    ],
    rides: { [wednesday]: 3 },
  },
  'a block that goes on elsewhere on some days': {
    trips: [
      ['daily', '7', first],
      ['weekend', '7', 'C 11:01:00 B 11:30:00'],
      ['weekend', '7', 'B 11:31:00 D 12:30:00'],
      ['work', '7', second],
    ],
    rides: { [wednesday]: 2, [saturday]: 3 },
  },
  'a block over midnight': {
    trips: [
      ['daily', '7', 'A 22:00:00 C 23:59:00'],
      ['other', '7', 'C 24:01:00 D 25:00:00'],
    ],
    rides: { [wednesday]: 2 },
  },
  'the morning of the next service day is not of the block': {
    trips: [
      ['daily', '7', 'A 22:00:00 C 23:59:00'],
      ['daily', '7', 'C 00:01:00 D 01:00:00'],
    ],
    rides: { [wednesday]: null },
  },
  'a link over midnight': {
    trips: [
      ['daily', '', 'A 22:00:00 C 23:59:00'],
      ['weekend', '', 'C 00:01:00 D 01:00:00'],
    ],
    links: ['T1,T2,4'],
    rides: { [wednesday]: null, '2020-01-10': 2 },
  },
  'a link without a block': {
    trips: [
      ['daily', '', first],
      ['other', '', second],
    ],
    links: ['T1,T2,4'],
    rides: { [wednesday]: 2 },
  },
  'a link from one platform to another': {
    trips: [
      ['daily', '', 'A 10:00:00 P1 11:00:00'],
      ['daily', '', 'P2 11:02:00 D 12:00:00'],
    ],
    links: ['T1,T2,4'],
    rides: { [wednesday]: 2 },
  },
  'a link that forbids what the block says': {
    trips: [
      ['daily', '7', first],
      ['daily', '7', second],
    ],
    links: ['T1,T2,5'],
    rides: { [wednesday]: null },
  },
  'a link that says something else than the block': {
    trips: [
      ['daily', '7', first],
      ['daily', '7', second],
      ['weekend', '', 'C 11:03:00 B 11:50:00'],
    ],
    links: ['T1,T3,4'],
    rides: { [wednesday]: 2, [saturday]: null },
  },
  'an earlier trip of the block on other days': {
    trips: [
      ['daily', 'loop', 'C 22:00:00 D 22:55:00'],
      ['work', 'loop', 'A 20:00:00 B 20:50:00'],
      ['work', 'loop', 'B 20:51:00 C 21:59:00'],
    ],
    rides: { [thursday]: 3, [saturday]: null },
  },
}

const stops = ['A', 'B', 'C', 'D'].map((name, index) => `${name},${name},${56 + index},12,,`)

test.each(Object.entries(cases))('%s', async (name, { trips, links = [], rides }) => {
  const calls = trips.flatMap(([, , text], trip) => {
    const words = text.split(' ')
    return [0, 2].map((at) => {
      const [stop, time] = [words[at], words[at + 1]]
      return `T${trip + 1},${time},${time},${stop},${at}`
    })
  })
  await importFeed(context, {
    // One feed, so that only the trips of this row are current.
    name: 'through',
    brand: 'railway',
    organiser: 'carrier',
    packed: packed({
      'agency.txt':
        'agency_id,agency_name,agency_url,agency_timezone\nR,Rail,https://example.org,Asia/Tbilisi\n',
      'stops.txt': [
        'stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station',
        ...stops,
        'S,S,70,12,1,',
        'P1,S,70,12,,S',
        'P2,S,70,12,,S',
      ].join('\n'),
      'routes.txt': 'route_id,route_short_name,route_type\nL,1,2\n',
      'calendar.txt':
        'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n' +
        'daily,1,1,1,1,1,1,1,20200101,20200201\nother,1,1,1,1,1,1,1,20200101,20200201\n' +
        'weekend,0,0,0,0,0,1,1,20200101,20200201\nwork,1,1,1,1,1,0,0,20200101,20200201\n',
      'trips.txt': [
        'route_id,service_id,trip_id,block_id',
        ...trips.map(([service, block], index) => `L,${service},T${index + 1},${block}`),
      ].join('\n'),
      'stop_times.txt': [
        'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
        ...calls,
      ].join('\n'),
      'transfers.txt': [
        'from_stop_id,to_stop_id,from_trip_id,to_trip_id,transfer_type',
        ...links.map((link) => `,,${link}`),
      ].join('\n'),
    }),
  })
  const network = await reloadNetwork(context)
  const townOf = (gtfsId: string): number =>
    [...network.stops.values()].find((stop) => stop.gtfsId === gtfsId)?.localityId ?? 0
  const found: Record<string, number | null> = {}
  for (const date of Object.keys(rides)) {
    const journeys = await searchJourneys(context, {
      fromLocalityId: townOf('A'),
      toLocalityId: townOf('D'),
      date,
    })
    found[date] = journeys.find(({ changes }) => changes === 0)?.rides.length ?? null
  }
  expect(found, name).toEqual(rides)
  const { 'transfers.txt': exported } = unzipSync(Buffer.concat([...exportFeed(network)]))
  const rows = strFromU8(exported ?? new Uint8Array())
    .trim()
    .split('\r\n')
    .slice(1)
  const linked = links.map((link) => {
    const [from, to, kind] = link.split(',')
    return `,,${kind},,${from},${to}`
  })
  expect(rows.filter((row) => row.startsWith(',,'))).toEqual(linked)
})
