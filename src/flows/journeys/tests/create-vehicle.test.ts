/**
 * Goal: a vehicle that staff make is sold with the seats that they drew; it is made once, never changes one that exists,
 * and what cannot be sold is refused. Method: a small line, the calls of its staff, seats as buyers see them.
 */
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { exportFeed, readNetwork } from '#modules/timetable/server/public-api.ts'
import type { DraftCoach, DraftSeat, VehicleDraft } from '#modules/timetable/vehicle-shapes.ts'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

const base = '/v2/merchantusers/vehicles'
let shop: HostileShop
let line: MadeLine
let staff: string

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  line = await makeLine(shop.context)
  staff = await shop.staff(line.merchantId)
})

const seat = (label: string, x: number, y: number, more: Partial<DraftSeat> = {}): DraftSeat => ({
  label,
  classCode: 'standard',
  x,
  y,
  facing: 1,
  attributes: [],
  ...more,
})
const coach = (seats: DraftSeat[], more: Partial<DraftCoach> = {}): DraftCoach => ({
  number: 1,
  name: { ka: 'ვაგონი 1', en: 'Coach 1' },
  deck: 0,
  width: 6,
  height: 5,
  marks: [{ kind: 'door', x: 0, y: 0, width: 1, height: 1 }],
  seats,
  ...more,
})
const plain = (...coaches: DraftCoach[]): VehicleDraft => ({
  code: 'Setra-49',
  name: { ka: 'ახალი ავტობუსი', en: 'New coach' },
  coaches,
})
const small = plain(
  coach([
    seat('1A', 1, 0, { attributes: ['window'] }),
    seat('1B', 1, 1, { attributes: ['aisle'], facing: -1 }),
    seat('W', 2, 0, { attributes: ['wheelchair'] }),
    seat('C', 2, 1, { attributes: ['companion'] }),
    seat('G', 3, 0, { attributes: ['window', 'keptBack'] }),
  ]),
  coach([seat('1', 1, 0)], { deck: 2, number: 2 }),
)
const make = (draft: object = small, token = staff) =>
  shop.post(base, { agencyId: line.agencyId, ...draft }, token)
const counted = async () => {
  const { rows } = await sql<{ vehicles: number; logged: number }>`
    select (select count(*) from vehicle_type where agency_id = ${line.agencyId})::int as vehicles,
      (select count(*) from staff_log where merchant_id = ${line.merchantId} and action = 'vehicles.create')::int as logged
  `.execute(shop.context.db)
  return rows[0]
}

test('a vehicle is made once, drawn as it was sent, and sold seat by seat once it is assigned', async () => {
  const [first, second] = await Promise.all([make(), make()])
  expect([first?.body.isNew, second?.body.isNew].toSorted()).toEqual([false, true])
  const { vehicleTypeId } = await expectOk(make())
  expect([first?.body.vehicleTypeId, second?.body.vehicleTypeId]).toEqual([
    vehicleTypeId,
    vehicleTypeId,
  ])
  const both = await Promise.all([make({ ...small, code: 'two' }), make({ ...small, code: 'two' })])
  expect(both.map(({ body }) => body.error?.code)).toEqual(['VehicleNameTaken', 'VehicleNameTaken'])
  expect(await counted()).toEqual({ vehicles: 2, logged: 1 })
  const { vehicle } = await expectOk(
    shop.get(`${base}/draft?vehicleTypeId=${vehicleTypeId}`, staff),
  )
  expect(vehicle).toEqual({ vehicleTypeId, agencyId: line.agencyId, runCount: 0, draft: small })

  const { trips } = await expectOk(shop.get(`${base}/line?lineId=${line.routeId}`, staff))
  const tripIds = [trips[0].tripId]
  await expectOk(
    shop.post(
      `${base}/assign`,
      { lineId: line.routeId, tripIds, vehicleTypeId, from: line.date },
      staff,
    ),
  )
  const [runId] = line.runIds
  const { coaches } = await expectOk(
    shop.get(`/v2/transport/seats?runId=${runId}&legFrom=0&legTo=2`),
  )
  const seats = coaches.flatMap((one: Reply) => one.seats)
  expect(seats.map(({ label, state }: Reply) => `${label} ${state}`)).toEqual([
    '1A free',
    '1B free',
    'W free',
    'C free',
    'G blocked',
    '1 free',
  ])
  expect(seats[5].attributes).toContain('upper')
  const segments = [{ runId, legFrom: 0, legTo: 2, passengers: [{ placeId: 2 }] }]
  const held = await expectOk(
    shop.post('/v2/transport/choose', { segments }, await shop.customer()),
  )
  expect(held.segments[0].tickets).toMatchObject([{ placeId: 2 }])
})

