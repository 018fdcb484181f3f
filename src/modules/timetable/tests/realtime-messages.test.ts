/**
 * Goal: messages are taken in their order in time, what they no longer say expires, and what they say besides trip updates is
 * kept. Method: a server that answers with messages written byte by byte, about a small imported feed.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { realtimeMessage, type MessageFields } from '../../../../tests/support/realtime-messages.ts'
import { fetchRealtime, importFeed, readRunPosition, readRuns } from '../server/public-api.ts'
import { packed } from './feeds.ts'
import {
  at,
  bringFeed,
  feedFiles,
  forget,
  now,
  runIdOf,
  say,
  stateOf,
  today,
} from './realtime-feed.ts'

let database: TestDatabase
let context: TestContext
let answer: Uint8Array = new Uint8Array()
const server = createServer((_request, reply) => void reply.end(answer))
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  await bringFeed(context)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await context.close()
  await database.drop()
})
beforeEach(async () => {
  context.clock.set(now)
  await forget(context)
  await sql`delete from realtime_source`.execute(context.db)
})

const tens = { tripId: 'Tens', startDate: today }
const late = (delay: number): MessageFields => ({ trips: [{ ...tens, delay }] })

/** Asks the server, whose message was made this long after now. */
async function ask(message: MessageFields, after = 0): Promise<string | null> {
  const madeAt = Math.floor(context.clock.now().getTime() / 1000) + after
  answer = realtimeMessage({ madeAt, ...message })
  const { port } = server.address() as AddressInfo
  await fetchRealtime(context, { feed: 'real', url: `http://127.0.0.1:${port}/` })
  const { rows } = await sql<{ error: string | null }>`
    select error from realtime_source`.execute(context.db)
  return rows[0]?.error ?? null
}

const theTens = () => stateOf(context, { trip: 'Tens' })

test.each([
  ['FeedHeader.timestamp within a minute of drift', 55, null],
  ['FeedHeader.timestamp beyond it', 70, 'made in the future'],
  ['FeedHeader.timestamp of tomorrow', 86_400, 'made in the future'],
  ['FeedHeader.timestamp in milliseconds', 1_700_000_000_000, 'made in the future'],
  ['FeedHeader.timestamp of a quarter of an hour ago', -901, 'too old'],
])('%s', async (_section, after, refusal) => {
  expect(await ask(late(120), after)).toBe(refusal)
  expect(await theTens()).toBe(refusal === null ? '120, 120, 120, 120' : '0, 0, 0, 0')
})

test('a message that is older than the one before is refused, the same stamp is not', async () => {
  expect(await ask(late(120))).toBeNull()
  expect(await ask(late(600), -10)).toBe('older than the message before')
  expect(await theTens()).toBe('120, 120, 120, 120')
  // What was refused does not become the measure.
  expect(await ask(late(180))).toBeNull()
  expect(await ask(late(240), 30)).toBeNull()
  expect(await theTens()).toBe('240, 240, 240, 240')
})

test('a forecast expires when messages leave the trip out, a delay that staff report does not', async () => {
  await sql`insert into realtime_source (feed, url, asked_at) values ('real', 'http://feed/', ${now})`.execute(
    context.db,
  )
  await say(context, late(600))
  context.clock.advance(170)
  expect((await say(context, { trips: [] })).changes).toEqual([])
  expect(await theTens()).toBe('600, 600, 600, 600')
  context.clock.advance(20)
  // Another address of the feed, with vehicles or alerts, says nothing about trips.
  await say(context, { trips: [] }, 'http://alerts/')
  expect(await theTens()).toBe('600, 600, 600, 600')
  expect((await say(context, { trips: [] })).changes).toMatchObject([{ change: 'on-time' }])
  expect(await theTens()).toBe('0, 0, 0, 0')
  expect((await say(context, { trips: [] })).changes).toEqual([])
  await sql`update run set delays = array[300, 300, 300, 300]
    where id = ${await runIdOf(context, { trip: 'Tens' })}`.execute(context.db)
  await say(context, { trips: [{ ...tens, stops: [{ sequence: 20, is: 'NO_DATA' }] }] })
  context.clock.advance(300)
  await say(context, { trips: [] })
  expect(await theTens()).toBe('300, 300, 300, 300')
})

test('an incremental message leaves forecasts that it does not contain', async () => {
  await say(context, late(600))
  context.clock.advance(300)
  await say(context, { isIncremental: true, trips: [] })
  expect(await theTens()).toBe('600, 600, 600, 600')
})

