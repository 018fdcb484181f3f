import { sql, type KyselyPlugin, type RawNode, type ValueNode } from 'kysely'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sellPlaces } from '#modules/inventory/server/public-api.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import {
  faresOf,
  importFeed,
  openRun,
  readNetwork,
  readRuns,
  reloadNetwork,
  runsBetween,
  searchJourneys,
  type FeedReport,
} from '../server/public-api.ts'
import type { AgencyTerms } from '../shapes.ts'
import { Notices } from '../server/gtfs/notices.ts'
import { stageFeed } from '../server/gtfs/stage.ts'
import { unzipFeed } from '../server/gtfs/unzip.ts'
import { caltrain, googleSample, packed, type FeedFiles } from './feeds.ts'

/**
 * Goal: foreign feeds become sellable runs, invalid rows are reported, the same feed changes nothing, and
 * runs with sales stay. Method: the specification's sample feed and a railway's own feed, intact and with
 * deliberate errors.
 */
let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  await context.db
    .insertInto('merchant')
    .values({ id: 1, slug: 'omnibus', name: JSON.stringify({ ka: 'ავტობუსი', en: 'Bus' }) })
    .execute()
})
afterAll(async () => {
  await context.close()
  await database.drop()
})
// A Thursday; both feeds are from the past.
beforeEach(() => context.clock.set(new Date('2008-05-01T12:00:00Z')))

function runImport(
  files: FeedFiles | Uint8Array,
  options: { name?: string; isDryRun?: boolean } = {},
): Promise<FeedReport> {
  return importFeed(context, {
    name: options.name ?? 'sample',
    packed: files instanceof Uint8Array ? [files] : packed(files),
    brand: 'omnibus',
    organiser: 'omnibus',
    isDryRun: options.isDryRun ?? false,
  })
}

