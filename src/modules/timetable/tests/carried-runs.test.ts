/**
 * Goal: a run with passengers is the same run in every later version of its feed, whatever the feed changes, and is
 * never beside another run of the same train. Method: each single change of a feed as a row of a table, with a seat sold
 * before, on a real database; ids, times, stops and places of all runs of the day are compared.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readUse, sellPlaces } from '#modules/inventory/server/public-api.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import {
  importFeed,
  listRuns,
  openRun,
  readRuns,
  reloadNetwork,
  runsBetween,
  type FeedReport,
} from '../server/public-api.ts'
import { runsByTripId } from '../server/runs/runs-by-trip-id.ts'
import { packed } from './feeds.ts'
import { fourStops, hour, hourly, trainFeed, type TrainFeed } from './train-feeds.ts'

let database: TestDatabase
let context: TestContext
let number = 0
let name = ''
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
beforeEach(() => {
  context.clock.set(new Date('2027-03-01T06:00:00Z'))
  number += 1
  name = `feed ${number}`
})

const day = '2027-03-03'
const otherDay = '2027-03-04'
const days = ['20270301', '20270331'] as const

const first: TrainFeed = {
  days,
  trains: [
    { id: 'T1', times: hourly(10 * hour) },
    { id: 'T2', times: hourly(12 * hour) },
  ],
}

async function bring(
  feed: TrainFeed,
  answers?: Parameters<typeof importFeed>[1]['answers'],
): Promise<FeedReport> {
  const report = await importFeed(context, {
    name,
    packed: packed(trainFeed(feed)),
    brand: 'omnibus',
    organiser: 'omnibus',
    answers,
  })
  expect(report.notices.filter(({ severity }) => severity === 'error')).toEqual([])
  await reloadNetwork(context)
  return report
}

async function towns(): Promise<(stop: string) => number> {
  const network = await reloadNetwork(context)
  const agency = await sql<{ id: number }>`select id from feed where name = ${name}`.execute(
    context.db,
  )
  const feedId = agency.rows[0]?.id
  const own = [...network.stops.values()].filter((one) => one.feedId === feedId)
  const ids = new Set(own.map(({ localityId }) => localityId))
  return (town) => {
    const called = [...network.localities.values()].filter(
      ({ localityId, name: { en } }) => ids.has(localityId) && en === town,
    )
    expect(called, `places called ${town}`).toHaveLength(1)
    return called[0]?.localityId ?? 0
  }
}

const search = async (date: string, from = 'Astadt', to = 'Dhafen') => {
  const townOf = await towns()
  const found = await runsBetween(context, {
    fromLocalityId: townOf(from),
    toLocalityId: townOf(to),
    date,
  })
  // Feeds of other tests call at the same towns.
  const { rows } = await sql<{ id: number }>`
    select trip.id from trip join feed on feed.id = trip.feed_id where feed.name = ${name}`.execute(
    context.db,
  )
  const own = new Set(rows.map(({ id }) => id))
  return found.filter(({ tripId }) => own.has(tripId))
}

/** Sells seat 3 of the first train of the day between two stops; returns its run. */
async function sell(legFrom = 0, legTo = 3, index = 0): Promise<number> {
  const run = (await search(day))[index]
  const opened = await openRun(context, run?.runId ?? 0)
  await sellPlaces(context, [
    {
      holdId: context.random.uuid(),
      offeringId: opened.ok ? opened.value : 0,
      legFrom,
      legTo,
      places: [3],
      pools: [],
    },
  ])
  return run?.runId ?? 0
}

const local = (at: Date | undefined) =>
  at?.toLocaleTimeString('en-GB', { timeZone: 'Asia/Tbilisi' }).slice(0, 5)
const timesOf = (found: Awaited<ReturnType<typeof search>>) =>
  found.map(({ runId, isOnSale, departsAt }) => [
    runId === null ? null : isOnSale,
    local(departsAt),
  ])

/** The seat is still sold on this run, once. */
async function expectSold(runId: number): Promise<void> {
  const [run] = await readRuns(context, [runId])
  const use = await readUse(context, [run?.offeringId ?? 0])
  expect([...use.values()][0]?.placesSold).toBeGreaterThan(0)
}

