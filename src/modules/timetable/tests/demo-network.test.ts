import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { demoDatabase, demoDay, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { readAvailability } from '#modules/inventory/server/public-api.ts'
import {
  baggageOf,
  faresOf,
  makeRuns,
  openRun,
  raiseTimetableVersion,
  readNetwork,
  readRuns,
  reloadNetwork,
  runsBetween,
} from '../server/public-api.ts'

/**
 * Goal: the demo network corresponds to the public timetable, and each run gets one offering. Method:
 * queries on the seeded network, as pages make them; times are compared with the railway's timetable.
 */
let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await demoDatabase()
  context = await openTestContext(database.url)
  context.clock.set(demoDay)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

async function locality(code: string): Promise<number> {
  const network = await readNetwork(context)
  const found = [...network.localities.values()].find((one) => one.code === code)
  if (!found) throw new Error(code)
  return found.localityId
}

test('lists the trains from Tbilisi to Batumi at the times of the railway’s timetable', async () => {
  const [from, to] = [await locality('tbilisi'), await locality('batumi')]
  const found = await runsBetween(context, {
    brand: 'railway',
    fromLocalityId: from,
    toLocalityId: to,
    date: '2026-12-03',
  })
  const runs = await readRuns(
    context,
    found.flatMap(({ runId }) => runId ?? []),
  )
  expect(
    runs.map((run) => [run.shortName, run.departsAt.toISOString(), run.arrivesAt.toISOString()]),
  ).toEqual([
    ['802', '2026-12-03T04:00:00.000Z', '2026-12-03T09:12:00.000Z'],
    ['804', '2026-12-03T13:10:00.000Z', '2026-12-03T18:22:00.000Z'],
  ])
  expect(runs[0]?.stops.map(({ locality: name }) => name.en)).toEqual([
    'Tbilisi',
    'Kutaisi Airport',
    'Ureki',
    'Kobuleti',
    'Batumi',
  ])
  const [first] = found
  if (!first) throw new Error('There is no train')
  const fares = await faresOf(context, {
    ...first,
    channel: 'web',
    moment: { date: '2026-12-03', daysAhead: 2, occupancyPercent: 0 },
  })
  expect(
    fares
      .filter(({ travelClass }) => travelClass.code !== 'sleeper')
      .map((fare) => [fare.travelClass.code, fare.priceMinor]),
  ).toEqual([
    ['business', 12100],
    ['first', 7100],
    ['second', 3350],
  ])
})

test('lists a night train on the date of its call, past midnight and across the border', async () => {
  const found = await runsBetween(context, {
    fromLocalityId: await locality('gyumri'),
    toLocalityId: await locality('yerevan'),
    date: '2026-12-04',
  })
  // It leaves Tbilisi on odd days: on the third at 20:20.
  expect(
    found.map((one) => [one.serviceDate, one.departsAt.toISOString(), one.legFrom, one.legTo]),
  ).toEqual([['2026-12-03', '2026-12-04T00:10:00.000Z', 4, 6]])
})

test('shows the arrival of a bus in Istanbul in local time', async () => {
  const [line] = await runsBetween(context, {
    brand: 'ortachala',
    fromLocalityId: await locality('tbilisi'),
    toLocalityId: await locality('istanbul'),
    date: '2026-12-03',
  })
  const [run] = await readRuns(context, [line?.runId ?? 0])
  expect(run?.stops.at(-1)?.timeZone).toBe('Europe/Istanbul')
  expect(run?.stops.map(({ pickup, dropOff }) => [pickup, dropOff])).toEqual([
    [true, false],
    [true, true],
    [true, true],
    [false, true],
  ])
  expect((await baggageOf(context, line?.agencyId ?? 0)).map(({ code }) => code)).toEqual([
    'suitcase',
  ])
})

test('shows a line that is sold at the office without a run', async () => {
  const found = await runsBetween(context, {
    fromLocalityId: await locality('tbilisi'),
    toLocalityId: await locality('baku'),
    date: '2026-12-02',
  })
  expect(found.map(({ runId }) => runId)).toEqual([null])
})

test('creates runs for sixty days, each once', async () => {
  expect(await makeRuns(context)).toBe(0)
  const { rows } = await sql<{
    last: string
  }>`select max(service_date)::text as last from run`.execute(context.db)
  expect(rows[0]?.last).toBe('2027-01-30')
  context.clock.set(new Date(demoDay.getTime() + 86_400_000))
  const made = await makeRuns(context)
  context.clock.set(demoDay)
  expect(made).toBeGreaterThan(100)
})

test('creates one offering for concurrent callers, with kept-back places blocked', async () => {
  const [train] = await runsBetween(context, {
    brand: 'railway',
    fromLocalityId: await locality('tbilisi'),
    toLocalityId: await locality('batumi'),
    date: '2026-12-05',
  })
  const runId = train?.runId ?? 0
  const opened = await Promise.all(Array.from({ length: 8 }, () => openRun(context, runId)))
  const ids = new Set(opened.map((one) => (one.ok ? one.value : null)))
  expect(ids.size).toBe(1)
  const [offeringId] = ids
  const { states } = await readAvailability(context, offeringId ?? 0)
  const [run] = await readRuns(context, [runId])
  expect(states.length).toBe(run?.vehicle.places.length)
  expect(states.filter((state) => state !== 0).length).toBe(2)
  expect(await openRun(context, 2_000_000_000)).toMatchObject({ ok: false, code: 'NotFound' })
})

test('reloads the network when its version is raised, and only then', async () => {
  const before = await reloadNetwork(context)
  await sql`update agency set phone = '+995 1' where brand = 'omnibus'`.execute(context.db)
  expect(await readNetwork(context)).toBe(before)
  await raiseTimetableVersion(context)
  const after = await reloadNetwork(context)
  expect(after.version).toBe(before.version + 1)
  expect([...after.agencies.values()].find(({ brand }) => brand === 'omnibus')?.phone).toBe(
    '+995 1',
  )
})
