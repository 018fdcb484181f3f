import { sql } from 'kysely'
import { unzipSync, strFromU8 } from 'fflate'
import { expect, test } from 'vitest'
import { demoDatabase, demoDay, testDatabase } from '../../../../tests/support/database.ts'
import { openTestContext } from '../../../../tests/support/context.ts'
import {
  exportFeed,
  faresOf,
  importFeed,
  readRuns,
  reloadNetwork,
  runsBetween,
  timetableRoutes,
  type FeedReport,
} from '../server/public-api.ts'
import type { TestContext } from '../../../../tests/support/context.ts'
import { caltrain, googleSample, packed } from './feeds.ts'

/**
 * Goal: an exported feed can be imported without differences. Method: export, import into an empty
 * database, export again: the files are identical byte by byte, and a train of the second database is that
 * of the first.
 */
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

async function filesOf(context: TestContext): Promise<Record<string, string>> {
  const archive = Buffer.concat([...exportFeed(await reloadNetwork(context))])
  return Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([name, content]) => [name, strFromU8(content)]),
  )
}

async function runImport(context: TestContext, pieces: Iterable<Uint8Array>): Promise<FeedReport> {
  await sql`
    insert into merchant (id, slug, name) values (901, 'carrier', '{"ka": "გადამზიდველი", "en": "Carrier"}')
    on conflict do nothing`.execute(context.db)
  return importFeed(context, {
    name: 'brought',
    packed: pieces,
    brand: 'railway',
    organiser: 'carrier',
  })
}

async function tomorrowsTrains(context: TestContext): Promise<unknown[]> {
  const network = await reloadNetwork(context)
  const town = (code: string): number =>
    [...network.localities.values()].find((one) => one.code === code)?.localityId ?? 0
  const found = await runsBetween(context, {
    brand: 'railway',
    fromLocalityId: town('tbilisi'),
    toLocalityId: town('batumi'),
    date: '2026-12-03',
  })
  const runs = await readRuns(
    context,
    found.flatMap(({ runId }) => runId ?? []),
  )
  return Promise.all(
    runs.map(async (run, index) => ({
      number: run.shortName,
      headsign: run.headsign,
      carrier: run.agency.name,
      stops: run.stops.map(({ stop, departsAt, arrivesAt, timeZone }) => [
        stop.name,
        arrivesAt,
        departsAt,
        timeZone,
      ]),
      seats: run.vehicle.places.map(({ coach, label, x, y, attributes }) => [
        coach,
        label,
        x,
        y,
        attributes,
      ]),
      fares: (
        await faresOf(context, {
          agencyId: run.agency.agencyId,
          routeId: run.route.routeId,
          fromStopId: found[index]?.fromStopId ?? 0,
          toStopId: found[index]?.toStopId ?? 0,
          channel: 'web',
          moment: { date: '2026-12-03', daysAhead: 2, occupancyPercent: 0 },
        })
      ).map(({ travelClass, priceMinor }) => [travelClass.code, travelClass.name, priceMinor]),
    })),
  )
}

test('exports and imports the demo network without differences', { timeout: 60_000 }, async () => {
  let files: Record<string, string> = {}
  let trains: unknown[] = []
  await inShop('demo', async (context) => {
    files = await filesOf(context)
    trains = await tomorrowsTrains(context)
  })
  expect(trains.length).toBe(2)
  await inShop('empty', async (context) => {
    const report = await runImport(context, packed(files))
    expect(report.notices.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(report.isApplied).toBe(true)
    const again = await filesOf(context)
    for (const [name, text] of Object.entries(files)) expect(again[name], name).toBe(text)
    expect(await tomorrowsTrains(context)).toEqual(trains)
  })
})

test.each([
  ['the sample feed', () => packed(googleSample())],
  ['a railway’s feed', () => [caltrain()]],
])('exports and imports %s without differences', { timeout: 60_000 }, async (_name, pieces) => {
  let files: Record<string, string> = {}
  await inShop('empty', async (context) => {
    expect((await runImport(context, pieces())).isApplied).toBe(true)
    files = await filesOf(context)
  })
  expect((files['stop_times.txt'] ?? '').split('\n').length).toBeGreaterThan(20)
  await inShop('empty', async (context) => {
    expect((await runImport(context, packed(files))).isApplied).toBe(true)
    const again = await filesOf(context)
    for (const [name, text] of Object.entries(files)) expect(again[name], name).toBe(text)
  })
})

test('serves the feed, packed once for each version of the network', async () => {
  await inShop('demo', async (context) => {
    const [route] = timetableRoutes
    const ask = async () => route?.handle(context, { query: {} } as never)
    const [first, second] = [await ask(), await ask()]
    expect(first).toMatchObject({ ok: true, value: { contentType: 'application/zip' } })
    expect(second).toEqual(first)
  })
})
