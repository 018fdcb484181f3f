/**
 * Goal: a vehicle that is assigned to a line from a day on is what runs without passengers have at once and what later
 * runs are created with; runs with passengers keep theirs, imports keep the assignment, nothing happens halfway. Method:
 * a small line, seats held and bought over HTTP, crashes before every statement, concurrent buyers.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import {
  makeRuns,
  readNetwork,
  readRuns,
  shareRun,
  writeTripVehicles,
} from '#modules/timetable/server/public-api.ts'
import { assignVehicle } from '../../../modules/transport/server/swap/assign-vehicle.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { crashesDuring, crashStride } from '../../checkout/tests/simulated-crash.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import { placesThatDisagree } from './place-agreement.ts'
import { makeVehicle } from './vehicles.ts'

let shop: HostileShop
let line: MadeLine
let staff: string
let tripId: number
let other: number

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  line = await makeLine(shop.context)
  staff = await shop.staff(line.merchantId)
  other = await makeVehicle(shop.context, line, { seats: 8, labelsFrom: 100, keptBack: [8] })
  tripId = (await lineVehicles()).trips[0].tripId
})
afterEach(async () => {
  expect(await brokenInvariants(shop.context)).toEqual([])
  for (const runId of line.runIds) expect(await placesThatDisagree(shop.context, runId)).toEqual([])
})

const lineVehicles = (token = staff): Promise<Reply> =>
  expectOk(shop.get(`/v2/merchantusers/vehicles/line?lineId=${line.routeId}`, token))
const assign = (more: object = {}, token = staff) =>
  shop.post(
    '/v2/merchantusers/vehicles/assign',
    { lineId: line.routeId, tripIds: [tripId], vehicleTypeId: other, from: line.date, ...more },
    token,
  )

async function hold(runId: number, token: string): Promise<Reply> {
  const segments = [{ runId, legFrom: 0, legTo: 2, passengers: [{}] }]
  return expectOk(shop.post('/v2/transport/choose', { segments }, token))
}

async function buy(runId: number): Promise<void> {
  const token = await shop.customer()
  const { orderKey, segments } = await hold(runId, token)
  const [{ lineId }] = segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  await payFor(shop, orderKey, { passengers, token })
}

/** Vehicles of the runs from the line's first day on, by day. */
async function vehiclesByDay(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select run.id from run join trip on trip.id = run.trip_id join trip_pattern on trip_pattern.id = trip.pattern_id
    where trip_pattern.route_id = ${line.routeId} and run.service_date >= ${line.date}::date
    order by run.service_date`.execute(shop.context.db)
  const runs = await readRuns(
    shop.context,
    rows.map(({ id }) => id),
  )
  return runs.map(({ vehicle }) => vehicle.vehicleTypeId)
}

const assigned = async () => {
  const { rows } = await sql<{ from: string; vehicle: number }>`
    select from_date::text as "from", vehicle_type_id as vehicle from trip_vehicle join feed on feed.id = feed_id
    join agency on agency.feed_id = feed.id where agency.id = ${line.agencyId} order by from_date`.execute(
    shop.context.db,
  )
  return rows
}
const logged = async () => {
  const { rows } = await sql`
    select from staff_log where merchant_id = ${line.merchantId} and action = 'vehicles.assign'`.execute(
    shop.context.db,
  )
  return rows.length
}
const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

test('runs without passengers get the vehicle at once and later ones when they are created; sold ones are listed', async () => {
  const [first, second] = line.runIds
  await buy(first)
  const before = await vehiclesByDay()
  const dry = await expectOk(assign({ isDryRun: true }))
  expect(dry).toMatchObject({ trips: 1, runs: before.length - 1, keptCount: 1 })
  expect(dry.kept).toMatchObject([{ runId: first, sold: 1, held: 0, vehicle: 'Bus' }])
  expect(await vehiclesByDay()).toEqual(before)
  expect([await assigned(), await logged()]).toEqual([[], 0])

  expect(await expectOk(assign())).toEqual(dry)
  const after = await vehiclesByDay()
  expect(after[0]).toBe(line.vehicleTypeId)
  expect(new Set(after.slice(1))).toEqual(new Set([other]))
  await makeRuns(shop.context, { days: 6 })
  const made = await vehiclesByDay()
  expect(made.length).toBeGreaterThan(after.length)
  expect(new Set(made.slice(1))).toEqual(new Set([other]))
  // The run had been opened: its offering has the places of the other vehicle, the last of them kept back.
  const seats = await expectOk(shop.get(`/v2/transport/seats?runId=${second}&legFrom=0&legTo=2`))
  const labels = seats.coaches[0].seats.map(({ label, state }: Reply) => `${label} ${state}`)
  expect(labels).toHaveLength(8)
  expect(labels.at(-1)).toBe('108 blocked')
  await buy(second)

  // Repeated, it changes nothing; the first run keeps its vehicle.
  expect(await expectOk(assign())).toMatchObject({ trips: 0, runs: 0, keptCount: 1 })
  expect(await logged()).toBe(1)
  // The first run may leave on a later day than today.
  const { vehicle, later } = (await lineVehicles()).trips[0]
  expect([vehicle, ...later].at(-1)).toMatchObject({ vehicleTypeId: other })
})

test('assigning the former vehicle again undoes it; a later day replaces only what follows', async () => {
  const before = await vehiclesByDay()
  const later = dayAfter(line.date, 1)
  await expectOk(assign({ from: later }))
  expect((await vehiclesByDay()).slice(0, 2)).toEqual([line.vehicleTypeId, other])
  expect((await lineVehicles()).trips[0]).toMatchObject({
    vehicle: { vehicleTypeId: line.vehicleTypeId },
    later: [{ from: later, vehicleTypeId: other }],
  })
  const daysOf = async (vehicleTypeId: number) => {
    const path = `/v2/merchantusers/vehicles/vehicle?vehicleTypeId=${vehicleTypeId}`
    return (await expectOk(shop.get(path, staff))).lines
  }
  const ofLine = (from: string | null, until: string | null) => [
    { lineId: line.routeId, tripCount: 1, days: [{ from, until, tripCount: 1 }] },
  ]
  expect(await daysOf(line.vehicleTypeId)).toMatchObject(ofLine(null, line.date))
  expect(await daysOf(other)).toMatchObject(ofLine(later, null))
  await expectOk(assign())
  expect(await assigned()).toEqual([{ from: line.date, vehicle: other }])
  await expectOk(assign({ vehicleTypeId: line.vehicleTypeId, from: later }))
  expect((await vehiclesByDay()).slice(0, 2)).toEqual([other, line.vehicleTypeId])
  await expectOk(assign({ vehicleTypeId: line.vehicleTypeId }))
  expect(await assigned()).toEqual([])
  expect(await vehiclesByDay()).toEqual(before)
})

test('a held seat keeps its run as it is; once it has expired the run is free for the vehicle', async () => {
  await hold(line.runIds[0], await shop.customer())
  expect(await expectOk(assign())).toMatchObject({ keptCount: 1, kept: [{ sold: 0, held: 1 }] })
  expect((await vehiclesByDay())[0]).toBe(line.vehicleTypeId)
  shop.context.clock.advance(1_000)
  expect(await expectOk(assign())).toMatchObject({ trips: 0, runs: 1, keptCount: 0 })
  expect((await vehiclesByDay())[0]).toBe(other)
})

test('an import that replaces the trip keeps its vehicle', async () => {
  await expectOk(assign())
  await sql`
    with retired as (update trip set retired_at = now() where id = ${tripId} returning *)
    insert into trip (feed_id, gtfs_id, pattern_id, service_id, vehicle_type_id, short_name, headsign, arrivals, departures)
    select feed_id, gtfs_id, pattern_id, service_id, vehicle_type_id, short_name, headsign, arrivals, departures
    from retired`.execute(shop.context.db)
  await sql`delete from run where trip_id = ${tripId} and offering_id is null`.execute(
    shop.context.db,
  )
  await makeRuns(shop.context, { days: 6 })
  expect(new Set(await vehiclesByDay())).toEqual(new Set([other]))
})

test('runs that are created meanwhile have the new vehicle, and a run that is being sold is waited for', async () => {
  const { context } = shop
  const trip = (await readNetwork(context)).trips.get(tripId)
  const meanwhile = await context.db.transaction().execute(async (db) => {
    const change = { trips: trip ? [trip] : [], from: line.date, vehicleTypeId: other }
    await writeTripVehicles({ ...context, db }, { ...change, isDryRun: false })
    const made = { isDone: false }
    const making = makeRuns(context, { days: 6 }).finally(() => (made.isDone = true))
    const waits = sql`
      select from pg_locks where relation = 'trip_vehicle'::regclass and not granted`
    let waiting = 0
    while (!made.isDone && waiting === 0) waiting = (await waits.execute(context.db)).rows.length
    return { making, ...made }
  })
  expect(meanwhile.isDone).toBe(false)
  await meanwhile.making
  expect((await vehiclesByDay()).at(-1)).toBe(other)
  // A hold that has read the places of its run keeps the vehicle until it is written.
  await context.db.transaction().execute(async (db) => {
    await shareRun({ ...context, db }, line.runIds[1])
    const back = await assign({ vehicleTypeId: line.vehicleTypeId })
    expect(back.body.error?.code).toBe('ServiceUnavailable')
  })
  expect(await expectOk(assign({ vehicleTypeId: line.vehicleTypeId }))).toMatchObject({ trips: 1 })
})

test('buyers who choose seats while vehicles change never get a seat of the other one', async () => {
  const tokens = await Promise.all(Array.from({ length: 6 }, () => shop.customer()))
  const segments = [{ runId: line.runIds[0], legFrom: 0, legTo: 2, passengers: [{}] }]
  const [done, ...held] = await Promise.all([
    assign(),
    ...tokens.map((token) => shop.post('/v2/transport/choose', { segments }, token)),
  ])
  expect(done?.status).toBe(200)
  expect(held.every(({ status }) => status === 200 || status === 409)).toBe(true)
})

test('a process that dies before any statement changes nothing', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from staff where merchant_id = ${line.merchantId}`.execute(shop.context.db)
  const actor = {
    kind: 'staff',
    staffSessionId: '',
    staffId: rows[0]?.id ?? '',
    merchantId: line.merchantId,
    role: 'owner',
  } as const
  const context = { ...shop.context, actor }
  const wanted = {
    lineId: line.routeId,
    tripIds: [tripId],
    vehicleTypeId: other,
    from: line.date,
    isDryRun: false,
  }
  const before = await vehiclesByDay()
  let statements = 0
  while (
    await crashesDuring(context as never, statements, (dying) =>
      assignVehicle(dying, actor, wanted),
    )
  ) {
    expect(await vehiclesByDay()).toEqual(before)
    expect([await assigned(), await logged()]).toEqual([[], 0])
    statements += crashStride
  }
  expect(statements).toBeGreaterThan(8)
  expect(new Set(await vehiclesByDay())).toEqual(new Set([other]))
  expect(await logged()).toBe(1)
})

