import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDatabase, demoDay, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { readFreePlaces, sellPlaces } from '#modules/inventory/server/public-api.ts'
import {
  journeyCalendar,
  nearbyStops,
  openRun,
  raiseTimetableVersion,
  readNetwork,
  readRuns,
  reloadNetwork,
  runsBetween,
  searchJourneys,
  suggestStops,
} from '../server/public-api.ts'

/**
 * Goal: towns are found in any spelling, and journeys with changes where there is no direct connection.
 * Method: the demo network, whose trains and buses meet in real towns.
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

test.each([
  ['batumi', 'batumi'],
  ['ბათუმი', 'batumi'],
  ['Батуми', 'batumi'],
  ['batmui', 'batumi'],
  ['batu', 'batumi'],
  ['tiflis', 'tbilisi'],
  ['ortachala', 'tbilisi'],
  ['ორთაჭალა', 'tbilisi'],
  ['kutaisi airport', 'kutaisi-airport'],
  ['qutaisi', 'kutaisi'],
  ['Ереван', 'yerevan'],
  ['stambul', 'istanbul'],
  ['kazbegi', 'stepantsminda'],
])('finds %s as %s', async (text, code) => {
  const [first] = await suggestStops(context, { text, limit: 5 })
  expect(first?.locality.code).toBe(code)
})

test('suggests a carrier’s own towns, the busiest first for an empty query', async () => {
  const railway = await suggestStops(context, { text: 'telavi', brand: 'railway', limit: 5 })
  expect(railway.map(({ locality: town }) => town.code)).not.toContain('telavi')
  const [busiest] = await suggestStops(context, { text: '', limit: 3 })
  expect(busiest?.locality.code).toBe('tbilisi')
})

test('finds towns nearby, nearest first', async () => {
  const near = await nearbyStops(context, {
    latitude: 41.65,
    longitude: 41.64,
    kilometresMax: 30,
    limit: 3,
  })
  expect(near.map(({ locality: town }) => town.code)).toEqual(['batumi', 'makhinjauri', 'chakvi'])
  expect(near[0]?.kilometres).toBeLessThan(5)
})

test('finds only towns nearby that a carrier serves', async () => {
  const around = { latitude: 42.66, longitude: 44.64, kilometresMax: 60, limit: 3 }
  const all = await nearbyStops(context, around)
  expect(all[0]?.locality.code).toBe('stepantsminda')
  const byTrain = await nearbyStops(context, { ...around, brand: 'railway' })
  expect(byTrain.map(({ locality: town }) => town.code)).not.toContain('stepantsminda')
})

test('combines carriers with enough time to change where there is no direct connection', async () => {
  const found = await searchJourneys(context, {
    fromLocalityId: await locality('telavi'),
    toLocalityId: await locality('mestia'),
    date: '2026-12-03',
  })
  expect(found.length).toBeGreaterThan(0)
  const network = await readNetwork(context)
  for (const { rides, changes } of found) {
    expect(changes).toBe(rides.length - 1)
    rides.slice(1).forEach((ride, index) => {
      const before = rides[index]
      const wait = ride.departsAt.getTime() - (before?.arrivesAt.getTime() ?? 0)
      const sameStop = before?.toStopId === ride.fromStopId
      expect(wait).toBeGreaterThanOrEqual((sameStop ? 300 : 900) * 1000)
      expect(network.stops.get(ride.fromStopId)?.localityId).toBe(
        network.stops.get(before?.toStopId ?? 0)?.localityId,
      )
    })
  }
  const carriers = new Set(found.flatMap(({ rides }) => rides.map(({ agencyId }) => agencyId)))
  expect(carriers.size).toBeGreaterThan(1)
})

test('lists all direct departures, including slower ones; a window limits them to part of the day', async () => {
  const question = {
    fromLocalityId: await locality('tbilisi'),
    toLocalityId: await locality('batumi'),
    date: '2026-12-03',
  }
  const all = await searchJourneys(context, question)
  expect(all.filter(({ changes }) => changes === 0).length).toBe(15)
  const morning = await searchJourneys(context, {
    ...question,
    window: { fromSeconds: 6 * 3_600, untilSeconds: 9 * 3_600 },
  })
  const isMorning = (at: Date): boolean =>
    at.toISOString() >= '2026-12-03T02:00' && at.toISOString() < '2026-12-03T05:00'
  expect(morning.filter(({ changes }) => changes === 0)).toEqual(
    all.filter(({ changes, departsAt }) => changes === 0 && isMorning(departsAt)),
  )
  expect(morning.every(({ departsAt }) => isMorning(departsAt))).toBe(true)
  const trains = await searchJourneys(context, { ...question, brand: 'railway' })
  expect(trains.length).toBe(2)
})

test('the calendar shows the lowest price, and days that are full, sold at the office or without departures', async () => {
  const [tbilisi, batumi] = [await locality('tbilisi'), await locality('batumi')]
  const ask = async (fromLocalityId: number, toLocalityId: number, date: string) =>
    journeyCalendar(context, { fromLocalityId, toLocalityId, date, days: 2, brand: 'ortachala' })
  expect(await ask(tbilisi, batumi, '2026-12-03')).toEqual([
    { date: '2026-12-03', state: 'available', priceMinor: 2950 },
    { date: '2026-12-04', state: 'available', priceMinor: 2950 },
  ])
  expect(await ask(tbilisi, await locality('baku'), '2026-12-02')).toEqual([
    { date: '2026-12-02', state: 'office', priceMinor: null },
    { date: '2026-12-03', state: 'none', priceMinor: null },
  ])
  const runs = await runsBetween(context, {
    brand: 'ortachala',
    fromLocalityId: tbilisi,
    toLocalityId: batumi,
    date: '2026-12-03',
  })
  for (const { runId, legFrom } of runs) {
    const opened = await openRun(context, runId ?? 0)
    const offeringId = opened.ok ? opened.value : 0
    const [run] = await readRuns(context, [runId ?? 0])
    const [free] = await readFreePlaces(context, [{ offeringId, legFrom, legTo: legFrom + 1 }])
    expect(free?.length).toBe(run?.vehicle.places.length)
    const sale = await sellPlaces(context, [
      {
        holdId: context.random.uuid(),
        offeringId,
        legFrom,
        legTo: legFrom + 1,
        places: free ?? [],
        pools: [],
      },
    ])
    expect(sale.ok).toBe(true)
  }
  expect(await ask(tbilisi, batumi, '2026-12-03')).toEqual([
    { date: '2026-12-03', state: 'full', priceMinor: null },
    { date: '2026-12-04', state: 'available', priceMinor: 2950 },
  ])
})

test('the calendar leaves out runs whose sale the carrier has stopped', async () => {
  const question = {
    brand: 'ortachala' as const,
    fromLocalityId: await locality('tbilisi'),
    toLocalityId: await locality('batumi'),
    date: '2026-12-06',
  }
  const ask = async () => (await journeyCalendar(context, { ...question, days: 1 }))[0]
  const runs = await runsBetween(context, question)
  expect(runs.length).toBeGreaterThan(1)
  const stop = (all: typeof runs) =>
    sql`update run set is_on_sale = false where id = any(${all.map(({ runId }) => runId)}::int[])`.execute(
      context.db,
    )
  await stop(runs.slice(1))
  expect((await runsBetween(context, question)).map(({ isOnSale }) => isOnSale)).toEqual(
    runs.map((run) => run === runs[0]),
  )
  expect(await ask()).toMatchObject({ state: 'available' })
  await stop(runs)
  expect(await ask()).toEqual({ date: '2026-12-06', state: 'none', priceMinor: null })
})

test('the calendar prices a run by its own vehicle, not by that of its trip', async () => {
  const question = {
    brand: 'railway' as const,
    fromLocalityId: await locality('tbilisi'),
    toLocalityId: await locality('batumi'),
    date: '2026-12-09',
  }
  const ask = async () => (await journeyCalendar(context, { ...question, days: 1 }))[0]
  const before = await ask()
  expect(before).toMatchObject({ state: 'available' })
  const runs = await runsBetween(context, question)
  const [run] = await readRuns(context, [runs[0]?.runId ?? 0])
  const { rows } = await sql<{ id: number }>`
    with twin as (
      insert into vehicle_type (agency_id, code, name, digest, plan, place_count)
      select agency_id, 'business-only', name, 'business-only', plan, 1 from vehicle_type
      where id = ${run?.vehicle.vehicleTypeId} returning id, agency_id
    )
    insert into vehicle_place (vehicle_type_id, place_id, coach, label, class_id, x, y)
    select twin.id, 1, 1, '1', travel_class.id, 0, 0
    from twin join travel_class on travel_class.agency_id = twin.agency_id and travel_class.code = 'business'
    returning vehicle_type_id as id`.execute(context.db)
  await raiseTimetableVersion(context)
  await reloadNetwork(context)
  const runIds = runs.map(({ runId }) => runId)
  await sql`update run set vehicle_type_id = ${rows[0]?.id} where id = any(${runIds}::int[])`.execute(
    context.db,
  )
  const after = await ask()
  expect(after).toMatchObject({ state: 'available' })
  expect(after?.priceMinor).toBeGreaterThan((before?.priceMinor ?? 0) * 2)
})
