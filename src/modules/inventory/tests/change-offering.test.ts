import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changeSaleRules,
  createOfferings,
  holdPlaces,
  readOffering,
  readUse,
  resizePools,
  retireOffering,
} from '../server/public-api.ts'
import { openInventoryEnv, requestFor, type InventoryEnv } from './support.ts'

/**
 * Goal: an offering is changed or retired only as far as nothing of it is held or sold. Method: holds before the
 * change, and concurrently from another process.
 */
let env: InventoryEnv
beforeAll(async () => {
  env = await openInventoryEnv()
})
afterAll(() => env.close())

async function offering(options: { places?: number; room?: number } = {}): Promise<number> {
  const { places = 5, room = 10 } = options
  const plan = { placeCount: places, pools: [{ poolId: 1, capacity: room }] }
  const [id = 0] = await createOfferings(env.context, [plan])
  return id
}

test('many offerings are created in one statement, each with its own places, pools and rules', async () => {
  const salesOpenAt = new Date('2027-01-01T00:00:00Z')
  const ids = await createOfferings(env.context, [
    { placeCount: 3, placesPerOrderMax: 4, salesOpenAt },
    {
      placeCount: 0,
      pools: [
        { poolId: 1, capacity: 7 },
        { poolId: 2, capacity: 8 },
      ],
      isOnSale: false,
    },
  ])
  const use = await readUse(env.context, ids)
  expect(ids.map((id) => use.get(id))).toMatchObject([
    { places: 3, pools: [] },
    {
      places: 0,
      pools: [
        { poolId: 1, capacity: 7, taken: 0 },
        { poolId: 2, capacity: 8 },
      ],
    },
  ])
  const [first, second] = await Promise.all(ids.map((id) => readOffering(env.context, id)))
  expect(first).toMatchObject({
    placesPerOrderMax: 4,
    isOnSale: true,
    salesOpenAt,
    salesCloseAt: null,
  })
  expect(second).toMatchObject({ placesPerOrderMax: 10, isOnSale: false, salesOpenAt: null })
  const rules = {
    isOnSale: true,
    placesPerOrderMax: 2,
    salesOpenAt: null,
    salesCloseAt: salesOpenAt,
  }
  await changeSaleRules(env.context, [{ offeringId: ids[0] ?? 0, ...rules }])
  expect(await readOffering(env.context, ids[0] ?? 0)).toMatchObject(rules)
})

test('a pool cannot be made smaller than its held and sold quantity', async () => {
  const id = await offering()
  const pools = [{ poolId: 1, quantity: 6 }]
  await holdPlaces(env.context, [requestFor(env.context, id, { pools })])
  const to = (capacity: number) =>
    resizePools(env.context, [{ offeringId: id, poolId: 1, capacity }])
  expect(await to(5)).toMatchObject({ ok: false, code: 'CapacityBelowSold' })
  expect((await readUse(env.context, [id])).get(id)?.pools[0]?.capacity).toBe(10)
  expect(await to(6)).toMatchObject({ ok: true })
  expect(await to(60)).toMatchObject({ ok: true })
})

test.each([
  ['a place', { places: [2] }],
  ['room in a pool', { pools: [{ poolId: 1, quantity: 1 }] }],
])('an offering of which somebody holds %s is not ended', async (_, request) => {
  const id = await offering()
  await holdPlaces(env.context, [requestFor(env.context, id, request)])
  const result = await env.context.db
    .transaction()
    .execute((db) => retireOffering({ ...env.context, db }, id))
  expect(result).toMatchObject({ ok: false, code: 'OfferingInUse' })
})

test('a hold that races with retiring gets a place or the offering is retired, never both', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await offering({ places: 3, room: 2 })
    const request = round % 2 === 0 ? { places: [3] } : { pools: [{ poolId: 1, quantity: 1 }] }
    const other = env.anotherProcess()
    const end = env.context.db.transaction().execute(async (db) => {
      const result = await retireOffering({ ...env.context, db }, id)
      if (!result.ok) throw new Error(result.code)
    })
    const [ended, [held]] = await Promise.all([
      end.then(() => true).catch(() => false),
      holdPlaces(other, [requestFor(other, id, request)]),
    ])
    expect(ended, `round ${round}`).toBe(!held?.ok)
  }
})