async function counts(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select json_build_array((select count(*) from trip), (select count(*) from stop), (select count(*) from fare),
      (select count(*) from trip_pattern), (select count(*) from service_exception), (select count(*) from run),
      (select count(*) from frequency), (select count(*) from locality), (select count(*) from vehicle_place),
      (select max(id) from trip))::text as text`.execute(context.db)
  return rows[0]?.text ?? ''
}

async function localityOf(stopName: string): Promise<number> {
  const network = await reloadNetwork(context)
  const stop = [...network.stops.values()].find(({ name }) => name.en.startsWith(stopName))
  return stop?.localityId ?? 0
}

test('a dry run of the sample feed reports its changes and applies nothing', async () => {
  const before = await counts()
  const report = await runImport(googleSample(), { isDryRun: true })
  expect(report).toMatchObject({
    errors: 0,
    isApplied: false,
    trips: { added: 11, changed: 0, removed: 0 },
  })
  expect(report.changes).toMatchObject({ agencies: 1, stops: 9, routes: 5, services: 3, fares: 4 })
  expect(await counts()).toBe(before)
})

test('imports the sample feed, including frequency-based runs, and sells from it', async () => {
  const report = await runImport(googleSample())
  expect(report).toMatchObject({ errors: 0, isApplied: true })
  const [from, to] = [await localityOf('Stagecoach'), await localityOf('Nye County')]
  const shuttles = await runsBetween(context, {
    fromLocalityId: from,
    toLocalityId: to,
    date: '2008-05-02',
  })
  // Every half hour from six to ten in the evening, local time in California.
  expect(shuttles.length).toBe(32)
  expect(shuttles[1]?.departsAt.toISOString()).toBe('2008-05-02T13:30:00.000Z')
  const [shuttle] = shuttles
  const fares = await faresOf(context, {
    agencyId: shuttle?.agencyId ?? 0,
    routeId: shuttle?.routeId ?? 0,
    fromStopId: shuttle?.fromStopId ?? 0,
    toStopId: shuttle?.toStopId ?? 0,
    channel: 'web',
    moment: { date: '2008-05-02', daysAhead: 1, occupancyPercent: 0 },
  })
  expect(fares.map(({ priceMinor, currency }) => [priceMinor, currency])).toEqual([[125, 'USD']])
  const opened = await openRun(context, shuttle?.runId ?? 0)
  expect(opened.ok).toBe(true)
  const [run] = await readRuns(context, [shuttle?.runId ?? 0])
  expect(run?.vehicle.places.length).toBe(48)
})

test('changes nothing when the same feed is imported again, also in a comparison row by row', async () => {
  const before = await counts()
  expect(await runImport(googleSample())).toMatchObject({ isSame: true, isApplied: false })
  await sql`update feed set digest = null where name = 'sample'`.execute(context.db)
  const report = await runImport(googleSample())
  expect(report).toMatchObject({
    isSame: false,
    trips: { added: 0, changed: 0, removed: 0, unchanged: 11 },
    changes: { agencies: 0, stops: 0, routes: 0, services: 0, transfers: 0, fares: 0 },
    runsRemoved: 0,
  })
  expect(await counts()).toBe(before)
})

test('applies a changed feed; runs that were sold or opened are the same ones at the new times', async () => {
  const [from, to] = [await localityOf('Nye County'), await localityOf('Bullfrog')]
  const ask = async (date: string) =>
    runsBetween(context, { fromLocalityId: from, toLocalityId: to, date })
  const [sold] = await ask('2008-05-03')
  const [other] = await ask('2008-05-04')
  const opened = await openRun(context, sold?.runId ?? 0)
  await sellPlaces(context, [
    {
      holdId: context.random.uuid(),
      offeringId: opened.ok ? opened.value : 0,
      legFrom: 0,
      legTo: 1,
      places: [1],
      pools: [],
    },
  ])
  const looked = await openRun(context, other?.runId ?? 0)
  expect(looked.ok).toBe(true)
  const files = googleSample()
  const later = {
    ...files,
    'stop_times.txt': (files['stop_times.txt'] ?? '').replace(
      'AB1,8:00:00,8:00:00',
      'AB1,7:50:00,7:50:00',
    ),
  }
  const report = await runImport(later)
  expect(report.trips).toMatchObject({ added: 0, changed: 1, removed: 0, unchanged: 10 })
  expect(report.soldRuns).toMatchObject([
    {
      runId: sold?.runId,
      tripId: 'AB1',
      serviceDate: '2008-05-03',
      found: 'moved',
      minutes: -10,
      outcome: 'moved',
      places: 1,
    },
  ])
  await reloadNetwork(context)
  for (const [date, before] of [
    ['2008-05-03', sold],
    ['2008-05-04', other],
  ] as const) {
    const [moved] = await ask(date)
    expect(moved?.departsAt.toISOString()).toBe(`${date}T14:50:00.000Z`)
    expect(moved?.runId).toBe(before?.runId)
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from run join trip on trip.id = run.trip_id
    where trip.gtfs_id = 'AB1' and run.service_date = '2008-05-03'`.execute(context.db)
  expect(rows[0]?.count).toBe(1)
})

test('imports a railway’s feed: platforms of stations, zones, and service exceptions', async () => {
  context.clock.set(new Date('2016-05-25T19:00:00Z'))
  const report = await runImport(caltrain(), { name: 'caltrain' })
  expect(report).toMatchObject({ errors: 0, isApplied: true })
  expect(report.trips.added).toBe(218)
  const [from, to] = [await localityOf('San Francisco Caltrain'), await localityOf('Palo Alto')]
  expect(from).not.toBe(to)
  // Excludes departures after midnight, which belong to the previous service day.
  const ask = async (date: string): Promise<number> => {
    const found = await runsBetween(context, { fromLocalityId: from, toLocalityId: to, date })
    return found.filter(({ serviceDate }) => serviceDate === date).length
  }
  const [thursday, saturday, sunday, memorialDay] = [
    await ask('2016-05-26'),
    await ask('2016-05-28'),
    await ask('2016-05-29'),
    await ask('2016-05-30'),
  ]
  expect(thursday).toBeGreaterThan(saturday)
  expect(memorialDay).toBe(sunday)
  const [first] = await runsBetween(context, {
    fromLocalityId: from,
    toLocalityId: to,
    date: '2016-05-26',
  })
  const fares = await faresOf(context, {
    agencyId: first?.agencyId ?? 0,
    routeId: first?.routeId ?? 0,
    fromStopId: first?.fromStopId ?? 0,
    toStopId: first?.toStopId ?? 0,
    channel: 'web',
    moment: { date: '2016-05-26', daysAhead: 1, occupancyPercent: 0 },
  })
  // From zone 1 to zone 3.
  expect(fares.map(({ priceMinor }) => priceMinor)).toEqual([775])
  const network = await readNetwork(context)
  expect(
    [...network.stops.values()].some(
      ({ parentId, platform }) => parentId !== null && platform === 'NB',
    ),
  ).toBe(true)
})

