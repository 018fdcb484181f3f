/**
 * Goal: what one batch of holds grants and refuses, place by place, leg by leg and pool by pool.
 * Method: small offerings on a real database, each promise of `holdPlaces` as one example.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createOffering,
  extendHolds,
  holdPlaces,
  reclaimExpired,
  releaseHolds,
  type HoldRequest,
} from '../server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { ok } from '#kernel/result.ts'
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

/** Shortened results: `true`, or what was unavailable. */
async function outcomes(inside: Context, requests: readonly HoldRequest[]): Promise<unknown[]> {
  const answers = await holdPlaces(inside, requests)
  return answers.map((answer) => answer.ok || answer.detail)
}

function stuck(placeIds: number[], poolIds: number[] = []) {
  return { placeIds, poolIds }
}

test('a seat sold for the first legs is free again on the later ones', async () => {
  const offeringId = await createOffering(context, { placeCount: 2, legCount: 11 })
  const stretch = (legFrom: number, legTo: number) =>
    requestFor(context, offeringId, { places: [1], legFrom, legTo })
  const batch = [stretch(0, 1), stretch(1, 5), stretch(4, 6), stretch(5, 11), stretch(0, 11)]
  expect(await outcomes(context, batch)).toEqual([true, true, stuck([1]), true, stuck([1])])
  const legs = (await readPlaces(context, offeringId)).filter((row) => row.placeId === 1)
  const [toGori, onwards, , toTheEnd] = batch.map((request) => request.holdId)
  expect(legs.map((row) => row.holdId)).toEqual([
    toGori,
    ...Array(4).fill(onwards),
    ...Array(6).fill(toTheEnd),
  ])
})

test('a stretch that does not exist is refused', async () => {
  const offeringId = await createOffering(context, { placeCount: 2, legCount: 3 })
  const beyond = requestFor(context, offeringId, { places: [1], legFrom: 2, legTo: 4 })
  const empty = requestFor(context, offeringId, { places: [1], legFrom: 1, legTo: 1 })
  expect(await outcomes(context, [beyond, empty])).toEqual([stuck([1]), stuck([1])])
})

test('requests are granted in order of arrival, and a waiting request proceeds when the earlier one fails', async () => {
  for (const inside of ['alone', 'in a transaction'] as const) {
    const offeringId = await createOffering(context, { placeCount: 8, blockedPlaces: [8] })
    const request = (...places: number[]) => requestFor(context, offeringId, { places })
    const batch = [
      request(1, 2),
      request(2, 3),
      request(3, 4),
      request(8, 5),
      request(5, 6),
      request(6, 7),
      request(7),
      request(99),
      request(8),
    ]
    const run = (where: Context) => outcomes(where, batch)
    const answers =
      inside === 'alone'
        ? await run(context)
        : (await inTransaction(context, async (open) => ok(await run(open)))).value
    expect(answers).toEqual([
      true,
      stuck([2]),
      true,
      stuck([8]),
      true,
      stuck([6]),
      true,
      stuck([99]),
      stuck([8]),
    ])
  }
})

test('a hold may request its own places again, in the same batch or later', async () => {
  const offeringId = await createOffering(context, { placeCount: 4 })
  const first = requestFor(context, offeringId, { places: [1, 2, 2] })
  const more = { ...first, places: [2, 3] }
  expect(await outcomes(context, [first, more])).toEqual([true, true])
  expect(await outcomes(context, [more])).toEqual([true])
  const rows = await readPlaces(context, offeringId)
  expect(rows.map((row) => row.holdId)).toEqual([first.holdId, first.holdId, first.holdId, null])
})

test('numbers out of any range are refused alone', async () => {
  const offeringId = await createOffering(context, {
    placeCount: 4,
    pools: [{ poolId: 1, capacity: 9 }],
  })
  const odd: Partial<HoldRequest>[] = [
    { places: [0] },
    { places: [-1] },
    { places: [1.5] },
    { places: [1e12] },
    { places: [Number.NaN] },
    { pools: [{ poolId: 1, quantity: 0 }] },
    { pools: [{ poolId: 1, quantity: -3 }] },
    { pools: [{ poolId: 1, quantity: 1e9 }] },
    { pools: [{ poolId: 2, quantity: 1 }] },
    { legTo: 1e9, places: [1] },
  ]
  const batch = [...odd, { places: [1], pools: [{ poolId: 1, quantity: 2 }] }]
  const answers = await holdPlaces(
    context,
    batch.map((request) => requestFor(context, offeringId, request)),
  )
  expect(answers.map((answer) => answer.ok)).toEqual([...odd.map(() => false), true])
  expect(await readPools(context, offeringId)).toMatchObject([{ taken: 2, inHolds: 2 }])
})

