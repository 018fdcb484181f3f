import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSelling, readOffering } from '#modules/inventory/server/public-api.ts'
import { demoDatabase, demoDay, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { encoded, type Field } from '../../../../tests/support/realtime-messages.ts'
import {
  fetchRealtime,
  openRun,
  raiseTimetableVersion,
  readNetwork,
  readRuns,
  reloadNetwork,
  runsBetween,
  type RunChange,
} from '../server/public-api.ts'
import { UnreadableMessage } from '../server/realtime/protobuf.ts'
import { readRealtime } from '../server/realtime/read-message.ts'

/**
 * Goal: real-time messages update the runs once, and unreadable ones change nothing. Method: a server that
 * answers with hand-encoded Protocol Buffers messages.
 */
let database: TestDatabase
let context: TestContext
let answer: { status: number; body: Uint8Array } = { status: 200, body: new Uint8Array(0) }
const server = createServer((_request, reply) => {
  reply.writeHead(answer.status).end(answer.body)
})
beforeAll(async () => {
  database = await demoDatabase()
  context = await openTestContext(database.url)
  context.clock.set(demoDay)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await context.close()
  await database.drop()
})

function message(entities: readonly (readonly Field[])[], at = demoDay): Uint8Array {
  return encoded([
    [
      1,
      [
        [1, '2.0'],
        [3, Math.floor(at.getTime() / 1000)],
      ],
    ],
    ...entities.map((entity, index): Field => [2, [[1, `e${index}`], ...entity]]),
  ])
}

/** Train 804 leaves Tbilisi at 17:10 of the demo's day; the clock is at 14:00. */
function update(
  delays: readonly (readonly [string, number])[],
  relationship = 0,
): readonly Field[] {
  return [
    [
      3,
      [
        [
          1,
          [
            [1, '804'],
            [3, '20261201'],
            [4, relationship],
          ],
        ],
        ...delays.map(([stop, delay]): Field => [
          2,
          [
            [4, stop],
            [3, [[1, delay]]],
          ],
        ]),
      ],
    ],
  ]
}

async function ask(body: Uint8Array, status = 200): Promise<readonly RunChange[]> {
  answer = { status, body }
  const { port } = server.address() as AddressInfo
  return fetchRealtime(context, {
    feed: 'demo railway',
    url: `http://127.0.0.1:${port}/`,
  })
}

async function train() {
  const network = await readNetwork(context)
  const town = (code: string): number =>
    [...network.localities.values()].find((one) => one.code === code)?.localityId ?? 0
  const [, evening] = await runsBetween(context, {
    brand: 'railway',
    fromLocalityId: town('tbilisi'),
    toLocalityId: town('batumi'),
    date: '2026-12-01',
  })
  const [run] = await readRuns(context, [evening?.runId ?? 0])
  if (!run) throw new Error('There is no train')
  return run
}

test('applies a delay until the next stop with an update, and reports it once', async () => {
  const delayed = message([
    update([
      ['tbilisicentralstation', 900],
      ['ureki', 300],
    ]),
  ])
  expect(await ask(delayed)).toMatchObject([
    { change: 'delayed', delays: [900, 900, 300, 300, 300] },
  ])
  expect((await train()).stops.map(({ delaySeconds }) => delaySeconds)).toEqual([
    900, 900, 300, 300, 300,
  ])
  expect(await ask(delayed)).toEqual([])
  await ask(
    message([
      update([
        ['tbilisicentralstation', 1_020],
        ['ureki', 420],
      ]),
    ]),
  )
  expect((await train()).stops[0]?.delaySeconds).toBe(1_020)
  // A train ahead of schedule has a negative delay.
  await ask(message([update([['tbilisicentralstation', -60]])]))
  expect((await train()).stops.map(({ delaySeconds }) => delaySeconds)).toEqual([
    -60, -60, -60, -60, -60,
  ])
  expect(await ask(message([update([['tbilisicentralstation', 0]])]))).toMatchObject([
    { change: 'on-time' },
  ])
})

test('changes nothing when the message cannot be fetched or read, or is old', async () => {
  const good = message([update([['tbilisicentralstation', 600]])])
  const before = await train()
  expect(await ask(good, 500)).toEqual([])
  expect(await ask(good.subarray(0, good.length - 3))).toEqual([])
  expect(await ask(new TextEncoder().encode('<html>Not here</html>'))).toEqual([])
  expect(
    await ask(
      message([update([['tbilisicentralstation', 600]])], new Date(demoDay.getTime() - 3_600_000)),
    ),
  ).toEqual([])
  expect(await train()).toEqual(before)
  // Updates of unknown trips are ignored.
  expect(await ask(message([[[3, [[1, [[1, 'nobody']]]]]]]))).toEqual([])
})

test('a message of a million empty parts is refused before it fills the memory', () => {
  const emptyParts = Buffer.alloc(2_000_002, Buffer.from([(2 << 3) | 2, 0]))
  const within = (number: number, content: Buffer): Buffer => {
    const length = [0, 7, 14, 21].map((shift) => ((content.length >> shift) & 0x7f) | 0x80)
    return Buffer.concat([Buffer.from([(number << 3) | 2, ...length, 0]), content])
  }
  expect(() => readRealtime(emptyParts)).toThrow(UnreadableMessage)
  // The same as stops of one trip.
  expect(() =>
    readRealtime(within(2, within(3, Buffer.concat([within(1, Buffer.alloc(0)), emptyParts])))),
  ).toThrow(UnreadableMessage)
})

test('a stop is moved to another platform of its station, and back', async () => {
  await sql`
    with station as (
      insert into stop (feed_id, gtfs_id, location_type, name, latitude, longitude, time_zone)
      select feed_id, 'station', 1, name, latitude, longitude, time_zone from stop
      where gtfs_id = 'tbilisicentralstation' returning id, feed_id, name, latitude, longitude, time_zone
    ), other as (
      insert into stop (feed_id, gtfs_id, parent_id, platform, name, latitude, longitude, time_zone)
      select feed_id, 'track-2', id, '2', name, latitude, longitude, time_zone from station
    )
    update stop set parent_id = station.id, platform = '1' from station
    where stop.gtfs_id = 'tbilisicentralstation'`.execute(context.db)
  await raiseTimetableVersion(context)
  await reloadNetwork(context)
  const assigned = (stopId: string | null): Uint8Array => {
    const properties: Field[] = stopId === null ? [] : [[6, [[1, stopId]]]]
    const stop: Field = [2, [[1, 1], ...properties]]
    return message([
      [
        [
          3,
          [
            [
              1,
              [
                [1, '804'],
                [3, '20261201'],
              ],
            ],
            stop,
          ],
        ],
      ],
    ])
  }
  const platform = async () => {
    const [first] = (await train()).stops
    return [first?.platform, first?.plannedPlatform]
  }
  expect(await platform()).toEqual(['1', '1'])
  await ask(assigned('track-2'))
  expect(await platform()).toEqual(['2', '1'])
  // A stop elsewhere is no platform of this station.
  await ask(assigned('ureki'))
  expect(await platform()).toEqual(['1', '1'])
  // What the carrier's staff have entered stays until the feed says something else.
  await sql`update run set platforms = array['9', null, null, null, null]
    where id = ${(await train()).runId}`.execute(context.db)
  await ask(assigned(null))
  expect(await platform()).toEqual(['9', '1'])
  await ask(assigned('track-2'))
  expect(await platform()).toEqual(['2', '1'])
  await ask(assigned(null))
  expect(await platform()).toEqual(['1', '1'])
})

test('keeps an alert while the carrier sends it', async () => {
  const text = (content: string): Field[] => [
    [
      1,
      [
        [1, content],
        [2, 'en'],
      ],
    ],
  ]
  const alert: Field[] = [
    [
      5,
      [
        [5, [[5, 'gori']]],
        [7, 4],
        [10, text('Works')],
        [11, text('Buses instead')],
      ],
    ],
  ]
  const current = async (): Promise<unknown[]> =>
    (
      await sql<{ effect: string; header: { en: string }; stops: number }>`
        select effect, header, cardinality(stop_ids) as stops from service_alert where is_current`.execute(
        context.db,
      )
    ).rows
  await ask(message([alert]))
  expect(await current()).toMatchObject([{ effect: 'DETOUR', header: { en: 'Works' }, stops: 1 }])
  // The alert concerns all trains through Gori and no others.
  expect((await train()).alerts.map(({ header }) => header.en)).toEqual([])
  const ofTrip: Field[] = [
    [
      5,
      [
        [
          5,
          [
            [
              4,
              [
                [1, '804'],
                [3, '20261201'],
              ],
            ],
          ],
        ],
        [10, text('A coach less')],
      ],
    ],
  ]
  const ofCarrier: Field[] = [
    [
      5,
      [
        [5, [[1, 'railway']]],
        [10, text('Strike')],
      ],
    ],
  ]
  await ask(message([alert, ofTrip, ofCarrier]))
  expect((await train()).alerts.map(({ header }) => header.en)).toEqual(['A coach less', 'Strike'])
  await ask(message([]))
  expect(await current()).toEqual([])
  expect((await train()).alerts).toEqual([])
})

test('takes a cancelled run off sale until the carrier sends it as running, whatever staff did before', async () => {
  const run = await train()
  const opened = await openRun(context, run.runId)
  const offeringId = opened.ok ? opened.value : 0
  const isOpen = async () => {
    const offering = await readOffering(context, offeringId)
    return offering !== undefined && isSelling(offering, context.clock.now())
  }
  expect(await ask(message([update([], 3)]))).toMatchObject([
    { change: 'cancelled', runId: run.runId },
  ])
  expect((await train()).status).toBe('cancelled')
  expect(await isOpen()).toBe(false)
  expect(await ask(message([update([], 3)]))).toEqual([])
  // A message without the trip does not end the cancellation.
  context.clock.advance(600)
  expect(await ask(message([], context.clock.now()))).toEqual([])
  expect((await train()).status).toBe('cancelled')
  const late = message([update([['tbilisicentralstation', 60]])], context.clock.now())
  expect(await ask(late)).toMatchObject([{ change: 'reinstated' }])
  expect((await train()).status).toBe('scheduled')
  expect(await isOpen()).toBe(true)
  // A run that staff have cancelled stays cancelled.
  await sql`update run set status = 1 where id = ${run.runId}`.execute(context.db)
  expect(await ask(late)).toEqual([])
  expect((await train()).status).toBe('cancelled')
})
