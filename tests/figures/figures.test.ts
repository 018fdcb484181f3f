/**
 * Goal: every figure of every page, export, statement and message ties to the ledger to the tetri (docs/figures.md). Method:
 * random sequences over all verticals of purchases with codes, cards, passes, balances and fees, of returns, resales,
 * exchanges, refunds by organisers and cancelled dates, over HTTP on a real database with the demo bank; then all figures
 * are compared. SEED= replays a run.
 */
import { expect, test } from 'vitest'
import { seedOf, sizeOf } from '../support/tier.ts'
import { compareFigures } from './ties.ts'
import { anyStep, cancelDate, confirm, firstSteps, openWorld, work } from './world.ts'

const rounds = sizeOf({ usual: 1, nightly: 6 })
const stepsPerRound = sizeOf({ usual: 14, nightly: 40 })

test('all figures tie to the ledger after random purchases, returns and exchanges', async () => {
  const seed = seedOf('figures', 20_261_129)
  let state = seed
  const chance = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const world = await openWorld()
  try {
    for (const { merchantId } of world.events) {
      const owner = await world.shop.staff(merchantId)
      const body = { url: 'http://127.0.0.1:9/changes' }
      const added = await world.shop.postProven(
        '/v2/merchantusers/webhooks',
        body,
        owner,
        'webhooks',
      )
      expect(added.status).toBe(200)
    }
    for (const step of firstSteps) await step(world, chance)
    for (let round = 0; round < rounds; round += 1) {
      for (let step = 0; step < stepsPerRound; step += 1) await anyStep(world, chance)
      if (round === rounds - 1) {
        await cancelDate(world, chance)
        await confirm(world)
        expect(await compareFigures(world), `cancelled, SEED=${seed}`).toEqual({})
      }
      await work(world, chance)
      expect(await compareFigures(world), `round ${round}, SEED=${seed}`).toEqual({})
    }
  } finally {
    await world.shop.close()
  }
}, 600_000)
