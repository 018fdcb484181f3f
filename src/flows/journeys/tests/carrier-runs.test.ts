/**
 * Goal: a carrier's staff see all runs of a day, sold or not, with occupancy by leg, and may stop the sale, report a
 * delay and cancel; each change applies to buyers at once, reaches ticket holders, and is logged once. Method: a small
 * line whose places are bought over HTTP while its organiser changes the runs.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ok } from '#kernel/result.ts'
import {
  raiseTimetableVersion,
  reloadNetwork,
  restoreSale,
} from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import { notifyRunChanges } from '#modules/transport/server/public-api.ts'
import { inTransaction } from '#platform/context.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { makeVehicle } from './vehicles.ts'

const base = '/v2/merchantusers/runs'
let shop: HostileShop
let line: MadeLine
let staff: string
let customer: string

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  line = await makeLine(shop.context)
  staff = await shop.staff(line.merchantId)
  customer = await shop.customer()
})

const choose = (runId: number, legs = { legFrom: 0, legTo: 2 }) => {
  const segments = [{ runId, ...legs, passengers: [{}] }]
  return shop.post('/v2/transport/choose', { segments }, customer)
}

async function buy(runId: number): Promise<void> {
  const { orderKey, segments } = await expectOk(choose(runId))
  const [{ lineId }] = segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  await payFor(shop, orderKey, { passengers, token: customer })
}

const readRun = (runId: number): Promise<Reply> =>
  expectOk(shop.get(`${base}/run?runId=${runId}`, staff))

/** A run whose places nobody has requested. */
async function untouchedRun(): Promise<{ runId: number; day: string }> {
  const { rows } = await sql<{ runId: number; day: string }>`
    select run.id as "runId", (departs_at at time zone 'Asia/Tbilisi')::date::text as day
    from run join trip on trip.id = run.trip_id join trip_pattern p on p.id = trip.pattern_id
    where p.route_id = ${line.routeId} and offering_id is null and departs_at > ${shop.context.clock.now()}
    order by departs_at desc limit 1`.execute(shop.context.db)
  const [run] = rows
  if (!run) throw new Error('The line has runs on the third day')
  return run
}

