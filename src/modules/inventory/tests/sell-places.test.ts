/**
 * Goal: sold places stay sold, are sold once, and become free only when returned. Method: small offerings on a real
 * database, one example for each guarantee of selling and returning.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '#kernel/result.ts'
import { inTransaction } from '#platform/context.ts'
import {
  availabilityState,
  createOffering,
  holdPlaces,
  readAvailability,
  readOffering,
  isSelling,
  releaseHolds,
  returnPlaces,
  sellPlaces,
} from '../server/public-api.ts'
import {
  openInventoryEnv,
  readPlaces,
  readPools,
  requestFor,
  type InventoryEnv,
} from './support.ts'

let env: InventoryEnv
let context: InventoryEnv['context']
beforeAll(async () => {
  env = await openInventoryEnv()
  context = env.context
})
afterAll(() => env.close())

function smallHall() {
  return createOffering(context, { placeCount: 4, pools: [{ poolId: 1, capacity: 5 }] })
}

test('selling a hold twice sells it once; nobody can take it and releasing does nothing', async () => {
  const offeringId = await smallHall()
  const hold = requestFor(context, offeringId, {
    places: [1, 2],
    pools: [{ poolId: 1, quantity: 3 }],
  })
  await holdPlaces(context, [hold])
  expect(await sellPlaces(context, [hold])).toEqual(ok(undefined))
  expect(await sellPlaces(context, [hold])).toEqual(ok(undefined))
  context.clock.advance(10_000)
  await releaseHolds(context, [hold.holdId])
  const rival = requestFor(context, offeringId, {
    places: [2],
    pools: [{ poolId: 1, quantity: 3 }],
  })
  expect(await holdPlaces(context, [rival])).toMatchObject([
    { ok: false, detail: { placeIds: [2], poolIds: [1] } },
  ])
  expect(await readPools(context, offeringId)).toMatchObject([{ taken: 3, inHolds: 3 }])
})

test('a late payment takes the same places again if they are all free', async () => {
  const offeringId = await smallHall()
  const request = { places: [1, 2], pools: [{ poolId: 1, quantity: 3 }] }
  const [late, tooLate] = [1, 2].map(() => requestFor(context, offeringId, request)) as [
    ReturnType<typeof requestFor>,
    ReturnType<typeof requestFor>,
  ]
  await holdPlaces(context, [late])
  context.clock.advance(900)
  const newcomer = requestFor(context, offeringId, { pools: [{ poolId: 1, quantity: 2 }] })
  await holdPlaces(context, [newcomer])
  expect(await sellPlaces(context, [late])).toEqual(ok(undefined))
  expect(await sellPlaces(context, [tooLate])).toMatchObject({
    code: 'SeatNotAvailable',
    detail: { placeIds: [1, 2], poolIds: [] },
  })
  expect(await readPools(context, offeringId)).toMatchObject([{ taken: 5, inHolds: 5 }])
})

test('a refused sale leaves an open transaction untouched', async () => {
  const offeringId = await smallHall()
  const crowd = requestFor(context, offeringId, { pools: [{ poolId: 1, quantity: 4 }] })
  await holdPlaces(context, [crowd])
  const allocations = [
    requestFor(context, offeringId, { places: [3] }),
    requestFor(context, offeringId, { places: [4], pools: [{ poolId: 1, quantity: 2 }] }),
  ]
  const result = await inTransaction(context, async (inside) =>
    ok(await sellPlaces(inside, allocations)),
  )
  expect(result.value).toMatchObject({ ok: false, detail: { placeIds: [], poolIds: [1] } })
  const rows = await readPlaces(context, offeringId)
  expect(rows.map((row) => row.state)).toEqual([0, 0, 0, 0])
})

test('one sale cannot give a place to two holds, nor a place that is not there', async () => {
  const offeringId = await smallHall()
  const allocation = () => requestFor(context, offeringId, { places: [1] })
  expect(await sellPlaces(context, [allocation(), allocation()])).toMatchObject({ ok: false })
  const nowhere = requestFor(context, offeringId, { places: [1, 77] })
  expect(await sellPlaces(context, [nowhere])).toMatchObject({ ok: false })
  const rows = await readPlaces(context, offeringId)
  expect(rows.map((row) => row.state)).toEqual([0, 0, 0, 0])
})

test('a returned place is for sale again and shown as a resale; a stranger returns nothing', async () => {
  const offeringId = await smallHall()
  const sold = requestFor(context, offeringId, {
    places: [1, 2, 3],
    pools: [{ poolId: 1, quantity: 3 }],
  })
  await sellPlaces(context, [sold])
  const stranger = { ...sold, holdId: context.random.uuid() }
  expect(await returnPlaces(context, [stranger], { asResale: true })).toEqual({
    places: [],
    pools: [],
  })
  const part = { ...sold, places: [1], pools: [{ poolId: 1, quantity: 1 }] }
  expect(await returnPlaces(context, [part], { asResale: true })).toEqual({
    places: [{ offeringId, placeId: 1 }],
    pools: [{ offeringId, poolId: 1, quantity: 1 }],
  })
  await returnPlaces(context, [{ ...sold, places: [2], pools: [] }], { asResale: false })
  const { states, pools } = await readAvailability(context, offeringId)
  const { free, refunded, sold: status } = availabilityState
  expect([...states]).toEqual([refunded, free, status, free])
  expect(pools).toEqual([{ poolId: 1, left: 3 }])
  const buyer = requestFor(context, offeringId, { places: [1, 2] })
  expect(await holdPlaces(context, [buyer])).toMatchObject([{ ok: true }])
})

test('availability reports free, blocked, refunded, sold, held and yours for the requested leg range', async () => {
  const offeringId = await createOffering(context, {
    placeCount: 5,
    legCount: 3,
    blockedPlaces: [5],
    pools: [{ poolId: 7, capacity: 10 }],
  })
  const on = (legFrom: number, legTo: number, places: number[], quantity?: number) =>
    requestFor(context, offeringId, {
      legFrom,
      legTo,
      places,
      pools: quantity ? [{ poolId: 7, quantity }] : [],
    })
  const mine = on(0, 2, [1], 2)
  const theirs = on(2, 3, [1, 2], 5)
  await holdPlaces(context, [mine, theirs])
  await sellPlaces(context, [on(0, 1, [3])])
  const holdIds = [mine.holdId]
  const seen = async (legFrom: number, legTo: number) => {
    const { states, pools } = await readAvailability(context, offeringId, {
      legFrom,
      legTo,
      holdIds,
    })
    return { states: states.join(''), left: pools[0]?.left }
  }
  expect(await seen(0, 2)).toEqual({ states: '50301', left: 8 })
  expect(await seen(1, 2)).toEqual({ states: '50001', left: 8 })
  expect(await seen(0, 3)).toEqual({ states: '44301', left: 5 })
  context.clock.advance(900)
  expect(await seen(0, 3)).toEqual({ states: '00301', left: 10 })
  const nothing = await readAvailability(context, 987_654)
  expect(nothing).toEqual({ states: new Uint8Array(0), pools: [] })
})

test('an offering sells within its window only', async () => {
  const now = context.clock.now()
  const salesCloseAt = new Date(now.getTime() + 60_000)
  const id = await createOffering(context, {
    placeCount: 1,
    holdSeconds: 300,
    placesPerOrderMax: 6,
    salesOpenAt: now,
    salesCloseAt,
  })
  const offering = await readOffering(context, id)
  expect(offering).toEqual({
    id,
    legCount: 1,
    holdSeconds: 300,
    placesPerOrderMax: 6,
    isOnSale: true,
    salesOpenAt: now,
    salesCloseAt,
  })
  if (!offering) return
  expect(isSelling(offering, new Date(now.getTime() - 1))).toBe(false)
  expect(isSelling(offering, now)).toBe(true)
  expect(isSelling(offering, salesCloseAt)).toBe(false)
  expect(isSelling({ ...offering, isOnSale: false }, now)).toBe(false)
  const always = await readOffering(context, await createOffering(context, { placeCount: 0 }))
  expect(always).toMatchObject({ salesOpenAt: null, salesCloseAt: null })
  expect(await readOffering(context, 987_654)).toBeUndefined()
})

test('a sale from a pool does not wait for open holds on it', async () => {
  // Goal: payments do not queue on the pool's row. Method: a purchase beside an open transaction that has locked it.
  const offeringId = await createOffering(context, {
    placeCount: 0,
    pools: [{ poolId: 1, capacity: 9 }],
  })
  const paid = requestFor(context, offeringId, { pools: [{ poolId: 1, quantity: 2 }] })
  await holdPlaces(context, [paid])
  const taking = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const open = inTransaction(context, async (inside) => {
    const rival = requestFor(context, offeringId, { pools: [{ poolId: 1, quantity: 3 }] })
    expect(await holdPlaces(inside, [rival])).toMatchObject([{ ok: true }])
    taken.resolve()
    await taking.promise
    return ok(undefined)
  })
  await taken.promise
  try {
    expect(await sellPlaces(context, [paid])).toEqual(ok(undefined))
  } finally {
    taking.resolve()
    await open
  }
  expect(await sellPlaces(context, [paid])).toEqual(ok(undefined))
  expect(await readPools(context, offeringId)).toMatchObject([{ taken: 5, inHolds: 5 }])
  context.clock.advance(10_000)
  const rest = requestFor(context, offeringId, { pools: [{ poolId: 1, quantity: 8 }] })
  expect(await holdPlaces(context, [rest])).toMatchObject([{ ok: false }])
  const fits = requestFor(context, offeringId, { pools: [{ poolId: 1, quantity: 7 }] })
  expect(await holdPlaces(context, [fits])).toMatchObject([{ ok: true }])
})

test('a pool is sold from what a hold still has, or not at all', async () => {
  const offeringId = await createOffering(context, {
    placeCount: 0,
    pools: [
      { poolId: 1, capacity: 4 },
      { poolId: 2, capacity: 4 },
    ],
  })
  const pools = [
    { poolId: 1, quantity: 2 },
    { poolId: 2, quantity: 2 },
  ]
  const late = requestFor(context, offeringId, { pools })
  await holdPlaces(context, [late])
  context.clock.advance(10_000)
  const rival = requestFor(context, offeringId, { pools: [{ poolId: 2, quantity: 3 }] })
  expect(await holdPlaces(context, [rival])).toMatchObject([{ ok: true }])
  expect(await sellPlaces(context, [late])).toMatchObject({
    ok: false,
    detail: { poolIds: [2] },
  })
  await releaseHolds(context, [rival.holdId])
  expect(await sellPlaces(context, [late])).toEqual(ok(undefined))
  expect(await readPools(context, offeringId)).toMatchObject([
    { taken: 2, inHolds: 2 },
    { taken: 2, inHolds: 2 },
  ])
})

test('a return of several claims waits at a place before it locks any pool, as a sale does', async () => {
  const [first, second] = [await smallHall(), await smallHall()]
  const claims = [
    requestFor(context, first, { places: [1], pools: [{ poolId: 1, quantity: 2 }] }),
    requestFor(context, second, { places: [1] }),
  ]
  expect(await sellPlaces(context, claims)).toEqual(ok(undefined))
  const other = env.anotherProcess()
  const isWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db)
    return rows[0]?.waiting
  }
  let returning: ReturnType<typeof returnPlaces> | undefined
  await inTransaction(context, async (inside) => {
    await sql`
      select from place_leg where offering_id = ${second} and place_id = 1 for update`.execute(
      inside.db,
    )
    returning = returnPlaces(other, claims, { asResale: false })
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1)
    // What a sale would lock next; `nowait` fails if the return has already locked it.
    await sql`select from pool_leg where offering_id = ${first} for update nowait`.execute(
      inside.db,
    )
    return ok(null)
  })
  expect(await returning).toEqual({
    places: [
      { offeringId: first, placeId: 1 },
      { offeringId: second, placeId: 1 },
    ],
    pools: [{ offeringId: first, poolId: 1, quantity: 2 }],
  })
})