test('lines, departures and vehicles of others, past days and other roles are refused', async () => {
  const stranger = await makeLine(shop.context)
  const strangers = await shop.staff(stranger.merchantId)
  const { merchantId } = line
  const boxOffice = await makeStaffToken(shop.context, { merchantId, role: 'box-office' })
  const before = await vehiclesByDay()
  const refusals = [
    [await assign({}, strangers), 'NotFound'],
    [await assign({ vehicleTypeId: stranger.vehicleTypeId }), 'NotFound'],
    [await assign({ lineId: stranger.routeId }), 'NotFound'],
    [await assign({ tripIds: [tripId, 2_147_483_647] }), 'NotFound'],
    [await assign({ from: '2026-01-01' }), 'VehicleDayWrong'],
    [await assign({ from: '1999-01-01' }), 'BadRequest'],
    [await assign({ tripIds: [] }), 'BadRequest'],
    [await assign({}, boxOffice), 'Forbidden'],
    [
      await shop.get(`/v2/merchantusers/vehicles/line?lineId=${line.routeId}`, strangers),
      'NotFound',
    ],
  ] as const
  expect(refusals.map(([{ body }]) => body.error?.code)).toEqual(refusals.map(([, code]) => code))
  expect(await vehiclesByDay()).toEqual(before)
})