test('a run that the carrier’s staff let take place stays so until the feed says something else', async () => {
  const cancelled: MessageFields = { trips: [{ ...tens, is: 'CANCELED' }] }
  await say(context, cancelled)
  await sql`update run set status = 0 where id = ${await runIdOf(context, { trip: 'Tens' })}`.execute(
    context.db,
  )
  await say(context, cancelled)
  expect(await theTens()).toBe('0, 0, 0, 0')
  await say(context, late(60))
  await say(context, cancelled)
  expect(await theTens()).toBe('cancelled')
})

test('FeedHeader.feed_version and updates that are passed over are recorded', async () => {
  await ask({ ...late(60), feedVersion: 'v2' })
  await ask({ trips: [{ tripId: 'unknown' }, { ...tens, is: 'NEW' }], feedVersion: 'v2' }, 1)
  const { rows } = await sql`select feed_version, passed_over from realtime_source`.execute(
    context.db,
  )
  expect(rows).toEqual([
    { feed_version: 'v2', passed_over: { trip_not_found: 1, additional_trip: 1 } },
  ])
})

test('VehiclePosition: the stop by its number, the load, and nothing of other or later runs', async () => {
  const positionOf = async (trip: string) =>
    readRunPosition(context, await runIdOf(context, { trip }))
  await say(context, {
    vehicles: [
      {
        trip: tens,
        sequence: 30,
        status: 1,
        measuredAt: at(6, 59),
        occupancy: 2,
        occupancyPercentage: 80,
        label: '7712',
      },
      { trip: { tripId: 'Zero', startDate: today, is: 'DUPLICATED' }, sequence: 1 },
      { trip: { tripId: 'Loop', startDate: today }, sequence: 6, measuredAt: at(9) },
    ],
  })
  expect(await positionOf('Tens')).toEqual({
    stop: 2,
    status: 'stopped',
    vehicle: '7712',
    occupancy: 'few-seats',
    occupancyPercentage: 80,
    measuredAt: new Date(at(6, 59) * 1000),
  })
  expect(await positionOf('Zero')).toBeNull()
  expect(await positionOf('Loop')).toBeNull()
  // An older measurement does not replace a newer one.
  await say(context, { vehicles: [{ trip: tens, sequence: 20, measuredAt: at(6, 50) }] })
  expect((await positionOf('Tens'))?.stop).toBe(2)
  // The status is of the numbered stop only.
  await say(context, { vehicles: [{ trip: tens, stopId: 'S4', status: 1, measuredAt: at(7) }] })
  expect(await positionOf('Tens')).toMatchObject({ stop: 3, status: 'in-transit' })
  context.clock.advance(700)
  expect(await positionOf('Tens')).toBeNull()
})

test('StopTimeProperties.assigned_stop_id: another platform, by the number of the stop', async () => {
  const platform = async () => {
    const [run] = await readRuns(context, [await runIdOf(context, { trip: 'Platform' })])
    return run?.stops[0]?.platform
  }
  const assigned = (assignedStopId: string): MessageFields => ({
    trips: [
      {
        tripId: 'Platform',
        startDate: today,
        stops: [{ sequence: 1, stopId: assignedStopId, is: 'NO_DATA', assignedStopId }],
      },
    ],
  })
  await say(context, assigned('P2'))
  expect(await platform()).toBe('2')
  await say(context, assigned('S4'))
  expect(await platform()).toBe('1')
})

test('a feed that numbers its stops anew keeps its runs', async () => {
  const numbered = async () =>
    (
      await sql<{ id: number; list: number[] | null }>`
        select id, stop_sequences as list from trip where gtfs_id in ('Tens', 'Night') order by gtfs_id`.execute(
        context.db,
      )
    ).rows
  const [night, before] = await numbered()
  // What counts from 1 needs no list.
  expect([night?.list, before?.list]).toEqual([null, [10, 20, 30, 40]])
  const times = feedFiles['stop_times.txt'] ?? ''
  const files = { ...feedFiles, 'stop_times.txt': times.replaceAll(/^(Tens.*)0$/gm, '$15') }
  const report = await importFeed(context, {
    name: 'real',
    packed: packed(files),
    brand: 'omnibus',
    organiser: 'omnibus',
  })
  expect(report).toMatchObject({ isApplied: true, trips: { changed: 0, added: 0, removed: 0 } })
  expect((await numbered())[1]).toEqual({ id: before?.id, list: [15, 25, 35, 45] })
  await say(context, { trips: [{ ...tens, stops: [{ sequence: 35, departure: 60 }] }] })
  expect(await theTens()).toBe('0, 0, 0:60, 60')
})
