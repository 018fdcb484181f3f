/**
 * Goal: feeds as carriers send them are imported, with what is passed over named, and are refused only for what is wrong.
 * Method: one small feed with one peculiarity each.
 */
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import {
  importFeed,
  modeOfRouteType,
  reloadNetwork,
  type FeedReport,
} from '../server/public-api.ts'
import { smallFeed, type FeedFiles } from './feeds.ts'

let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  context.clock.set(new Date('2026-12-01T09:00:00Z'))
  await context.db
    .insertInto('merchant')
    .values({ id: 1, slug: 'carrier', name: JSON.stringify({ ka: 'ხაზი', en: 'Line' }) })
    .execute()
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

let feeds = 0
function runImport(files: Readonly<Record<string, string | Uint8Array>>): Promise<FeedReport> {
  const entries = Object.entries(files).map(
    ([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content] as const,
  )
  return importFeed(context, {
    name: `kind ${(feeds += 1)}`,
    packed: [zipSync(Object.fromEntries(entries))],
    brand: 'omnibus',
    organiser: 'carrier',
  })
}

const said = ({ notices }: FeedReport) =>
  notices.map(({ severity, code, file, line }) => [severity, code, file, line].join(' '))

function changed(file: string, change: (text: string) => string): FeedFiles {
  const files = smallFeed()
  return { ...files, [file]: change(files[file] ?? '') }
}

/** Each line ends in another way, and there are blank ones between them. */
function withMixedEnds(text: string): string {
  const ends = ['\r\n', '\n', '\r', '\n\n', '\r\n\r\n']
  return text
    .trimEnd()
    .split('\n')
    .map((line, index) => line + ends[index % ends.length])
    .join('')
}

test('lines may end as they like, each of them', async () => {
  const files = Object.fromEntries(
    Object.entries(smallFeed()).map(([name, text]) => [name, withMixedEnds(text)]),
  )
  const report = await runImport(files)
  expect(said(report)).toEqual([])
  expect(report.trips.added).toBe(2)
})

test('files that belong to nobody are named and passed over, whatever they are called', async () => {
  const names = ['read me.txt', 'Lizenz (CC BY 4.0).pdf', 'განრიგი.xlsx', 'docs/Readme & more.md']
  const others = Object.fromEntries(names.map((name) => [name, 'x']))
  const ofSystem = { '__MACOSX/._stops.txt': 'x', '.DS_Store': 'x', 'docs/._a': 'x' }
  const report = await runImport({ ...others, ...ofSystem, ...smallFeed() })
  expect(report.isApplied).toBe(true)
  expect(said(report).toSorted()).toEqual(
    names.map((name) => `warning unknown_file ${name} `).toSorted(),
  )
})

test('a feed in a folder is read, and never mixed with files elsewhere', async () => {
  const inFolder = (folder: string, files: FeedFiles = smallFeed()) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}${name}`, text]))
  const report = await runImport(inFolder('gtfs 2026/'))
  expect(report.isApplied).toBe(true)
  expect(new Set(report.notices.map(({ code }) => code))).toEqual(
    new Set(['invalid_input_files_in_subfolder']),
  )
  const { 'stops.txt': stops = '', ...rest } = smallFeed()
  const mixed = await runImport({ ...inFolder('old/', { 'stops.txt': stops }), ...rest })
  expect(said(mixed)).toContain('error invalid_input_files_in_subfolder old/agency.txt ')
  const second = await runImport({ ...smallFeed(), ...inFolder('old/') })
  expect(second.isApplied).toBe(true)
  expect(said(second)).toContain('warning unknown_file old/stops.txt ')
  for (const name of [
    '../stops.txt',
    'a/../../stops.txt',
    '/etc/stops.txt',
    'C:\\stops.txt',
    '..\\stops.txt',
  ])
    expect([name, said(await runImport({ ...smallFeed(), [name]: 'x' }))]).toEqual([
      name,
      expect.arrayContaining([`error zip_path ${name} `]),
    ])
})

test('text in another encoding is refused with its place, unless nothing is read of it', async () => {
  const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const stops = smallFeed()['stops.txt'] ?? ''
  const western = bytesOf(stops.replace('Adorf', 'K\u00f6ln').replace('Aberg', 'N\u00eemes'))
  const refused = await runImport({ ...smallFeed(), 'stops.txt': western })
  expect(refused.isApplied).toBe(false)
  expect(said(refused)).toEqual([
    'error invalid_character stops.txt 3',
    'error invalid_character stops.txt 4',
  ])
  const wide = (mark: boolean) => {
    const text = Buffer.from((mark ? '\ufeff' : '') + stops, 'utf16le')
    return runImport({ ...smallFeed(), 'stops.txt': new Uint8Array(text) })
  }
  for (const mark of [true, false])
    expect(said(await wide(mark))).toContain('error invalid_character stops.txt 1')
  // A column that nothing is read of.
  const described = stops
    .trimEnd()
    .split('\n')
    .map((line, index) => `${line},${index === 0 ? 'stop_desc' : '\u00fc'}`)
    .join('\n')
  const unread = await runImport({ ...smallFeed(), 'stops.txt': bytesOf(described) })
  expect(unread.isApplied).toBe(true)
  expect(said(unread)[0]).toBe('warning invalid_character stops.txt 2')
})

test('translations in their former form are read, with a notice', async () => {
  const report = await runImport({
    ...smallFeed(),
    'translations.txt':
      'trans_id,lang,translation\nAhafen,EN,Harbour\nAhafen,EN,Again\nAhafen,KA,ნავსადგური\n',
  })
  expect(said(report)).toEqual(['warning former_translations translations.txt 1'])
  const stops = [...(await reloadNetwork(context)).stops.values()]
  expect(stops.map(({ name }) => name)).toContainEqual({ ka: 'ნავსადგური', en: 'Harbour' })
})

test('service on demand is passed over; the trains of the same feed are imported', async () => {
  const flexible = [
    'trip_id,arrival_time,departure_time,stop_id,location_group_id,location_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window',
    'T1,10:00:00,10:00:00,S1,,,1,,',
    'T1,,,,,zone,2,11:00:00,11:30:00',
    'T1,12:00:00,12:00:00,S3,,,3,,',
    'T2,,,,group,,1,08:00:00,18:00:00',
    'T2,,,S4,,,2,08:00:00,18:00:00',
  ]
  const files = { ...smallFeed(), 'stop_times.txt': flexible.join('\n') }
  const report = await runImport({ ...files, 'locations.geojson': '{}', 'booking_rules.txt': 'x' })
  expect(report).toMatchObject({ isApplied: true, trips: { added: 1 } })
  expect(said(report)).toEqual([
    ...[3, 5, 6].map((line) => `warning on_demand_stop_time stop_times.txt ${line}`),
    'warning unusable_trip trips.txt 3',
  ])
  // Without a place and without a zone a row is wrong as before.
  const nowhere = flexible.join('\n').replace('T1,10:00:00,10:00:00,S1', 'T1,10:00:00,10:00:00,')
  const wrong = await runImport({ ...files, 'stop_times.txt': nowhere })
  expect(said(wrong)).toContain('error missing_required_field stop_times.txt 2')
})

test('a feed that is over is said to be, with its last day', async () => {
  const over = { ...smallFeed({ firstDay: '20250101', lastDay: '20251231' }) }
  const report = await runImport({
    ...over,
    'feed_info.txt':
      'feed_publisher_name,feed_publisher_url,feed_lang,feed_end_date\nBahn,https://bahn.example,de,20251231\n',
  })
  expect(report.isApplied).toBe(true)
  expect(report.notices).toMatchObject([
    { severity: 'warning', code: 'expired_calendar', line: 2, value: '2025-12-31' },
    { severity: 'warning', code: 'feed_expiration_date7_days', value: '2025-12-31' },
  ])
  // The last day itself still runs, in the time zone of the carrier; single days count as well.
  const today = await runImport(smallFeed({ firstDay: '20260101', lastDay: '20261201' }))
  expect(said(today)).toEqual([])
  const dates = 'service_id,date,exception_type\nD,20261130,1\nD,20270101,2\n'
  const { 'calendar.txt': _calendar, ...rest } = smallFeed()
  expect(said(await runImport({ ...rest, 'calendar_dates.txt': dates }))).toEqual([
    'warning expired_calendar calendar_dates.txt 2',
  ])
})

test.each([
  [0, 'tram', null],
  [2, 'train', 256],
  [3, 'bus', 48],
  [4, 'ferry', 120],
  [7, 'funicular', null],
  [11, 'trolleybus', null],
  [109, 'train', 256],
  [200, 'coach', 48],
  [405, 'monorail', null],
  [702, 'bus', 48],
  [704, 'bus', null],
  [800, 'trolleybus', null],
  [1000, 'ferry', 120],
  [1100, 'air', null],
  [1300, 'cable-car', null],
  [1400, 'funicular', null],
  [1501, 'taxi', null],
  [1700, 'other', null],
] as const)('route type %i is %s and has %s generic seats', async (routeType, mode, seats) => {
  expect(modeOfRouteType(routeType)).toBe(mode)
  const before = new Set((await reloadNetwork(context)).trips.keys())
  const report = await runImport(smallFeed({ routeType }))
  const warned = mode === 'air' ? ['warning air_service_not_sold routes.txt 2'] : []
  expect(said(report)).toEqual(warned)
  const network = await reloadNetwork(context)
  const [trip] = [...network.trips].flatMap(([id, one]) => (before.has(id) ? [] : [one]))
  const vehicle = network.vehicleTypes.get(trip?.vehicleTypeId ?? 0)
  expect(vehicle?.places.length ?? null).toBe(seats)
})

test('a row with a cell too many is wrong as before', async () => {
  const long = changed('stops.txt', (text) => text.replace('Adorf,', 'Adorf,,'))
  expect(said(await runImport(long))).toContain('error invalid_row_length stops.txt 3')
})