const mistakes: readonly (readonly [string, string, (text: string) => string, number | null])[] = [
  [
    'missing_required_field',
    'stop_times.txt',
    (text) => text.replace('STBA,6:20:00,6:20:00,BEATTY_AIRPORT', 'STBA,6:20:00,6:20:00,'),
    3,
  ],
  [
    'foreign_key_violation',
    'stop_times.txt',
    (text) => text.replace('6:20:00,BEATTY_AIRPORT', '6:20:00,NOWHERE'),
    3,
  ],
  ['invalid_time', 'stop_times.txt', (text) => text.replace('STBA,6:20:00', 'STBA,6:60:00'), 3],
  [
    'stop_time_with_arrival_before_previous_departure_time',
    'stop_times.txt',
    (text) => text.replace('STBA,6:20:00,6:20:00', 'STBA,5:20:00,5:20:00'),
    3,
  ],
  [
    'missing_trip_edge',
    'stop_times.txt',
    (text) => text.replace('STBA,6:00:00,6:00:00', 'STBA,,'),
    2,
  ],
  [
    'duplicate_key',
    'stop_times.txt',
    (text) =>
      text.replace(
        'STBA,6:20:00,6:20:00,BEATTY_AIRPORT,2',
        'STBA,6:20:00,6:20:00,BEATTY_AIRPORT,1',
      ),
    3,
  ],
  ['missing_required_column', 'trips.txt', (text) => text.replace('service_id', 'serviceid'), null],
  ['invalid_date', 'calendar.txt', (text) => text.replace('20101231', '20101331'), 2],
  [
    'invalid_timezone',
    'agency.txt',
    (text) => text.replace('America/Los_Angeles', 'America/Nowhere'),
    2,
  ],
  ['number_out_of_range', 'stops.txt', (text) => text.replace('36.425288', '136.425288'), 2],
  ['invalid_currency', 'fare_attributes.txt', (text) => text.replace('USD', 'dollars'), 2],
  ['invalid_integer', 'frequencies.txt', (text) => text.replace(',1800', ',often'), 2],
  ['duplicate_key', 'routes.txt', (text) => text.replace('BFC,', 'AB,'), 3],
  [
    'start_and_end_range_out_of_order',
    'calendar.txt',
    (text) => text.replace('20070101,20101231', '20110101,20101231'),
    2,
  ],
]

test.each(mistakes)(
  'rejects a feed with %s in %s, and reports its line',
  async (code, file, spoil, line) => {
    const files = googleSample()
    const before = await counts()
    const report = await runImport(
      { ...files, [file]: spoil(files[file] ?? '') },
      { name: 'spoilt' },
    )
    expect(report.isApplied).toBe(false)
    expect(report.notices.filter(({ severity }) => severity === 'error')).toContainEqual(
      expect.objectContaining({ code, file, line }),
    )
    expect(await counts()).toBe(before)
  },
)

test('reports a missing file', async () => {
  const { 'stops.txt': _stops, ...files } = googleSample()
  const report = await runImport(files, { name: 'spoilt' })
  expect(report.notices).toContainEqual(
    expect.objectContaining({ code: 'missing_required_file', file: 'stops.txt' }),
  )
})

