/**
 * Goal: a trip of more than 64 stops is sold over all its legs; one that is too long for the inventory is named at import.
 * Method: a bus of 70 stops and one of 257.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { legCountMax } from '#kernel/legs.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { importFeed, openRun, readRuns, reloadNetwork } from '../server/public-api.ts'
import { packed } from './feeds.ts'

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

test('a bus of 70 stops is sold, one of 257 is named', async () => {
  const lengths = { T1: 70, T2: legCountMax + 2 }
  const numbers = Array.from({ length: legCountMax + 2 }, (_, index) => index)
  const time = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`
  const report = await importFeed(context, {
    name: 'long',
    brand: 'omnibus',
    organiser: 'carrier',
    packed: packed({
      'agency.txt':
        'agency_id,agency_name,agency_url,agency_timezone\nR,Bus,https://example.org,Asia/Tbilisi\n',
      'stops.txt': [
        'stop_id,stop_name,stop_lat,stop_lon',
        ...numbers.map((number) => `S${number},S${number},56,${number / 4}`),
      ].join('\n'),
      'routes.txt': 'route_id,route_short_name,route_type\nL,1,3\n',
      'calendar_dates.txt': 'service_id,date,exception_type\nday,20200305,1\n',
      'trips.txt': 'route_id,service_id,trip_id\nL,day,T1\nL,day,T2\n',
      'stop_times.txt': [
        'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
        ...Object.entries(lengths).flatMap(([trip, length]) =>
          numbers
            .slice(0, length)
            .map(
              (number) =>
                `${trip},${time(360 + number)},${time(360 + number)},S${number},${number}`,
            ),
        ),
      ].join('\n'),
    }),
  })
  expect(report.notices.map(({ code, line, value }) => [code, line, value])).toEqual([
    ['trip_too_long', 3, 'T2'],
  ])
  const network = await reloadNetwork(context)
  const vehicles = [...network.trips.values()].map(({ gtfsId, vehicleTypeId }) => [
    gtfsId,
    vehicleTypeId !== null,
  ])
  expect(Object.fromEntries(vehicles)).toEqual({ T1: true, T2: false })
  const { rows } = await sql<{ id: number }>`select id from run`.execute(context.db)
  const [run] = await readRuns(context, [rows[0]?.id ?? 0])
  expect(run?.stops).toHaveLength(70)
  expect(await openRun(context, run?.runId ?? 0)).toMatchObject({ ok: true })
})
