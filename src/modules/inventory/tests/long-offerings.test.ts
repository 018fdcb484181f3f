/**
 * Goal: an offering of more than 63 legs is held, sold and read leg by leg like a short one. Method: random leg ranges of a few
 * places over 255 legs, compared with a plain set of what was granted.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { legCountMax } from '#kernel/legs.ts'
import {
  createOffering,
  holdPlaces,
  readAvailability,
  readLegUse,
  sellPlaces,
} from '../server/public-api.ts'
import { seedOf } from '../../../../tests/support/tier.ts'
import { openInventoryEnv, requestFor, type InventoryEnv } from './support.ts'

let env: InventoryEnv
beforeAll(async () => {
  env = await openInventoryEnv()
})
afterAll(() => env.close())

const placeCount = 3

test('holds and sells any leg range of 255 legs, and no leg twice', async () => {
  const { context } = env
  const seed = seedOf('long-offerings', 20_261_130)
  let state = seed >>> 0
  const draw = (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * (most + 1))
  }
  const offeringId = await createOffering(context, { placeCount, legCount: legCountMax })
  const taken = new Set<string>()
  let refused = 0
  for (let round = 0; round < 60; round += 1) {
    const legFrom = round === 0 ? 0 : draw(legCountMax - 1)
    const legTo = round === 0 ? 1 : Math.min(legCountMax, legFrom + 1 + draw(40))
    const placeId = 1 + draw(placeCount - 1)
    const keys = Array.from(
      { length: legTo - legFrom },
      (_, index) => `${placeId} ${legFrom + index}`,
    )
    const request = requestFor(context, offeringId, { places: [placeId], legFrom, legTo })
    const [answer] = await holdPlaces(context, [request])
    const isFree = keys.every((key) => !taken.has(key))
    expect(answer?.ok, `SEED=${seed}, round ${round}`).toBe(isFree)
    if (!isFree) refused += 1
    else for (const key of keys) taken.add(key)
    if (isFree && draw(1) === 0)
      expect(await sellPlaces(context, [request])).toMatchObject({ ok: true })
  }
  expect(refused).toBeGreaterThan(5)
  const use = (await readLegUse(context, [offeringId])).get(offeringId)
  const read = (use?.taken ?? []).flatMap((mask, index) =>
    Array.from({ length: legCountMax }, (_, leg) => leg)
      .filter((leg) => ((mask >> BigInt(leg)) & 1n) === 1n)
      .map((leg) => `${index + 1} ${leg}`),
  )
  expect(new Set(read)).toEqual(taken)
  // The longest ranges that end and begin at the last bit of a word.
  const { states } = await readAvailability(context, offeringId, {
    legFrom: 62,
    legTo: 64,
    holdIds: [],
  })
  for (let placeId = 1; placeId <= placeCount; placeId += 1)
    expect(states[placeId - 1] === 0).toBe(
      !taken.has(`${placeId} 62`) && !taken.has(`${placeId} 63`),
    )
})

test('no offering has more legs', async () => {
  await expect(
    createOffering(env.context, { placeCount: 1, legCount: legCountMax + 1 }),
  ).rejects.toThrow('1 to 255 legs')
})
