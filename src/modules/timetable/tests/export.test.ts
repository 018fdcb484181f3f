/**
 * Goal: others accept what is exported: each feed has the carriers of one time zone, nothing of one carrier is taken for
 * another's, the rules of the public validator find no error, and importing it changes nothing. Method: several carriers'
 * feeds in one shop, exported over the call; the checker is tested with one violation of each rule.
 */
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { demoDatabase, demoDay, testDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { importFeed, reloadNetwork, timetableRoutes } from '../server/public-api.ts'
import { googleSample, packed, smallFeed, type FeedFiles } from './feeds.ts'
import { findingsOf } from './gtfs-rules.ts'

async function inShop(
  kind: 'demo' | 'empty',
  work: (context: TestContext) => Promise<void>,
): Promise<void> {
  const database = await (kind === 'demo' ? demoDatabase() : testDatabase())
  const context = await openTestContext(database.url)
  context.clock.set(demoDay)
  try {
    await work(context)
  } finally {
    await context.close()
    await database.drop()
  }
}

async function bring(context: TestContext, name: string, files: FeedFiles): Promise<void> {
  await context.db
    .insertInto('merchant')
    .values({ id: 901, slug: 'carrier', name: JSON.stringify({ ka: 'ხაზი', en: 'Line' }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const report = await importFeed(context, {
    name,
    packed: packed(files),
    brand: 'omnibus',
    organiser: 'carrier',
  })
  expect(report.notices.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(report.isApplied).toBe(true)
}

/** The files of the exported feed, or the code of the refusal. */
async function exported(context: TestContext, timeZone?: string): Promise<FeedFiles | string> {
  await reloadNetwork(context)
  const [route] = timetableRoutes
  const query = timeZone === undefined ? {} : { timeZone }
  const reply = (await route?.handle(context, { query } as never)) as
    | { readonly ok: true; readonly value: { readonly content: Uint8Array } }
    | { readonly ok: false; readonly code: string }
  if (!reply.ok) return reply.code
  return Object.fromEntries(
    Object.entries(unzipSync(reply.value.content)).map(([name, content]) => [
      name,
      strFromU8(content),
    ]),
  )
}

async function feedOf(context: TestContext, timeZone?: string): Promise<FeedFiles> {
  const files = await exported(context, timeZone)
  if (typeof files === 'string') throw new Error(files)
  return files
}

/** The values of a column, each once. */
function valuesOf(text: string | undefined, column: string): string[] {
  const [headings = '', ...rows] = (text ?? '').trim().split('\r\n')
  const index = headings.split(',').indexOf(column)
  return [...new Set(rows.map((row) => row.split(',')[index] ?? ''))].toSorted()
}

/** The small feed with one block for both trains, and a fare by zones. */
function blockFeed(name: string): FeedFiles {
  const files = smallFeed()
  return {
    ...files,
    'agency.txt': (files['agency.txt'] ?? '').replace('Bahn', name),
    'stops.txt': (files['stops.txt'] ?? '')
      .trimEnd()
      .split('\n')
      .map((line, index) => `${line},${index === 0 ? 'zone_id' : 'z'}`)
      .join('\n'),
    'trips.txt':
      'route_id,service_id,trip_id,trip_headsign,block_id\nL,D,T1,Ahafen,1\nL,D,T2,Astadt,1\n',
    'fare_rules.txt': 'fare_id,route_id,origin_id,destination_id\nF,,z,z\n',
  }
}

test('the demo’s feed breaks no rule, and says who publishes it and until when it is valid', async () => {
  await inShop('demo', async (context) => {
    const files = await feedOf(context)
    expect(findingsOf(files)).toEqual([])
    expect(valuesOf(files['networks.txt'], 'network_id').length).toBeGreaterThan(1)
    const info = files['feed_info.txt'] ?? ''
    expect(valuesOf(info, 'feed_version')[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(valuesOf(info, 'feed_end_date')[0]).toMatch(/^20\d{6}$/)
    expect(await feedOf(context, 'Asia/Tbilisi')).toEqual(files)
  })
})

test('fares of all lines of two carriers who share their zones stay those of each', async () => {
  const shared = blockFeed('Eins')
  const two = {
    ...shared,
    'agency.txt': `${shared['agency.txt']}B,Zwei,https://zwei.example,Europe/Berlin\n`,
    'routes.txt': `${shared['routes.txt']}M,B,8,Astadt - Ahafen,3\n`,
    'trips.txt': `${shared['trips.txt']}M,D,T3,Ahafen,\n`,
    'stop_times.txt': `${shared['stop_times.txt']}T3,18:00:00,18:00:00,S1,1\nT3,19:00:00,19:00:00,S2,2\n`,
    'fare_attributes.txt':
      'fare_id,price,currency_type,payment_method,transfers,agency_id\nF,10.00,GEL,0,,A\nG,20.00,GEL,0,,B\n',
    'fare_rules.txt': 'fare_id,route_id,origin_id,destination_id\nF,,z,z\nG,,z,z\n',
  }
  let files: FeedFiles = {}
  await inShop('empty', async (context) => {
    await bring(context, 'shared', two)
    files = await feedOf(context)
  })
  expect(findingsOf(files)).toEqual([])
  expect(valuesOf(files['fare_rules.txt'], 'route_id')).toEqual(['L', 'M'])
  await inShop('empty', async (context) => {
    await bring(context, 'again', files)
    const again = await feedOf(context)
    for (const [name, text] of Object.entries(files)) expect(again[name], name).toBe(text)
  })
})

test('carriers of several zones have a feed for each, which the shop imports unchanged', async () => {
  const zones = ['America/Los_Angeles', 'Europe/Berlin']
  const feeds = new Map<string, FeedFiles>()
  await inShop('empty', async (context) => {
    await bring(context, 'one', blockFeed('Eins'))
    await bring(context, 'two', blockFeed('Zwei'))
    await bring(context, 'sample', googleSample())
    expect(await exported(context, 'Asia/Tokyo')).toBe('NotFound')
    for (const zone of zones) feeds.set(zone, await feedOf(context, zone))
    expect(await feedOf(context)).toEqual(feeds.get('America/Los_Angeles'))
  })
  for (const zone of zones) {
    const files = feeds.get(zone) ?? {}
    expect(valuesOf(files['agency.txt'], 'agency_timezone')).toEqual([zone])
    expect([zone, findingsOf(files)]).toEqual([zone, []])
    await inShop('empty', async (context) => {
      await bring(context, 'again', files)
      const again = await feedOf(context, zone)
      for (const [name, text] of Object.entries(files)) expect(again[name], name).toBe(text)
    })
  }
  const berlin = feeds.get('Europe/Berlin') ?? {}
  expect(valuesOf(berlin['agency.txt'], 'agency_name')).toEqual(['Eins', 'Zwei'])
  // Blocks and zones of two feeds stay apart as their trips do.
  expect(valuesOf(berlin['trips.txt'], 'block_id')).toHaveLength(2)
  expect(valuesOf(berlin['stops.txt'], 'zone_id')).toHaveLength(2)
  expect(valuesOf(berlin['fare_rules.txt'], 'origin_id')).toHaveLength(2)
})

const spoil = (file: string, change: (text: string) => string) => (files: FeedFiles) => ({
  ...files,
  [file]: change(files[file] ?? ''),
})

test.each([
  ['missing_required_file', withoutStops],
  ['missing_required_column', spoil('trips.txt', (text) => text.replace('service_id', 'service'))],
  ['missing_required_field', spoil('trips.txt', (text) => text.replace('L,D,T1', 'L,,T1'))],
  ['invalid_row_length', spoil('trips.txt', (text) => text.replace('L,D,T1', 'L,D,T1,'))],
  ['invalid_time', spoil('stop_times.txt', (text) => text.replace('10:00:00', '10:00'))],
  ['invalid_timezone', spoil('agency.txt', (text) => text.replace('Europe/Berlin', 'Berlin'))],
  ['invalid_url', spoil('agency.txt', (text) => text.replace('https://', ''))],
  ['duplicate_key', spoil('trips.txt', (text) => text.replace('T2', 'T1'))],
  ['foreign_key_violation', spoil('routes.txt', (text) => text.replace('L,A', 'L,B'))],
  [
    'foreign_key_violation',
    (files: FeedFiles) => ({ ...files, 'route_networks.txt': 'network_id,route_id\nN,L\n' }),
  ],
  [
    'inconsistent_agency_timezone',
    spoil('agency.txt', (text) => `${text}B,Bus,https://bus.example,Asia/Tbilisi\n`),
  ],
  [
    'stop_time_with_arrival_before_previous_departure_time',
    spoil('stop_times.txt', (text) => text.replace('T1,11:00:00,11', 'T1,09:00:00,09')),
  ],
  ['missing_trip_edge', spoil('stop_times.txt', (text) => text.replace('10:00:00,10:00:00', ','))],
  [
    'start_and_end_range_out_of_order',
    spoil('calendar.txt', (text) => text.replace('2027', '2025')),
  ],
  [
    'block_trips_with_overlapping_stop_times',
    (files: FeedFiles) => ({
      ...files,
      'trips.txt': 'route_id,service_id,trip_id,block_id\nL,D,T1,1\nL,D,T2,1\n',
      'stop_times.txt': (files['stop_times.txt'] ?? '').replace(
        'T2,14:00:00,14:00:00',
        'T2,12:00:00,12:00:00',
      ),
    }),
  ],
  [
    'duplicate_fare_rule_zone_id_fields',
    (files: FeedFiles) => ({ ...files, 'fare_rules.txt': 'fare_id,route_id\nF,L\nF,L\n' }),
  ],
  ['invalid_currency_amount', spoil('fare_attributes.txt', (text) => text.replace('GEL', 'JPY'))],
  ['wrong_parent_location_type', spoil('stops.txt', (text) => withParent(text))],
])('the checker finds %s', (rule, change) => {
  expect(findingsOf(smallFeed())).toEqual([])
  expect(findingsOf(change(smallFeed())).map((one) => one.rule)).toContain(rule)
})

function withoutStops({ 'stops.txt': _stops, ...files }: FeedFiles): FeedFiles {
  return files
}

/** Each stop is a part of the first one, which is no station. */
function withParent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line, index) => `${line},${index === 0 ? 'parent_station' : index === 1 ? '' : 'S1'}`)
    .join('\n')
}