test('rejects ZIP bombs, paths and files that are not archives', async () => {
  const bomb = zipSync({ 'stops.txt': new Uint8Array(40_000_000) }, { level: 9 })
  const codes = async (archive: Uint8Array): Promise<string[]> =>
    (await runImport(archive, { name: 'hostile' })).notices.map(({ code }) => code)
  expect(await codes(bomb)).toContain('zip_too_large')
  expect(await codes(zipSync({ '../../etc/stops.txt': strToU8('x') }))).toContain('zip_path')
  expect(await codes(zipSync({ 'C:\\stops.txt': strToU8('x') }))).toContain('zip_path')
  expect(await codes(strToU8('not an archive at all'))).toContain('zip_unreadable')
  expect(await codes(zipSync({ [`${'a'.repeat(200)}.txt`]: strToU8('x') }))).toContain('zip_path')
  const folders = Object.fromEntries(
    Array.from({ length: 1_100 }, (_, at) => [`__MACOSX/${at}`, strToU8('x')]),
  )
  expect(await codes(zipSync(folders))).toContain('zip_too_large')
  const whole = zipSync({ 'stops.txt': strToU8('stop_id\n'.repeat(5_000)) })
  expect(await codes(whole.subarray(0, whole.length - 200))).toContain('zip_unreadable')
  let unpacked = 0
  const read = async (): Promise<void> => {
    for await (const { chunk } of unzipFeed([bomb])) unpacked += chunk.length
  }
  await expect(read()).rejects.toThrow('zip_too_large')
  expect(unpacked).toBeLessThan(20_000_000)
})

test('writes rows of a megabyte a few at a time', async () => {
  let [largest, whole] = [0, 0]
  const measuring: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== 'RawNode') return node
      for (const parameter of (node as RawNode).parameters) {
        const value = (parameter as ValueNode).value
        if (typeof value !== 'string') continue
        largest = Math.max(largest, value.length)
        whole += value.length
      }
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const row = (number: number) => `s${number},${'x'.repeat(900_000)},1,1\n`
  const stops = `stop_id,stop_name,stop_lat,stop_lon\n${Array.from({ length: 15 }, (_, at) => row(at)).join('')}`
  const archive = zipSync({ 'stops.txt': strToU8(stops) }, { level: 0 })
  const notices = new Notices()
  const staged = await context.db
    .withPlugin(measuring)
    .transaction()
    .execute((db) => stageFeed(db, [archive], { notices }))
  expect(staged.rows).toBe(15)
  expect(whole).toBeGreaterThan(13_000_000)
  expect(largest).toBeLessThan(6_000_000)
})

test('treats a vehicle that continues as another trip as one ride without a change', async () => {
  const files = googleSample()
  // Two minutes at Bullfrog suffice for passengers who stay seated.
  const times = files['stop_times.txt']?.replace('BFC1,8:20:00,8:20:00', 'BFC1,8:12:00,8:12:00')
  await runImport({ ...files, 'stop_times.txt': times ?? '' }, { name: 'blocks' })
  const ownStops = [...(await reloadNetwork(context)).stops.values()].toReversed()
  const townOf = (gtfsId: string): number =>
    ownStops.find((stop) => stop.gtfsId === gtfsId)?.localityId ?? 0
  const [from, to] = [townOf('BEATTY_AIRPORT'), townOf('FUR_CREEK_RES')]
  const inTwoMinutes = async () =>
    (
      await searchJourneys(context, {
        fromLocalityId: from,
        toLocalityId: to,
        date: '2008-05-02',
      })
    ).filter(
      ({ rides: [first, second] }) =>
        first && second && second.departsAt.getTime() - first.arrivesAt.getTime() === 120_000,
    )
  expect(await inTwoMinutes()).toMatchObject([{ changes: 0, rides: [{}, {}] }])
  await runImport(
    {
      ...files,
      'stop_times.txt': times ?? '',
      'trips.txt':
        files['trips.txt']?.replace(
          'BFC1,to Furnace Creek Resort,0,1',
          'BFC1,to Furnace Creek Resort,0,9',
        ) ?? '',
    },
    { name: 'blocks' },
  )
  await reloadNetwork(context)
  expect(await inTwoMinutes()).toEqual([])
})

