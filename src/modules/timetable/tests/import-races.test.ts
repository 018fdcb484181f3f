/**
 * Goal: beside an import of a timetable, other processes create runs and hold places, and afterwards each departure
 * exists once, a run is either withdrawn or as it was, and nobody had to be refused because of a deadlock. Method: the
 * import is stopped after each of its last statements while the other command runs, against a real database.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdAcross, sellPlaces } from '#modules/inventory/server/public-api.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { interleave, stoppable } from '../../../../tests/support/interleave.ts'
import { importFeed, makeRuns, openRun } from '../server/public-api.ts'
import { googleSample, packed, type FeedFiles } from './feeds.ts'

let database: TestDatabase
let opened: TestContext
let context: TestContext
beforeAll(async () => {
  database = await testDatabase()
  opened = await openTestContext(database.url)
  context = { ...opened, db: opened.db.withPlugin(stoppable) }
  context.clock.set(new Date('2008-05-01T12:00:00Z'))
  await context.db
    .insertInto('merchant')
    .values({ id: 1, slug: 'omnibus', name: JSON.stringify({ ka: 'ავტობუსი', en: 'Bus' }) })
    .execute()
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

/** The sample with one departure of each trip a day and another name of the destinations, so that these trips are replaced. */
function versionOf(version: number): FeedFiles {
  const { 'frequencies.txt': _, ...sample } = googleSample()
  const trips = sample['trips.txt'] ?? ''
  return { ...sample, 'trips.txt': trips.replaceAll(/,to (\w+)/g, `,to $1 ${version}`) }
}

async function runImport(version: number): Promise<void> {
  const files = packed(versionOf(version))
  const report = await importFeed(context, {
    name: 'sample',
    packed: files,
    brand: 'omnibus',
    organiser: 'omnibus',
  })
  expect(report.isApplied).toBe(true)
}

/** Departures that exist more than once. */
async function repeatedDepartures(): Promise<unknown[]> {
  const { rows } = await sql`
    select trip.gtfs_id, run.service_date::text, run.start_offset, count(*)::int as runs
    from run join trip on trip.id = run.trip_id
    where run.arrives_at > ${context.clock.now()}
    group by trip.feed_id, trip.gtfs_id, run.service_date, run.start_offset having count(*) > 1
    order by 1, 2, 3 limit 5`.execute(context.db)
  return rows
}

/** Runs of the trip on the next days without an offering, earliest first. */
async function runsOf(gtfsId: string, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select run.id from run join trip on trip.id = run.trip_id
    where trip.gtfs_id = ${gtfsId} and trip.retired_at is null and run.offering_id is null
      and run.departs_at > ${context.clock.now()}
    order by run.departs_at limit ${most}`.execute(context.db)
  return rows.map(({ id }) => id)
}

async function open(runId: number): Promise<number> {
  const offering = await openRun(context, runId)
  return offering.ok ? offering.value : 0
}

function placeOf(offeringId: number) {
  const holdId = context.random.uuid()
  return { holdId, offeringId, legFrom: 0, legTo: 1, places: [1], pools: [] }
}

/** Holds the first place of each. */
async function holdFirst(offeringIds: readonly number[]): Promise<boolean> {
  const until = new Date(context.clock.now().getTime() + 600_000)
  const requests = offeringIds.map((offeringId) => ({ ...placeOf(offeringId), until }))
  const { answers } = await holdAcross(context, requests, { isAllOrNothing: true })
  return answers.every(({ ok }) => ok)
}

async function placesOf(offeringId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: number; places: number }>`
    select state, count(*)::int as places from place_leg
    where offering_id = ${offeringId} group by 1`.execute(context.db)
  return Object.fromEntries(
    rows.map(({ state, places }) => [['free', 'held', 'sold', 'blocked'][state], places]),
  )
}

/** Statements of `makeRuns`: two for each ten days. */
const statementsOfRuns = 14

/** Imports the next version, stopped about so many statements before its commit, beside another command. */
async function importBeside<Other>(
  statementsLeft: number,
  other: () => Promise<Other>,
): Promise<Other> {
  number += 1
  const stopAfter = statements - statementsOfRuns - statementsLeft
  const done = await interleave(stopAfter, () => runImport(number), other)
  return done.second
}

let number = 0
let statements = 0
beforeAll(async () => {
  await runImport(0)
  const counted = await interleave(
    0,
    () => runImport((number += 1)),
    () => Promise.resolve(),
  )
  statements = counted.statements
})

const timeout = 120_000

test(
  'a departure exists once when runs are created during an import',
  async () => {
    for (const left of [0, 3, 6, 9, 12]) {
      // A trip of which something is sold stays.
      const [runId = 0] = await runsOf('AB1', 1)
      const sold = await sellPlaces(context, [placeOf(await open(runId))])
      expect(sold.ok).toBe(true)
      context.clock.advance(86_400)
      await importBeside(left, () => makeRuns(context))
      expect(await repeatedDepartures(), `${left} statements before the commit`).toEqual([])
    }
  },
  timeout,
)

test(
  'an import and a hold of places on two of its runs do not wait for each other',
  async () => {
    for (let left = 0; left <= 9; left += 1) {
      const [earlier = 0, later = 0] = await runsOf('AB2', 2)
      // The later run has the offering with the lower number, whose places holds lock first.
      const offeringIds = [await open(later), await open(earlier)]
      const isHeld = await importBeside(left, () => holdFirst(offeringIds))
      for (const offeringId of offeringIds) {
        const { held = 0, blocked = 0, free = 0 } = await placesOf(offeringId)
        const said = `${left} statements before the commit`
        // Withdrawn as a whole, or kept as it was.
        expect(isHeld ? [held, blocked] : [held, free], said).toEqual([isHeld ? 1 : 0, 0])
      }
    }
  },
  timeout,
)