test('an offering that does not exist has no places', async () => {
  const request = requestFor(context, 987_654, { places: [1], pools: [{ poolId: 1, quantity: 1 }] })
  expect(await outcomes(context, [request])).toEqual([stuck([1], [1])])
})

test('a pool is given out in order of arrival, and a smaller request may still fit', async () => {
  const offeringId = await createOffering(context, {
    placeCount: 0,
    pools: [{ poolId: 1, capacity: 10 }],
  })
  const request = (quantity: number) =>
    requestFor(context, offeringId, { pools: [{ poolId: 1, quantity }] })
  const batch = [request(6), request(5), request(3), request(1), request(1)]
  expect(await outcomes(context, batch)).toEqual([true, stuck([], [1]), true, true, stuck([], [1])])
})

test('places and pools of one request are granted together or not at all', async () => {
  const offeringId = await createOffering(context, {
    placeCount: 3,
    pools: [{ poolId: 1, capacity: 2 }],
  })
  const request = (places: number[], quantity: number) =>
    requestFor(context, offeringId, { places, pools: [{ poolId: 1, quantity }] })
  const batch = [
    request([1], 3),
    request([1], 1),
    request([1, 2], 1),
    request([2], 1),
    request([3], 1),
  ]
  expect(await outcomes(context, batch)).toEqual([
    stuck([], [1]),
    true,
    stuck([1]),
    true,
    stuck([], [1]),
  ])
  const rows = await readPlaces(context, offeringId)
  expect(rows.map((row) => row.state)).toEqual([1, 1, 0])
})

test('an expired pool hold is free for the next request', async () => {
  const offeringId = await createOffering(context, {
    placeCount: 0,
    legCount: 3,
    pools: [{ poolId: 1, capacity: 4 }],
  })
  const request = (legFrom: number, legTo: number) =>
    requestFor(context, offeringId, { legFrom, legTo, pools: [{ poolId: 1, quantity: 3 }] })
  expect(await outcomes(context, [request(0, 2)])).toEqual([true])
  expect(await outcomes(context, [request(1, 3), request(2, 3)])).toEqual([stuck([], [1]), true])
  context.clock.advance(900)
  expect(await outcomes(context, [request(0, 3)])).toEqual([true])
  expect(await readPools(context, offeringId)).toMatchObject(
    Array.from({ length: 3 }, () => ({ taken: 3, inHolds: 3 })),
  )
  context.clock.advance(900)
  await reclaimExpired(context)
  expect(await readPools(context, offeringId)).toMatchObject(
    Array.from({ length: 3 }, () => ({ taken: 0, inHolds: 0 })),
  )
})

test('holds are extended all or none, and an ended one is not revived', async () => {
  const offeringId = await createOffering(context, {
    placeCount: 3,
    pools: [{ poolId: 1, capacity: 4 }],
  })
  const one = requestFor(context, offeringId, {
    places: [1],
    pools: [{ poolId: 1, quantity: 1 }],
  })
  const two = { ...requestFor(context, offeringId, { places: [2] }), until: one.until }
  await holdPlaces(context, [one, two])
  const later = (seconds: number) => new Date(one.until.getTime() + seconds * 1000)
  expect(await extendHolds(context, [one.holdId, two.holdId], later(60))).toMatchObject({
    ok: true,
  })
  const stranger = context.random.uuid()
  expect(await extendHolds(context, [one.holdId, stranger], later(900))).toMatchObject({
    code: 'SeatNotAvailable',
  })
  context.clock.set(later(59))
  expect(await outcomes(context, [requestFor(context, offeringId, { places: [1] })])).toEqual([
    stuck([1]),
  ])
  context.clock.set(later(60))
  expect(await extendHolds(context, [one.holdId], later(900))).toMatchObject({ ok: false })
  const newcomer = requestFor(context, offeringId, { places: [1] })
  expect(await outcomes(context, [newcomer])).toEqual([true])
})

test('a released part is free immediately and the rest stays held', async () => {
  const offeringId = await createOffering(context, {
    placeCount: 3,
    pools: [{ poolId: 1, capacity: 4 }],
  })
  const hold = requestFor(context, offeringId, {
    places: [1, 2],
    pools: [{ poolId: 1, quantity: 4 }],
  })
  await holdPlaces(context, [hold])
  await releaseHolds(context, [hold.holdId], {
    places: [2],
    pools: [{ poolId: 1, quantity: 3 }],
  })
  const request = (places: number[], quantity: number) =>
    requestFor(context, offeringId, { places, pools: [{ poolId: 1, quantity }] })
  expect(await outcomes(context, [request([1], 1), request([2], 4), request([2], 3)])).toEqual([
    stuck([1]),
    stuck([], [1]),
    true,
  ])
  await releaseHolds(context, [hold.holdId])
  await releaseHolds(context, [hold.holdId])
  expect(await readPools(context, offeringId)).toMatchObject([{ taken: 3, inHolds: 3 }])
})