const loggedActions = async (): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    select action from staff_log where merchant_id = ${line.merchantId} order by id`.execute(
    shop.context.db,
  )
  return rows.map(({ action }) => action)
}

test('lists the runs of a day before anything is sold, by line, words and page', async () => {
  const { runId, day } = await untouchedRun()
  const list = (query: string) => shop.get(`${base}?day=${day}${query}`, staff)
  const { items, total, next, lines } = await expectOk(list(''))
  expect({ total, next }).toEqual({ total: 1, next: null })
  expect(items).toMatchObject([
    { runId, sold: 0, held: 0, capacity: 12, state: 'on-time', sale: 'open' },
  ])
  expect(items[0].legs).toEqual([0, 1, 2].map(() => ({ sold: 0, held: 0 })))
  expect(lines).toMatchObject([{ lineId: line.routeId }])
  const [number] = line.placeCodes[0]?.match(/\d+/) ?? []
  for (const words of [`town ${number} 2`, '18:00', `bus ${number} 18:00`])
    expect((await expectOk(list(`&text=${encodeURIComponent(words)}`))).total, words).toBe(1)
  expect((await expectOk(list('&text=18:01'))).items).toEqual([])
  expect((await expectOk(list('&offset=1'))).items).toEqual([])
  expect((await list('&lineId=999999')).body.error.code).toBe('NotFound')
  for (const bad of ['2026-02-30', '0001-01-01', '+290000-01-01'])
    expect((await shop.get(`${base}?day=${bad}`, staff)).body.error.code, bad).toBe('BadRequest')
  // Pickers list it too.
  const picked = await expectOk(shop.get(`/v2/merchantusers/items?day=${day}&text=18:00`, staff))
  expect(picked).toMatchObject({ total: 1, items: [{ source: 'transport', itemId: runId }] })
  const attendees = { source: 'transport', itemId: runId }
  expect(
    await expectOk(shop.post('/v2/merchantusers/attendees/find', attendees, staff)),
  ).toMatchObject({ totalCount: 0 })
})

test('counts sold and held seats by leg', async () => {
  const [runId] = line.runIds
  await buy(runId)
  await expectOk(choose(runId, { legFrom: 1, legTo: 3 }))
  const run = await readRun(runId)
  expect(run).toMatchObject({ sold: 1, held: 1 })
  expect(run.legs).toEqual([
    { sold: 1, held: 0 },
    { sold: 1, held: 1 },
    { sold: 0, held: 1 },
  ])
  // An expired hold is not counted.
  shop.context.clock.advance(1_000)
  expect(await readRun(runId)).toMatchObject({ sold: 1, held: 0 })
})

test('a run is named by its own ends, whatever its line is called', async () => {
  const run = await readRun(line.runIds[0])
  const town = (name: string) => name.replace('Stop', 'Town')
  expect(run.line).toBe(`${town(run.from)} – ${town(run.to)}`)
})

test('a stopped sale refuses buyers at once, also of a run nobody has looked at, and can be resumed', async () => {
  const untouched = await untouchedRun()
  const runIds = [line.runIds[0], untouched.runId]
  const held = await expectOk(choose(line.runIds[0]))
  const send = (isOnSale: boolean) => shop.post(`${base}/sale`, { runIds, isOnSale }, staff)
  expect(await expectOk(send(false))).toEqual({ changed: 2 })
  expect(await expectOk(send(false))).toEqual({ changed: 0 })
  for (const runId of runIds) {
    const refused = await choose(runId)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'JourneyNotSold'])
    expect(await readRun(runId)).toMatchObject({ sale: 'stopped' })
  }
  // What is in checkout can still be paid.
  const [{ lineId }] = held.segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  await payFor(shop, held.orderKey, { passengers, token: customer })
  expect(await expectOk(send(true))).toEqual({ changed: 2 })
  for (const runId of runIds) await expectOk(choose(runId, { legFrom: 2, legTo: 3 }))
  expect(await loggedActions()).toEqual([
    'runs.stop-sale',
    'runs.stop-sale',
    'runs.resume-sale',
    'runs.resume-sale',
  ])
})

test('all runs of a request are changed or none', async () => {
  const other = await makeLine(shop.context)
  const runIds = [line.runIds[0], other.runIds[0]]
  const refused = await shop.post(`${base}/sale`, { runIds, isOnSale: false }, staff)
  expect(refused.body.error.code).toBe('NotFound')
  await expectOk(shop.postProven(`${base}/cancel`, { runId: line.runIds[1] }, staff))
  const mixed = { runIds: [...line.runIds], isOnSale: false }
  const late = await shop.post(`${base}/sale`, mixed, staff)
  expect([late.status, late.body.error.code]).toEqual([409, 'RunNotChangeable'])
  expect(await readRun(line.runIds[0])).toMatchObject({ sale: 'open' })
})

test('a delay from a stop on is shown, told to ticket holders once, and taken back', async () => {
  const [runId] = line.runIds
  await buy(runId)
  const notify = () => notifyRunChanges(shop.context, { sources: shop.ports.tickets.sources })
  await notify()
  const delay = (minutes: number, stop = 1) =>
    shop.postProven(`${base}/delay`, { runId, stop, minutes }, staff)
  const late = await expectOk(delay(20))
  expect(late).toMatchObject({ state: 'delayed', delayMinutes: 20 })
  expect(late.stops.map((stop: Reply) => stop.delayMinutes)).toEqual([0, 20, 20, 20])
  await expectOk(delay(20))
  expect([await notify(), await notify()]).toEqual([1, 0])
  expect(await expectOk(delay(0, 0))).toMatchObject({ state: 'on-time', delayMinutes: 0 })
  expect(await loggedActions()).toEqual(['runs.delay', 'runs.delay'])
  expect((await delay(5, 4)).body.error.code).toBe('NotFound')
  for (const minutes of [-1, 721, 1.5, 'soon'])
    expect((await shop.postProven(`${base}/delay`, { runId, minutes }, staff)).status).toBe(400)
})

test('a platform is set for a stop, taken back, and told by the worker', async () => {
  const [runId] = line.runIds
  await buy(runId)
  await sql`update stop set platform = '1' where id = ${line.stopIds[0]}`.execute(shop.context.db)
  await raiseTimetableVersion(shop.context)
  await reloadNetwork(shop.context)
  const notify = () => notifyRunChanges(shop.context, { sources: shop.ports.tickets.sources })
  await notify()
  const set = (platform: string | null, stop = 0) =>
    shop.post(`${base}/platform`, { runId, stop, platform }, staff)
  const shown = ({ stops }: Reply) =>
    stops.slice(0, 2).map((stop: Reply) => [stop.platform, stop.plannedPlatform])
  expect(shown(await expectOk(set('4')))).toEqual([
    ['4', '1'],
    [null, null],
  ])
  await expectOk(set('4'))
  expect(shown(await expectOk(set('7', 1)))).toEqual([
    ['4', '1'],
    ['7', null],
  ])
  expect([await notify(), await notify()]).toEqual([1, 0])
  const { tickets } = await expectOk(shop.get('/v2/tickets', customer))
  expect(tickets[0].item.about.from).toMatchObject({ platform: '4', plannedPlatform: '1' })
  expect(shown(await expectOk(set(null)))).toEqual([
    ['1', null],
    ['7', null],
  ])
  expect(await loggedActions()).toEqual(['runs.platform', 'runs.platform', 'runs.platform'])
  expect((await set('1', 4)).body.error.code).toBe('NotFound')
  expect((await set('a platform without end')).status).toBe(400)
  const stranger = await shop.staff((await makeLine(shop.context)).merchantId)
  const refused = await shop.post(`${base}/platform`, { runId, platform: '9' }, stranger)
  expect(refused.body.error.code).toBe('NotFound')
})

test('a cancelled run is not sold, its holders are told, and nothing changes it until it is scheduled again', async () => {
  const [runId] = line.runIds
  await buy(runId)
  const notify = () => notifyRunChanges(shop.context, { sources: shop.ports.tickets.sources })
  await notify()
  const cancel = () => shop.postProven(`${base}/cancel`, { runId }, staff)
  expect(await expectOk(cancel())).toMatchObject({ state: 'cancelled', sale: 'cancelled', sold: 1 })
  await expectOk(cancel())
  expect((await choose(runId)).body.error.code).toBe('JourneyNotSold')
  expect(await notify()).toBe(1)
  const { tickets } = await expectOk(shop.get('/v2/tickets', customer))
  expect(JSON.stringify(tickets)).toContain('cancelled')
  const resumed = await shop.post(`${base}/sale`, { runIds: [runId], isOnSale: true }, staff)
  expect(resumed.body.error.code).toBe('RunNotChangeable')
  const delayed = await shop.postProven(`${base}/delay`, { runId, minutes: 5 }, staff)
  expect(delayed.body.error.code).toBe('RunNotChangeable')
  expect(await loggedActions()).toEqual(['runs.cancel'])
  const reinstate = () => shop.post(`${base}/reinstate`, { runId }, staff)
  expect(await expectOk(reinstate())).toMatchObject({ state: 'on-time', sale: 'open', sold: 1 })
  await expectOk(reinstate())
  expect(await loggedActions()).toEqual(['runs.cancel', 'runs.reinstate'])
  await expectOk(choose(runId))
  // A notification of the cancellation that is late stops the sale once more; the next one opens it.
  await sql`update offering set is_on_sale = false, ended_at = now() where id =
    (select offering_id from run where id = ${runId})`.execute(shop.context.db)
  expect(await notify()).toBe(1)
  await expectOk(choose(runId))
  // The carrier has stopped the sale meanwhile: whoever read the run before does not open it.
  await expectOk(shop.post(`${base}/sale`, { runIds: [runId], isOnSale: false }, staff))
  await inTransaction(shop.context, async (inside) => ok(await restoreSale(inside, runId)))
  const { rows } = await sql`select is_on_sale as "isOnSale" from offering
    where id = (select offering_id from run where id = ${runId})`.execute(shop.context.db)
  expect(rows).toEqual([{ isOnSale: false }])
  const stranger = await shop.staff((await makeLine(shop.context)).merchantId)
  const refused = await shop.post(`${base}/reinstate`, { runId }, stranger)
  expect(refused.body.error.code).toBe('NotFound')
})

test('a run that is over can no longer be cancelled, scheduled again or switched', async () => {
  const [runId] = line.runIds
  shop.context.clock.advance(4 * 86_400)
  await sql`update run set status = 1 where id = ${line.runIds[1]}`.execute(shop.context.db)
  const fresh = await shop.staff(line.merchantId)
  for (const [path, body] of [
    ['cancel', { runId }],
    ['reinstate', { runId: line.runIds[1] }],
    ['sale', { runIds: [runId], isOnSale: false }],
  ] as const) {
    const refused = await shop.postProven(`${base}/${path}`, body, fresh)
    expect([path, refused.body.error.code]).toEqual([path, 'RunNotChangeable'])
  }
})

test('shows the carrier its vehicles with the lines and runs that use them', async () => {
  const vehicles = '/v2/merchantusers/vehicles'
  const { items } = await expectOk(shop.get(vehicles, staff))
  expect(items).toMatchObject([
    {
      vehicleTypeId: line.vehicleTypeId,
      coachCount: 1,
      placeCount: 12,
      classes: [{ placeCount: 12 }],
      lines: [{ lineId: line.routeId, tripCount: 1 }],
    },
  ])
  expect(items[0].runCount).toBeGreaterThan(1)
  const path = `${vehicles}/vehicle?vehicleTypeId=${line.vehicleTypeId}`
  const { coaches } = await expectOk(shop.get(path, staff))
  expect(coaches[0].seats).toHaveLength(12)
  const stranger = await shop.staff((await makeLine(shop.context)).merchantId)
  expect((await shop.get(path, stranger)).body.error.code).toBe('NotFound')
})

test('a vehicle has the same number of seats wherever it is shown', async () => {
  const { runId } = await untouchedRun()
  const vehicleTypeId = await makeVehicle(shop.context, line, { seats: 8, keptBack: [1] })
  const { wheelchair, companion, bicycle } = placeAttribute
  for (const [placeId, attribute] of [wheelchair, companion, bicycle].entries())
    await sql`update vehicle_place set attributes = ${attribute}
      where vehicle_type_id = ${vehicleTypeId} and place_id = ${placeId + 2}`.execute(
      shop.context.db,
    )
  await raiseTimetableVersion(shop.context)
  await reloadNetwork(shop.context)
  await expectOk(shop.post(`${base}/change-vehicle`, { runId, vehicleTypeId }, staff))
  const ofVehicle = (list: Reply[]) => list.find((one) => one.vehicleTypeId === vehicleTypeId)
  const all = await expectOk(shop.get('/v2/merchantusers/vehicles', staff))
  const assigned = await expectOk(
    shop.get(`/v2/merchantusers/vehicles/line?lineId=${line.routeId}`, staff),
  )
  const exchanged = await expectOk(shop.get(`${base}/vehicles?runId=${runId}`, staff))
  // Without the place for a bicycle and the one that is kept back.
  expect((await readRun(runId)).capacity).toBe(6)
  expect(ofVehicle(all.items)).toMatchObject({
    placeCount: 6,
    withheldCount: 1,
    wheelchairCount: 1,
    classes: [{ placeCount: 6 }],
  })
  expect(ofVehicle(assigned.vehicles)).toMatchObject({ placeCount: 6 })
  expect(ofVehicle(exchanged.vehicles)).toMatchObject({
    classes: [{ seatCount: 6 }],
    wheelchairSpaces: 1,
  })
})