async function board(): Promise<(string | undefined)[]> {
  const { rows } = await sql<{ id: number }>`
    select run.id from run join trip on trip.id = run.trip_id join feed on feed.id = trip.feed_id
    where feed.name = ${name}`.execute(context.db)
  const own = new Set(rows.map(({ id }) => id))
  const runs = await listRuns(context, { arrivesAfter: new Date(`${day}T00:00:00Z`), most: 10_000 })
  return runs
    .filter(
      ({ runId, serviceDate, status }) =>
        own.has(runId) && serviceDate === day && status === 'scheduled',
    )
    .map(({ departsAt }) => local(departsAt))
}

const shifted = (train: TrainFeed['trains'][number], seconds: number) => ({
  ...train,
  times: train.times.map((time) => time + seconds),
})
const [t1, t2] = first.trains as [TrainFeed['trains'][number], TrainFeed['trains'][number]]

/** What changes, the new trains, and the first train afterwards: its departure, and how it was found. */
const changes: readonly (readonly [
  string,
  TrainFeed,
  string,
  FeedReport['soldRuns'][number]['found'] | null,
])[] = [
  ['headsign', { ...first, trains: [{ ...t1, headsign: 'Harbour' }, t2] }, '10:00', 'same'],
  ['service id', { ...first, trains: [{ ...t1, service: 'X' }, t2] }, '10:00', 'same'],
  ['train number', { ...first, trains: [{ ...t1, number: '77' }, t2] }, '10:00', 'same'],
  [
    'trip ids',
    {
      ...first,
      trains: [
        { ...t1, id: 'N1' },
        { ...t2, id: 'N2' },
      ],
    },
    '10:00',
    'same',
  ],
  [
    'line id',
    {
      ...first,
      trains: [
        { ...t1, route: 'M' },
        { ...t2, route: 'M' },
      ],
    },
    '10:00',
    'same',
  ],
  [
    'exchanged ids',
    {
      ...first,
      trains: [
        { ...t2, id: 'T1' },
        { ...t1, id: 'T2' },
      ],
    },
    '10:00',
    'same',
  ],
  [
    'shifted ids',
    {
      ...first,
      trains: [
        { ...t1, id: 'T2' },
        { ...t2, id: 'T3' },
        { id: 'T1', times: hourly(8 * hour) },
      ],
    },
    '10:00',
    'same',
  ],
  ['times', { ...first, trains: [shifted(t1, 300), t2] }, '10:05', 'moved'],
  [
    'times of one stop',
    { ...first, trains: [{ ...t1, times: t1.times.with(1, 10.6 * hour) }, t2] },
    '10:00',
    'moved',
  ],
  [
    'ids and times',
    {
      ...first,
      trains: [
        { ...shifted(t1, 300), id: 'N1' },
        { ...shifted(t2, 300), id: 'N2' },
      ],
    },
    '10:05',
    'moved',
  ],
  [
    'stop ids',
    {
      ...first,
      stops: { S1: fourStops.A, S2: fourStops.B, S3: fourStops.C, S4: fourStops.D },
      trains: [t1, t2].map((train) => ({ ...train, stops: ['S1', 'S2', 'S3', 'S4'] })),
    },
    '10:00',
    'same',
  ],
  [
    'exchanged stop ids',
    {
      ...first,
      stops: { D: fourStops.A, C: fourStops.B, B: fourStops.C, A: fourStops.D },
      trains: [t1, t2].map((train) => ({ ...train, stops: ['D', 'C', 'B', 'A'] })),
    },
    '10:00',
    'same',
  ],
  [
    'a stop more',
    {
      ...first,
      stops: { ...fourStops, E: ['Ehof', 62.45] },
      trains: [
        { ...t1, stops: ['A', 'B', 'E', 'C', 'D'], times: t1.times.toSpliced(2, 0, 10.7 * hour) },
        t2,
      ],
    },
    '10:00',
    'moved',
  ],
  [
    'a stop less',
    { ...first, trains: [{ ...t1, stops: ['A', 'B', 'D'], times: t1.times.toSpliced(2, 1) }, t2] },
    '10:00',
    'moved',
  ],
  [
    'split services',
    { ...first, trains: [t1, { ...t2, service: 'Y' }], without: { S: ['20270310'] } },
    '10:00',
    null,
  ],
]