test('gives riders of a new carrier the ages and discounts of its feed, and rejects an impossible age', async () => {
  const riders = (rows: string) => ({
    ...googleSample(),
    'rider_categories.txt': `rider_category_id,rider_category_name,is_default_fare_category,min_age,max_age\n${rows}`,
    'fare_products.txt':
      'fare_product_id,rider_category_id,amount,currency\nsingle,grown,5.00,USD\nsingle,child,2.50,USD\n' +
      'day,grown,12.00,USD\nday,child,6.00,USD\nday,senior,9.00,USD\nsingle,senior,2.00,USD\nsingle,gold,9.00,USD\n',
  })
  const rows =
    'grown,Grown-up,1,13,\nchild,Child,0,5,12\nsenior,Senior,0,65,\ngold,Gold,0,,\nghost,Ghost,0,,\n'
  const report = await runImport(riders(rows), { name: 'ages' })
  expect(report.isApplied).toBe(true)
  const ignoredFiles = report.notices.filter(({ file }) => file === 'rider_categories.txt')
  expect(ignoredFiles.map(({ value }) => value)).toEqual(['senior', 'gold'])
  const { rows: agencies } = await sql<{ terms: AgencyTerms }>`
    select terms from agency join feed on feed.id = agency.feed_id where feed.name = 'ages'`.execute(
    context.db,
  )
  const terms = agencies[0]?.terms
  expect(terms?.asksBirthDate).toBe(true)
  const told = terms?.riders.map((one) => [
    one.code,
    one.discountBasisPoints,
    one.ageMin,
    one.ageMax,
  ])
  expect(told).toEqual([
    ['adult', 0, 13, null],
    ['child', 5_000, 5, 12],
    ['senior', 2_500, 65, null],
  ])
  for (const wrong of ['child,Child,0,-5,12', 'child,Child,0,12,5', 'child,Child,0,5,999']) {
    const refused = await runImport(riders(`grown,,1,,\n${wrong}\n`), { name: 'wrong-ages' })
    expect([refused.isApplied, refused.notices[0]?.file, refused.notices[0]?.line]).toEqual([
      false,
      'rider_categories.txt',
      3,
    ])
  }
})

test('an import keeps the fares of the carrier’s staff, and does not take them for those of the feed', async () => {
  await runImport(googleSample())
  const { rows } = await sql<{ id: number; own: number }>`
    with equal as (
      select fare.* from fare join agency on agency.id = agency_id join feed on feed.id = feed_id
      where feed.name = 'sample' and not is_own order by fare.id limit 1
    ), own as (
      insert into fare (agency_id, route_id, from_zone, to_zone, price_minor, currency, is_own)
      select agency_id, route_id, from_zone, to_zone, price_minor, currency, true from equal returning id
    )
    select equal.id, own.id as own from equal, own`.execute(context.db)
  const [made] = rows
  // The same feed would be skipped.
  const importAgain = async (): Promise<unknown> => {
    await sql`update feed set digest = null where name = 'sample'`.execute(context.db)
    return (await runImport(googleSample())).changes.fares
  }
  expect(await importAgain()).toBe(0)
  await sql`delete from fare where id = ${made?.id ?? 0}`.execute(context.db)
  expect(await importAgain()).toBe(1)
  const kept = await sql`select from fare where id = ${made?.own ?? 0} and is_own`.execute(
    context.db,
  )
  expect(kept.rows).toHaveLength(1)
  await sql`delete from fare where is_own`.execute(context.db)
})

test('the process that imported a feed reads it at once', async () => {
  // Time that stands still keeps the process from checking the version of what it has read.
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => now.mockRestore())
  const before = (await readNetwork(context)).agencies.size
  await runImport(googleSample(), { name: 'read at once' })
  expect((await readNetwork(context)).agencies.size).toBe(before + 1)
})
