/**
 * Goal: what is owed to an organiser is what a plain model says, and nobody is paid twice. Method: sales, returns, terms,
 * statements, decisions, payouts and claims in random order, two at once where people press twice, at a bank that rejects
 * and keeps silent; the model stands beside the books after each step. Then a payout and a return after it are
 * interrupted before each of several statements. `SEED=` plays one run again; longer: `npm run soak settlements`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { interruptSettlements } from './interrupted.ts'
import { playSettlements } from './model.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('what is owed equals the model after every step', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647)
  console.info(`settlements: seed ${seed}`)
  const { broken, ...tally } = await playSettlements(world, { seed, steps: 32 })
  console.info(JSON.stringify(tally))
  expect(broken).toEqual([])
}, 60_000)

test('interrupted before any of some statements, it ends as if nothing had happened', async () => {
  const { broken, points } = await interruptSettlements(world, { every: 19 })
  expect(broken).toEqual([])
  expect(points).toBeGreaterThan(3)
}, 60_000)