test.each(changes)('a sold run survives a change of %s', async (_what, feed, departure, found) => {
  await bring(first)
  const runId = await sell()
  const report = await bring(feed)
  expect(report.soldRuns.map((run) => run.found)).toEqual(found === null ? [] : [found])
  const trains = (await search(day)).filter(({ departsAt }) => local(departsAt) !== '08:00')
  expect(timesOf(trains)).toEqual([
    [true, departure],
    [true, local(trains[1]?.departsAt)],
  ])
  expect(trains[0]?.runId).toBe(runId)
  expect((await board()).toSorted()).toEqual(
    (await search(day)).map(({ departsAt }) => local(departsAt)).toSorted(),
  )
  await expectSold(runId)
  expect(timesOf(await search(otherDay)).every(([isOnSale]) => isOnSale)).toBe(true)
  // The first feed again: nothing is lost on the way back either.
  await bring(first)
  expect((await search(day)).map((run) => run.runId)[0]).toBe(runId)
  expect(await board()).toEqual(['10:00', '12:00'])
})

const gone: TrainFeed = { ...first, trains: [t2] }
const dropped: TrainFeed = { ...first, without: { S: ['20270303'] } }

test.each([
  ['trip', gone],
  ['day', dropped],
])(
  'a run with passengers whose %s is gone stays on sale until the operator answers',
  async (_what, feed) => {
    await bring(first)
    const runId = await sell()
    const report = await bring(feed)
    expect(report.soldRuns).toMatchObject([
      {
        runId,
        tripId: 'T1',
        newTripId: null,
        serviceDate: day,
        found: 'missing',
        outcome: 'asked',
        places: 1,
      },
    ])
    expect(report.soldRunCounts).toEqual({ same: 0, moved: 0, kept: 0, cancelled: 0, asked: 1 })
    expect((await search(day)).map((run) => [run.runId, run.isOnSale])[0]).toEqual([runId, true])
    expect((await search(otherDay))[0]?.runId).not.toBeNull()
    // Nothing is asked twice in silence: the next version asks again, and the answer ends it.
    const answered = await bring(
      { ...feed, trains: [...feed.trains, { id: 'T9', times: hourly(20 * hour) }] },
      { missing: 'keep' },
    )
    expect(answered.soldRuns).toMatchObject([{ runId, outcome: 'kept' }])
    await expectSold(runId)
    const cancelled = await bring(feed, {
      missing: 'keep',
      runs: [{ runId, answer: 'cancel' }],
    })
    expect(cancelled.soldRuns).toMatchObject([{ runId, outcome: 'cancelled' }])
    const [run] = await readRuns(context, [runId])
    expect(run?.status).toBe('cancelled')
    expect((await search(day)).map((found) => found.runId)).not.toContain(runId)
    // The train of a later feed is another run: the passengers of the cancelled one travel otherwise.
    await bring(first)
    const [back] = await search(day)
    expect(back).toMatchObject({ isOnSale: true, isCancelled: false })
    expect(back?.runId).not.toBe(runId)
  },
)

test('the same feed with an answer settles what was asked', async () => {
  await bring(first)
  const runId = await sell()
  await bring(gone)
  expect(await bring(gone)).toMatchObject({ isSame: true, soldRuns: [] })
  expect((await bring(gone, { missing: 'cancel' })).soldRuns).toMatchObject([
    { runId, outcome: 'cancelled' },
  ])
})

test('a train that moves by hours is not taken for the same one, and not offered beside it', async () => {
  await bring(first)
  const runId = await sell()
  const later = { ...first, trains: [shifted(t1, 1.5 * hour), t2] }
  const report = await bring(later)
  expect(report.soldRuns).toMatchObject([
    { runId, newTripId: 'T1', found: 'unsure', minutes: 90, outcome: 'asked' },
  ])
  expect(timesOf(await search(day))).toEqual([
    [true, '10:00'],
    [true, '12:00'],
  ])
  expect(timesOf(await search(otherDay))[0]).toEqual([true, '11:30'])
  await bring(later, { unsure: 'move' })
  expect((await search(day)).map((run) => [run.runId, local(run.departsAt)])[0]).toEqual([
    runId,
    '11:30',
  ])
  await expectSold(runId)
})