test('a new version is another vehicle: the first one stays as it is, with its runs', async () => {
  const before = (await readNetwork(shop.context)).vehicleTypes.get(line.vehicleTypeId)
  const draft = { ...small, name: { ka: 'ავტობუსი, 2', en: 'Bus, 2' } }
  const { vehicleTypeId } = await expectOk(make({ ...draft, replacesId: line.vehicleTypeId }))
  const { vehicleTypes } = await readNetwork(shop.context)
  expect(vehicleTypes.get(line.vehicleTypeId)).toEqual(before)
  expect(vehicleTypes.get(vehicleTypeId)).toMatchObject({
    isOwn: true,
    replacesId: line.vehicleTypeId,
  })
  const shown = await expectOk(shop.get(`${base}/draft?vehicleTypeId=${line.vehicleTypeId}`, staff))
  expect(shown.vehicle.runCount).toBeGreaterThan(0)
})

test('feeds do not contain vehicles of staff', async () => {
  await expectOk(make())
  const { rows } = await sql<{ isOwn: boolean }>`
    select is_own as "isOwn" from vehicle_type where agency_id = ${line.agencyId} order by id`.execute(
    shop.context.db,
  )
  expect(rows).toEqual([{ isOwn: false }, { isOwn: true }])
  const feed = Buffer.concat([...exportFeed(await readNetwork(shop.context))])
  const vehicles = strFromU8(unzipSync(feed)['bileti_vehicles.txt'] ?? new Uint8Array())
  expect(vehicles).toContain(',bus,')
  expect(vehicles).not.toContain('Setra-49')
})

test('what cannot be sold, carriers of others and other roles are refused, and nothing is written', async () => {
  const stranger = await makeLine(shop.context)
  const strangers = await shop.staff(stranger.merchantId)
  const { merchantId } = line
  const boxOffice = await makeStaffToken(shop.context, { merchantId, role: 'box-office' })
  const rows = Array.from({ length: 4 }, (_, index) =>
    coach(
      Array.from({ length: 400 }, (_seat, n) => seat(`${n}`, n % 100, Math.floor(n / 100))),
      { number: index + 1, width: 100 },
    ),
  )
  const refusals = [
    [await make(plain(coach([]))), 'VehicleWithoutSeats'],
    [
      await make(plain(coach([seat('1', 0, 1, { attributes: ['keptBack'] })]))),
      'VehicleWithoutSeats',
    ],
    [await make(plain(coach([seat('1', 0, 1), seat('1', 1, 1)]))), 'SeatLabelTwice'],
    [
      await make(
        plain(coach([seat('1', 0, 1)], { deck: 1 }), coach([seat('1', 0, 1)], { deck: 2 })),
      ),
      'SeatLabelTwice',
    ],
    [await make(plain(coach([seat('1', 0, 1)]), coach([seat('2', 0, 1)]))), 'CoachTwice'],
    [await make(plain(coach([seat('1', 0, 1), seat('2', 0, 1)]))), 'SeatsOverlap'],
    [await make(plain(coach([seat('1', 6, 1)]))), 'SeatOutsideCoach'],
    [await make(plain(coach([seat('1', 0, 1, { classCode: 'first' })]))), 'TravelClassUnknown'],
    [await make(plain(...rows)), 'VehicleTooLarge'],
    [await make(plain()), 'BadRequest'],
    [await make(plain(coach([seat('', 0, 1)]))), 'BadRequest'],
    [await make(plain(coach([seat('1', 500, 1)]))), 'BadRequest'],
    [await make({ ...small, code: '<b>' }), 'BadRequest'],
    [await make({ ...small, replacesId: stranger.vehicleTypeId }), 'NotFound'],
    [await make({ ...small, agencyId: stranger.agencyId }), 'NotFound'],
    [await make(small, strangers), 'NotFound'],
    [await make(small, boxOffice), 'Forbidden'],
    [await shop.get(`${base}/draft?vehicleTypeId=${line.vehicleTypeId}`, strangers), 'NotFound'],
  ] as const
  expect(refusals.map(([{ body }]) => body.error?.code)).toEqual(refusals.map(([, code]) => code))
  expect(await counted()).toEqual({ vehicles: 1, logged: 0 })
})