test('all trains moved by as much as their interval stay themselves by their ids', async () => {
  const trains = [0, 1, 2, 3].map((index) => ({
    id: `T${index}`,
    times: hourly((10 + index / 2) * hour),
  }))
  await bring({ ...first, trains })
  const runId = await sell(0, 3, 1)
  await bring({ ...first, trains: trains.map((train) => shifted(train, 1_200)) })
  expect((await search(day)).map((run) => [run.runId === runId, local(run.departsAt)])).toEqual([
    [false, '10:20'],
    [true, '10:50'],
    [false, '11:20'],
    [false, '11:50'],
  ])
})

test('a stop that is gone breaks only the rides that begin or end there', async () => {
  const without = {
    ...first,
    trains: [{ ...t1, stops: ['A', 'B', 'D'], times: t1.times.toSpliced(2, 1) }, t2],
  }
  await bring(first)
  const runId = await sell(0, 2)
  expect((await bring(without)).soldRuns).toMatchObject([
    { runId, found: 'broken', outcome: 'asked' },
  ])
  expect(timesOf(await search(day))).toEqual([
    [true, '10:00'],
    [true, '12:00'],
  ])
  expect(await board()).toEqual(['10:00', '12:00'])
})

test('what was opened, stopped or cancelled without passengers follows its train too', async () => {
  await bring(first)
  const [one, other] = await search(day)
  await openRun(context, one?.runId ?? 0)
  await sql`update run set is_on_sale = false where id = ${one?.runId ?? 0}`.execute(context.db)
  await sql`update run set status = 1 where id = ${other?.runId ?? 0}`.execute(context.db)
  await bring({
    ...first,
    trains: [
      { ...t1, id: 'N1' },
      { ...t2, id: 'N2' },
    ],
  })
  expect((await search(day)).map((run) => [run.runId, run.isOnSale, run.isCancelled])).toEqual([
    [one?.runId, false, false],
    [other?.runId, true, true],
  ])
})

test('a run that nobody has booked and whose day is gone is for sale again when the day comes back', async () => {
  await bring(first)
  await openRun(context, (await search(day))[0]?.runId ?? 0)
  await bring(dropped)
  expect(await search(day)).toEqual([])
  await bring(first)
  expect(timesOf(await search(day))).toEqual([
    [true, '10:00'],
    [true, '12:00'],
  ])
  expect(await board()).toEqual(['10:00', '12:00'])
})

test('realtime messages find a run by the present id of its train, and by a former one that no other run has', async () => {
  await bring(first)
  const runId = await sell()
  const found = async (...ids: string[]) => {
    const { rows: feeds } = await sql<{
      id: number
    }>`select id from feed where name = ${name}`.execute(context.db)
    const { rows } = await sql<{ gtfs_id: string; run_id: number }>`
      select named.gtfs_id, named.run_id from ${runsByTripId(feeds[0]?.id ?? 0, ids)} as named
      join run on run.id = named.run_id where run.service_date = ${day} order by 1`.execute(
      context.db,
    )
    return rows.map((row) => [row.gtfs_id, row.run_id])
  }
  expect(await found('T1')).toEqual([['T1', runId]])
  await bring({
    ...first,
    trains: [
      { ...t1, id: 'N1' },
      { ...t2, id: 'N2' },
    ],
  })
  expect(await found('N1', 'T1')).toEqual([
    ['N1', runId],
    ['T1', runId],
  ])
  // Another train has its first id now.
  await bring({
    ...first,
    trains: [
      { ...t1, id: 'T2' },
      { ...t2, id: 'T1' },
    ],
  })
  const other = (await search(day))[1]?.runId
  expect(await found('T1', 'T2', 'N1')).toEqual([
    ['N1', runId],
    ['T1', other],
    ['T2', runId],
  ])
})
